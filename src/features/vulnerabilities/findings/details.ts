import { l10n } from "vscode";
import { codeBlock } from "../../../core/ui/codeBlock.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { severityName } from "../labels.ts";
import { comparedWords } from "./items.ts";
import { findingTitle, placeName, sourceName } from "./labels.ts";
import type { FindingRef } from "./shown.ts";

/** Returns everything that a report says about a finding, as Markdown that is read as source. */
export function findingDetails({ finding, pipeline, isNew, against }: FindingRef): string {
  const { severity, subject, file, description, solution, identifiers, links, fix } = finding;
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    [l10n.t("Severity"), severityName(severity)],
    [l10n.t("Found by"), sourceName(finding)],
    [l10n.t("Pipeline"), `#${pipeline}`],
    [l10n.t("Location"), plainText(placeName(finding), 500)],
    [l10n.t("Affected"), file === undefined ? undefined : plainText(subject, 300)],
    [l10n.t("Compared"), comparedWords(isNew, against)],
    ...identifiers.map(({ name, url }) => [plainText(name, 200), url ?? ""] as const),
    ...links.map((url) => [l10n.t("Link"), url] as const),
  ];
  const table = lines.flatMap(([name, value]) =>
    value === undefined ? [] : [value === "" ? `- ${name}` : `- ${name}: ${value}`],
  );
  const section = (title: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`## ${title}`, text];
  const parts = [
    `# ${findingTitle(finding, 300)}`,
    table.join("\n"),
    ...section(l10n.t("Description"), description),
    ...section(l10n.t("Solution"), solution),
    ...section(l10n.t("Fix"), fix && codeBlock(fix, "diff")),
  ];
  return `${parts.join("\n\n")}\n`;
}
