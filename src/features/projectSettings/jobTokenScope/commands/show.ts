import { l10n } from "vscode";
import type { Context } from "../../../../core/context.ts";
import { partialText } from "../../../../core/ui/partialList.ts";
import type { OpenProject } from "../../../../git/project.ts";
import { entryName, limitWords, whoWords } from "../items.ts";
import { entryNodes, type JobTokenEntryNode, whoOf } from "../nodes.ts";
import { placeName, readNow } from "../pick.ts";
import type { JobTokenAccess } from "../read.ts";

/** Shows job token access in a document. */
export async function show(context: Context): Promise<void> {
  const { project, access } = await readNow(context);
  const path = `${project.instance.replace(/^https?:\/\//, "")}/${project.project}/${l10n.t("Job Token Access")}.md`;
  await context.texts.show(path, accessText(project, access));
}

/** Returns job token access as Markdown text. */
export function accessText(project: OpenProject, access: JobTokenAccess): string {
  const entries = entryNodes(project, access, project);
  const lines = (nodes: readonly JobTokenEntryNode[], capped = false): string =>
    [
      ...(capped ? [partialText(nodes.length), ""] : nodes.length === 0 ? [l10n.t("None.")] : []),
      ...nodes.map((node) => `- ${lineOf(node)}`),
    ].join("\n");
  const noEffect = access.limited ? "" : ` (${l10n.t("without effect")})`;
  const parts = [
    `# ${l10n.t("Job token access to {0}", placeName(project))}`,
    `${l10n.t("Summary")}: ${whoWords(access.limited, whoOf(entries))}.`,
    limitWords(access.limited, project.instance),
    `## ${l10n.t("Projects")}${noEffect}`,
    lines(entries.projects, access.capped?.projects),
    `## ${l10n.t("Groups, including all projects and subgroups")}${noEffect}`,
    entries.groups === undefined
      ? l10n.t("This host does not support groups.")
      : lines(entries.groups, access.capped?.groups),
  ];
  return `${parts.join("\n\n")}\n`;
}

function lineOf(node: JobTokenEntryNode): string {
  const { entry, itself } = node;
  if (itself) return l10n.t("{0} (this project)", entryName(node));
  return entry.name === undefined
    ? l10n.t("{0} (deleted, or hidden from your account)", entryName(node))
    : l10n.t("{0} (ID {1})", entryName(node), entry.id);
}
