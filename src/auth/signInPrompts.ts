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
import type { HostPages } from "./hostPages.ts";
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
    detail: l10n.t("Enter the address of the host"),
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
    placeHolder: l10n.t("Select a host"),
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
    prompt: l10n.t("Enter the address that opens the host in a browser, including a sub-path if it has one."),
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

/** Asks before anything secret is sent to a host without encryption. @throws CancelledError */
export async function confirmUnencrypted(instance: string): Promise<void> {
  const proceed = l10n.t("Sign In Unencrypted");
  const chosen = await window.showWarningMessage(
    l10n.t("Sign in to {0} without encryption?", instanceHost(instance)),
    {
      modal: true,
      detail: l10n.t(
        "{0} uses http. Anyone on the network can read your password and token, and act as you. Use https if the host supports it.",
        instanceHost(instance),
      ),
    },
    proceed,
  );
  if (chosen !== proceed) throw new CancelledError();
}

/** Shows a quick pick of sign-in methods if there are several. @throws CancelledError */
export async function pickFlow(flows: readonly Flow[], instance: string): Promise<Flow> {
  const [only] = flows;
  if (only && flows.length === 1) return only;
  const items = flows.map((flow) => ({
    flow,
    ...(flow.id === "browser"
      ? {
          label: l10n.t("Approve in the Browser"),
          detail: l10n.t("OAuth (requires the ID of an application registered on the host)"),
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
 * @param pages undefined where no page of the host may be opened
 * @throws CancelledError
 */
export async function enterClientId(
  instance: string,
  redirectUris: readonly string[],
  scopes: readonly string[],
  pages: HostPages | undefined,
): Promise<string> {
  const owned = new DisposableStore();
  const box = owned.add(window.createQuickPick<QuickPickItem & { copy?: string; id?: string }>());
  const copies = redirectUris.map((uri) => ({
    label: uri,
    detail: l10n.t(
      "Register an application with this redirect URI (not confidential, scope {0}). Enter copies it.",
      scopes.join(" "),
    ),
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
  const copy = (text: string, copied: string): void => {
    void env.clipboard.writeText(text);
    box.title = copied;
  };
  const openPage = {
    iconPath: new ThemeIcon("link-external"),
    tooltip: l10n.t("Open Applications Page and Copy Redirect URIs"),
  };
  box.title = l10n.t("Sign in to {0}", instanceHost(instance));
  box.placeholder = l10n.t("Paste the application ID");
  box.ignoreFocusOut = true;
  box.buttons = pages ? [openPage] : [];
  try {
    return await new Promise<string>((resolve, reject) => {
      owned.add(box.onDidHide(() => reject(new CancelledError())));
      owned.add(box.onDidChangeValue(show));
      owned.add(
        box.onDidTriggerButton(() => {
          copy(
            redirectUris.join("\n"),
            l10n.t("Redirect URIs copied. Paste them into the form on {0}", instanceHost(instance)),
          );
          pages?.openApplications();
        }),
      );
      owned.add(
        box.onDidAccept(() => {
          const [item] = box.activeItems;
          if (item?.id !== undefined) resolve(item.id);
          if (item?.copy !== undefined) copy(item.copy, l10n.t("Copied {0}", item.copy));
        }),
      );
      show();
      box.show();
    });
  } finally {
    owned.dispose();
  }
}

/**
 * Asks for a personal access token in a password box.
 * @param pages undefined where no page of the host may be opened
 * @param pasted a token that was pasted where a code was asked for
 * @throws CancelledError
 */
export async function enterPersonalToken(
  instance: string,
  scopes: readonly string[],
  pages: HostPages | undefined,
  pasted = "",
): Promise<string> {
  const owned = new DisposableStore();
  const box = owned.add(window.createInputBox());
  box.title = l10n.t("Sign in to {0}", instanceHost(instance));
  box.value = pasted;
  box.prompt =
    pasted !== ""
      ? l10n.t("You pasted an access token, not the redirect URL. Press Enter to sign in with this token.")
      : pages
        ? l10n.t(
            "Paste a personal access token with the scope {0}, or create one with the button above.",
            scopes.join(" "),
          )
        : l10n.t("Paste a personal access token with the scope {0}.", scopes.join(" "));
  box.placeholder = l10n.t("Personal access token");
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = pages ? [{ iconPath: new ThemeIcon("add"), tooltip: l10n.t("Create a Token") }] : [];
  try {
    return await new Promise<string>((resolve, reject) => {
      owned.add(box.onDidHide(() => reject(new CancelledError())));
      owned.add(box.onDidChangeValue((text) => (box.validationMessage = tokenProblem(text))));
      owned.add(box.onDidTriggerButton(() => pages?.openTokens()));
      owned.add(
        box.onDidAccept(() => {
          const token = box.value.trim();
          if (token !== "" && tokenProblem(token) === undefined) resolve(token);
        }),
      );
      box.show();
    });
  } finally {
    owned.dispose();
  }
}

const tokenProblem = (text: string): string | undefined =>
  /^[\x21-\x7e]*$/.test(text.trim())
    ? undefined
    : l10n.t("A token has no spaces, only plain letters, digits and punctuation.");
