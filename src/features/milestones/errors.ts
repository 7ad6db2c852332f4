import { l10n } from "vscode";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { fieldsWords, orRefresh, orSwitchAccount, refusalOf } from "../../core/ui/refusals.ts";
import type { MilestoneHome } from "./refs.ts";

/** What was requested when the host refused. */
export type MilestoneDoing = "create" | "change" | "delete" | "promote";

/**
 * Returns the refusal of a request about a milestone. Hosts give the reason as a Ruby hash (`Failed to create milestone {:title=>["…"]}`),
 * and the role needed depends on whether a project or a group owns the milestone (Part 3, Milestones).
 * @param name title of the milestone, if it exists already
 */
export function milestoneError(
  error: unknown,
  { instance, group }: MilestoneHome,
  doing: MilestoneDoing,
  name?: string,
): unknown {
  return refusalOf(error, {
    forbidden: () => orSwitchAccount(whoMay(instanceHost(instance), group !== undefined, doing)),
    notFound: () => (name === undefined ? undefined : orRefresh(goneWords(name))),
    invalidRequest: ({ serviceMessage = "", fields }) =>
      doing === "promote" && /\bgroup\b/i.test(serviceMessage)
        ? l10n.t("This project does not belong to a group.")
        : fieldsWords({ ...rubyHash(serviceMessage), ...fields }, fieldWords),
  });
}

/** Returns that a milestone no longer exists. */
export const goneWords = (title: string): string =>
  l10n.t("“{0}” was deleted or promoted to a group milestone by someone else.", plainText(title, 80));

function whoMay(host: string, ofGroup: boolean, doing: MilestoneDoing): string {
  if (doing === "promote")
    return l10n.t(
      "You need at least the Reporter role in the group on {0} to promote milestones. Ask a member of the group, or switch accounts.",
      host,
    );
  if (!ofGroup)
    return l10n.t(
      "You need at least the Reporter role in the project on {0} to manage milestones. Ask a member of the project, or switch accounts.",
      host,
    );
  return doing === "delete"
    ? l10n.t(
        "You need at least the Developer role in the group on {0} to delete group milestones. Close the milestone instead, ask a member of the group, or switch accounts.",
        host,
      )
    : l10n.t(
        "You need at least the Reporter role in the group on {0} to manage group milestones. Ask a member of the group, or switch accounts.",
        host,
      );
}

function fieldWords(field: string, texts: readonly string[]): string {
  const said = texts.map((text) => text.toLowerCase()).join(" ");
  if (field === "title" && /used|taken/.test(said))
    return l10n.t("A milestone with this title already exists in the project or its group. Enter another title.");
  if (field === "title" && /blank/.test(said)) return l10n.t("Enter a title.");
  if (field === "title" && /too long/.test(said)) return l10n.t("The title is too long.");
  if (field === "due_date" && /start/.test(said)) return l10n.t("The due date cannot be before the start date.");
  const name =
    {
      title: l10n.t("Title"),
      description: l10n.t("Description"),
      due_date: l10n.t("Due date"),
      start_date: l10n.t("Start Date"),
      base: "",
    }[field] ?? plainText(field, 40);
  const why = plainText(texts.join(", "), 200);
  return name === "" ? why : l10n.t("{0}: {1}.", name, why.replace(/[.\s]+$/, ""));
}

/** Parses the fields of a Ruby hash in a text, in any of its notations: `{:title=>["a"]}`, `{"title"=>["a"]}`, `{title: ["a"]}`. */
export function rubyHash(text: string): Record<string, string[]> {
  const inside = /\{(.*)\}/s.exec(text)?.[1] ?? "";
  const quoted = /"((?:[^"\\]|\\.)*)"/g;
  const pairs = inside.matchAll(/(?::(\w+)\s*=>|"(\w+)"\s*=>|(\w+):)\s*\[((?:"(?:[^"\\]|\\.)*"(?:,\s*)?)*)\]/g);
  return Object.fromEntries(
    [...pairs].map(([, symbol, string, label, list = ""]) => [
      symbol ?? string ?? label ?? "",
      [...list.matchAll(quoted)].map(([, one = ""]) => one.replace(/\\(.)/g, "$1")),
    ]),
  );
}
