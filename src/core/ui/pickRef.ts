import { l10n, ThemeIcon } from "vscode";
import type { Page } from "../../api/pages.ts";
import { isCancelled } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import type { HostList } from "./partialList.ts";
import { type Choice, partialRows, pickOne, type Row, separator } from "./pick.ts";
import { plainText } from "./plainText.ts";
import type { Place } from "./quickInput.ts";

export interface PickRefOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly place?: Place | undefined;
  /** Name with the initial focus. */
  readonly active?: string | undefined;
}

/** Prompts for a branch or tag known to the local git, or any typed ref. @throws CancelledError, GoBack */
export async function pickRef(context: Context, { active, ...options }: PickRefOptions): Promise<string> {
  return pickOne<string>({
    ...options,
    choices: async (signal) => {
      const [branches, tags] = await Promise.all([context.projects.branches(signal), context.projects.tags(signal)]);
      return [...group(l10n.t("Branches"), branches, "git-branch"), ...group(l10n.t("Tags"), tags, "tag")];
    },
    active: (name) => name === active,
    typed: (text) => typedRef(text.trim()),
  });
}

/**
 * Prompts for a ref of another project: a branch of the host's first page, or any typed ref.
 * @throws CancelledError, GoBack
 */
export async function pickRefElsewhere(
  context: Context,
  { instance, project }: ProjectScope,
  { active, ...options }: PickRefOptions,
): Promise<string> {
  const listed = async (signal: AbortSignal): Promise<HostList<string>> => {
    const { extras } = context.connections.get(instance).client;
    if (extras.available("branches") === false) return { items: [] };
    try {
      return firstNames(await extras.branches(project, {}, { perPage: 100, signal }).page());
    } catch (error) {
      // The name can still be typed.
      if (!isCancelled(error)) context.report.background(error, "List the branches of a project");
      return { items: [] };
    }
  };
  return pickOne<string>({
    ...options,
    choices: async (signal) => {
      const list = await listed(signal);
      const names = active === undefined || list.items.includes(active) ? list.items : [active, ...list.items];
      return [...group(l10n.t("Branches"), names, "git-branch"), ...partialRows(list)];
    },
    active: (name) => name === active,
    typed: (text) => typedRef(text.trim()),
  });
}

/** Returns the names on the first page of a list, of which more can be typed. */
export const firstNames = ({ items, next, capped }: Page<{ readonly name: string }>): HostList<string> => ({
  items: items.map(({ name }) => name),
  capped: capped === true || next !== undefined,
});

const group = (heading: string, names: readonly string[], icon: string): Row<string>[] =>
  names.length === 0
    ? []
    : [
        separator(heading),
        ...names.map((name) => ({ label: plainText(name, 200), iconPath: new ThemeIcon(icon), value: name })),
      ];

/** Returns the row of a typed ref. */
export const typedRef = (text: string): Choice<string> | undefined =>
  text === ""
    ? undefined
    : { label: l10n.t("Use “{0}”", plainText(text, 200)), iconPath: new ThemeIcon("edit"), value: text };
