import { l10n, ThemeIcon } from "vscode";
import { instanceRow, unencryptedWarning } from "../../auth/instanceRow.ts";
import { isUnencrypted, normalizeInstanceUrl } from "../base/instanceUrl.ts";
import type { Instance } from "../config.ts";
import type { Context } from "../context.ts";
import { inputText } from "./form.ts";
import { type Choice, pickOne, separator } from "./pick.ts";

export interface PickInstanceOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Whether the only known instance is used without a prompt. */
  readonly single: boolean;
}

/** Returns the instance with this URL from the settings or a session, or one with nothing but the URL. */
export const knownInstance = (context: Context, url: string): Instance =>
  context.connections.instances.find((instance) => instance.url === url) ?? { url };

/** Returns the URL of the open project's instance, signed in or not. */
export function instanceOfProject(context: Context): string | undefined {
  const current = context.current.value;
  return "project" in current ? current.project.instance : undefined;
}

/**
 * Prompts for an instance: a known one, a host of the repository's remotes without an instance, or a URL.
 * Without any of these it prompts for the URL at once. @throws CancelledError
 */
export async function pickInstance(
  context: Context,
  { title, placeholder, single }: PickInstanceOptions,
): Promise<Instance> {
  const known = context.connections.instances;
  const current = context.current.value;
  const hosts = current.kind === "noInstance" ? current.hosts : [];
  const [only, ...others] = known;
  if (single && only && others.length === 0 && hosts.length === 0) return only;
  if (known.length === 0 && hosts.length <= 1) return inputAddress(context, title, hosts[0]);

  const mine = instanceOfProject(context);
  const other: Choice<Instance | undefined> = {
    label: l10n.t("Another Address…"),
    iconPath: new ThemeIcon("add"),
    value: undefined,
  };
  const chosen = await pickOne<Instance | undefined>({
    title,
    placeholder,
    choices: [
      ...known.map((instance) => ({ ...instanceRow(instance), iconPath: new ThemeIcon("server"), value: instance })),
      ...(hosts.length > 0 ? [separator(l10n.t("Hosts of the remotes of this repository"))] : []),
      ...hosts.map((url) => ({ ...instanceRow({ url }), iconPath: new ThemeIcon("repo"), value: { url } })),
      separator(""),
      other,
    ],
    active: (instance) => instance?.url === mine,
    typed: (text) => {
      const url = text.includes(".") || text.includes(":") ? normalizeInstanceUrl(text) : undefined;
      return url === undefined ? undefined : { ...instanceRow({ url }), label: l10n.t("Use {0}", url), value: { url } };
    },
  });
  return chosen === undefined ? inputAddress(context, title, undefined) : knownInstance(context, chosen.url);
}

async function inputAddress(context: Context, title: string, prefilled: string | undefined): Promise<Instance> {
  const text = await inputText({
    title,
    prompt: l10n.t("Enter the address of the host, including its sub-path if it has one"),
    placeholder: l10n.t("https://git.example.com"),
    ...(prefilled !== undefined && { value: prefilled }),
    validate: (typed) => (normalizeInstanceUrl(typed) === undefined ? l10n.t("Enter a valid web address.") : undefined),
    warn: (typed) => (isUnencrypted(normalizeInstanceUrl(typed) ?? "") ? unencryptedWarning() : undefined),
  });
  return knownInstance(context, normalizeInstanceUrl(text) ?? text);
}
