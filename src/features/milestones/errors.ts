import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { MilestoneHome } from "./refs.ts";

/** What was asked for when the host refused. */
export type MilestoneDoing = "create" | "change" | "delete" | "promote";

/**
 * What to tell when a milestone was refused. Hosts say why in a Ruby hash (`Failed to create milestone {:title=>["…"]}`), and who may do
 * what depends on whose it is (Part 3, Milestones).
 * @param name what it is called, where it is there
 */
export function milestoneError(
  error: unknown,
  { instance, group }: MilestoneHome,
  doing: MilestoneDoing,
  name?: string,
): unknown {
  if (!(error instanceof ApiError)) return error;
  const host = instanceHost(instance);
  switch (error.kind) {
    case "forbidden":
      return new UserError(whoMay(host, group !== undefined, doing), {
        cause: error,
        action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
      });
    case "notFound":
      return name === undefined
        ? error
        : new UserError(
            l10n.t("“{0}” is not there any more: somebody deleted it, or made it a group's.", plainText(name, 80)),
            { cause: error, action: { title: l10n.t("Refresh"), command: "forgeline.refresh" } },
          );
    case "invalidRequest": {
      if (doing === "promote" && /\bgroup\b/i.test(error.serviceMessage ?? ""))
        return new UserError(l10n.t("This project stands in no group, so its milestones stay its own."), {
          cause: error,
        });
      const words = Object.entries({ ...rubyHash(error.serviceMessage ?? ""), ...error.fields }).map(([field, texts]) =>
        fieldWords(field, texts),
      );
      return words.length === 0 ? error : new UserError(words.join(" "), { cause: error });
    }
    default:
      return error;
  }
}

function whoMay(host: string, ofGroup: boolean, doing: MilestoneDoing): string {
  if (doing === "promote")
    return l10n.t(
      "Making a milestone the group's is for reporters of the group on {0} and above. Ask one of its members, or switch the account.",
      host,
    );
  if (!ofGroup)
    return l10n.t(
      "Milestones of a project on {0} are for its reporters and above. Ask one of its members, or switch the account.",
      host,
    );
  return doing === "delete"
    ? l10n.t(
        "Deleting a group's milestone on {0} is for developers of the group and above. Close it instead, ask one of them, or switch the account.",
        host,
      )
    : l10n.t(
        "Milestones of a group on {0} are for its reporters and above. Ask one of its members, or switch the account.",
        host,
      );
}

function fieldWords(field: string, texts: readonly string[]): string {
  const said = texts.map((text) => text.toLowerCase()).join(" ");
  if (field === "title" && /used|taken/.test(said))
    return l10n.t(
      "A milestone of this title is there already, in the project or in a group or project around it. Choose another title.",
    );
  if (field === "title" && /blank/.test(said)) return l10n.t("A title is needed.");
  if (field === "title" && /too long/.test(said)) return l10n.t("The title is too long.");
  if (field === "due_date" && /start/.test(said)) return l10n.t("The due date must not be before the start.");
  const name =
    {
      title: l10n.t("Title"),
      description: l10n.t("Description"),
      due_date: l10n.t("Due date"),
      start_date: l10n.t("Start"),
      base: "",
    }[field] ?? plainText(field, 40);
  const why = plainText(texts.join(", "), 200);
  return name === "" ? why : l10n.t("{0}: {1}.", name, why.replace(/[.\s]+$/, ""));
}

/** The fields and texts of a Ruby hash in a text, in any of its spellings: `{:title=>["a"]}`, `{"title"=>["a"]}`, `{title: ["a"]}`. */
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
