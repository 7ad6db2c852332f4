import { l10n, ThemeIcon } from "vscode";
import { instanceHost, normalizeInstanceUrl } from "../base/instanceUrl.ts";
import type { Instance } from "../config.ts";
import type { Context } from "../context.ts";
import { inputText } from "./form.ts";
import { type Choice, pickOne, separator } from "./pick.ts";

export interface AskInstanceOptions {
  readonly title: string;
  readonly placeholder: string;
  /** An only known instance is taken without asking. */
  readonly single: boolean;
}

/** The instance with this address as the settings or a session know it, or as a bare address. */
export const knownInstance = (context: Context, url: string): Instance =>
  context.connections.instances.find((instance) => instance.url === url) ?? { url };

/** Instance of the project that is open, signed in or not. */
export function instanceOfProject(context: Context): string | undefined {
  const current = context.current.value;
  return "project" in current ? current.project.instance : undefined;
}

/**
 * Asks for an instance: known ones, hosts of the repository's remotes that no instance claims, or an address.
 * With nothing known at all it asks for the address right away. @throws CancelledError
 */
export async function pickInstance(
  context: Context,
  { title, placeholder, single }: AskInstanceOptions,
): Promise<Instance> {
  const known = context.connections.instances;
  const current = context.current.value;
  const hosts = current.kind === "noInstance" ? current.hosts : [];
  const [only, ...others] = known;
  if (single && only && others.length === 0 && hosts.length === 0) return only;
  if (known.length === 0 && hosts.length <= 1) return askAddress(context, title, hosts[0]);

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
      ...known.map((instance) => ({
        label: instance.name ?? instanceHost(instance.url),
        description: instance.name === undefined ? "" : instanceHost(instance.url),
        iconPath: new ThemeIcon("server"),
        value: instance,
      })),
      ...(hosts.length > 0 ? [separator(l10n.t("Hosts of this repository's remotes"))] : []),
      ...hosts.map((url) => ({ label: instanceHost(url), iconPath: new ThemeIcon("repo"), value: { url } })),
      separator(""),
      other,
    ],
    active: (instance) => instance?.url === mine,
    typed: (text) => {
      const url = text.includes(".") || text.includes(":") ? normalizeInstanceUrl(text) : undefined;
      return url === undefined ? undefined : { label: l10n.t("Use {0}", url), value: { url } };
    },
  });
  return chosen === undefined ? askAddress(context, title, undefined) : knownInstance(context, chosen.url);
}

async function askAddress(context: Context, title: string, prefilled: string | undefined): Promise<Instance> {
  const text = await inputText({
    title,
    prompt: l10n.t("Address of the host, with its sub-path if it has one"),
    placeholder: l10n.t("https://git.example.com"),
    ...(prefilled !== undefined && { value: prefilled }),
    validate: (typed) => (normalizeInstanceUrl(typed) === undefined ? l10n.t("This is no web address.") : undefined),
  });
  return knownInstance(context, normalizeInstanceUrl(text) ?? text);
}
