import {
  env,
  InputBoxValidationSeverity,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from "vscode";
import { DisposableStore } from "../core/base/disposable.ts";
import { CancelledError } from "../core/base/errors.ts";
import { instanceHost, isUnencrypted } from "../core/base/instanceUrl.ts";
import type { Instance } from "../core/config.ts";
import type { Flow } from "./flows.ts";
import { instanceRow, unencryptedWarning } from "./instanceRow.ts";
import { isClientId } from "./oauth.ts";

/** Instances to choose from at sign-in. */
export interface InstanceChoices {
  /** From the settings and from earlier sign-ins. */
  readonly known: readonly Instance[];
  /** Base URLs suggested by the git remotes of the workspace. */
  readonly suggested: readonly string[];
  readonly normalize: (text: string) => string | undefined;
}

/** Shows a quick pick of instances to sign in to. @throws CancelledError */
export async function pickSignInInstance({ known, suggested, normalize }: InstanceChoices): Promise<Instance> {
  const other = {
    label: l10n.t("Other…"),
    detail: l10n.t("Enter the address of a host"),
    iconPath: new ThemeIcon("add"),
  };
  const items: (QuickPickItem & { instance?: Instance })[] = [
    ...known.map((instance) => ({ ...instanceRow(instance), iconPath: new ThemeIcon("server"), instance })),
    ...suggested.map((url) => ({
      ...instanceRow({ url }, l10n.t("from the remotes of this workspace")),
      iconPath: new ThemeIcon("repo"),
      instance: { url },
    })),
    ...(known.length + suggested.length > 0 ? [{ label: "", kind: QuickPickItemKind.Separator }] : []),
    other,
  ];
  if (items.length === 1) return { url: await enterAddress(undefined, normalize) };
  const picked = await window.showQuickPick(items, {
    title: l10n.t("Sign In: Host"),
    placeHolder: l10n.t("Select a host to sign in to"),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  return picked.instance ?? { url: await enterAddress(suggested[0], normalize) };
}

/** Asks for the address of an instance and returns it normalized. @throws CancelledError */
async function enterAddress(
  suggestion: string | undefined,
  normalize: (text: string) => string | undefined,
): Promise<string> {
  const typed = await window.showInputBox({
    title: l10n.t("Sign In: Address"),
    prompt: l10n.t("Enter the address where the host opens in the browser, including its sub-path if it has one"),
    placeHolder: l10n.t("https://git.example.com"),
    value: suggestion ?? "",
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === "") return undefined;
      const url = normalize(text);
      if (url === undefined) return l10n.t("Enter a valid address, for example https://git.example.com");
      return isUnencrypted(url)
        ? { message: unencryptedWarning(), severity: InputBoxValidationSeverity.Warning }
        : undefined;
    },
  });
  const url = typed === undefined ? undefined : normalize(typed);
  if (url === undefined) throw new CancelledError();
  return url;
}

/** Shows a quick pick of sign-in methods if there are several. @throws CancelledError */
export async function pickFlow(flows: readonly Flow[], clientId: string | undefined, instance: string): Promise<Flow> {
  const [only] = flows;
  if (only && flows.length === 1) return only;
  const items = flows.map((flow) => ({
    flow,
    ...(flow.id === "browser"
      ? {
          label: l10n.t("Approve in the Browser"),
          detail:
            clientId === undefined
              ? l10n.t("OAuth (requires the ID of an application registered on the host)")
              : l10n.t("OAuth (recommended)"),
          iconPath: new ThemeIcon("globe"),
        }
      : {
          label: l10n.t("Personal Access Token"),
          detail: l10n.t("Paste a token that you created on the host"),
          iconPath: new ThemeIcon("key"),
        }),
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t("Sign in to {0}", instanceHost(instance)),
    placeHolder: l10n.t("Select how to sign in"),
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  return picked.flow;
}

/**
 * Asks for the application ID. The quick pick also lists the redirect URIs to register; Enter copies one.
 * @throws CancelledError
 */
export async function enterClientId(
  instance: string,
  redirectUris: readonly string[],
  scopes: readonly string[],
): Promise<string> {
  const owned = new DisposableStore();
  const box = owned.add(window.createQuickPick<QuickPickItem & { copy?: string; id?: string }>());
  const copies = redirectUris.map((uri) => ({
    label: uri,
    description: l10n.t("redirect URI to register (press Enter to copy)"),
    iconPath: new ThemeIcon("copy"),
    alwaysShow: true,
    copy: uri,
  }));
  const show = (): void => {
    const id = box.value.trim();
    const use = {
      label: l10n.t("Use the application ID {0}", id),
      iconPath: new ThemeIcon("check"),
      alwaysShow: true,
      id,
    };
    const wrong = {
      label: l10n.t("Enter a valid application ID"),
      iconPath: new ThemeIcon("warning"),
      alwaysShow: true,
    };
    const typed = id === "" ? [] : [isClientId(id) ? use : wrong];
    box.items = [...typed, ...copies];
    box.activeItems = typed;
  };
  box.title = l10n.t(
    "Register a non-confidential application with the scope {1} on {0}",
    instanceHost(instance),
    scopes.join(" "),
  );
  box.placeholder = l10n.t("Register the redirect URIs below with the application, then paste its application ID here");
  box.ignoreFocusOut = true;
  try {
    return await new Promise<string>((resolve, reject) => {
      owned.add(box.onDidHide(() => reject(new CancelledError())));
      owned.add(box.onDidChangeValue(show));
      owned.add(
        box.onDidAccept(() => {
          const [item] = box.activeItems;
          if (item?.id !== undefined) resolve(item.id);
          if (item?.copy !== undefined) {
            void env.clipboard.writeText(item.copy);
            box.title = l10n.t("Copied {0}", item.copy);
          }
        }),
      );
      show();
      box.show();
    });
  } finally {
    owned.dispose();
  }
}

/** Asks for a personal access token in a password box. @throws CancelledError */
export async function enterPersonalToken(instance: string, scopes: readonly string[]): Promise<string> {
  const token = await window.showInputBox({
    title: l10n.t("Sign in to {0}", instanceHost(instance)),
    prompt: l10n.t(
      "Enter a personal access token with the scope {0}. You can create one in your user settings on the host.",
      scopes.join(" "),
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" || /^[\x21-\x7e]+$/.test(text.trim())
        ? undefined
        : l10n.t("A token contains only letters, digits and punctuation, without spaces"),
  });
  const trimmed = token?.trim();
  if (!trimmed) throw new CancelledError();
  return trimmed;
}
