import { env, l10n, Uri } from "vscode";
import { recordOf, asText } from "../../../core/base/stored.ts";
import type { ReportedCase } from "../../../core/pipelines/testCases.ts";
import { duration } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { nameOr, outcomeWords } from "./labels.ts";
import { messageText } from "./shownText.ts";

/** Scheme of the documents that hold what a report says of one case. */
export const TEST_CASE_SCHEME = "forgeline-test-case";

/** A case of a shown report, by the keys of the report, its suite and the case. */
export interface CaseAddress {
  readonly report: string;
  readonly suite: string;
  readonly key: string;
}

const address = recordOf({ report: asText, suite: asText, key: asText }, {});

/** Returns the URI of a case's document. @param name title of its tab */
export const caseUri = (of: CaseAddress, name: string): Uri =>
  Uri.from({
    scheme: TEST_CASE_SCHEME,
    path: `/${nameOr(name, l10n.t("(no name)")).replaceAll(/[/\\]/g, "∕")}.txt`,
    query: JSON.stringify(of),
  });

/** Returns the case that a document is about; undefined for other URIs. */
export function caseOf({ query }: Uri): CaseAddress | undefined {
  try {
    return address(JSON.parse(query));
  } catch {
    return undefined;
  }
}

/** Returns all that a report says of a case, as a text without escape sequences. */
export function caseText(
  one: ReportedCase,
  { report, suite }: { readonly report: string; readonly suite: string },
): string {
  const { name, classname, file, outcome, milliseconds, output, stack } = one;
  const took =
    milliseconds !== undefined && milliseconds < 1_000
      ? l10n.t("{0} ms", Math.round(milliseconds))
      : duration(milliseconds === undefined ? undefined : milliseconds / 1_000, env.language);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t("Result"), [outcomeWords(outcome), took].filter((part) => part !== undefined).join(" · ")],
    [l10n.t("Class"), plainText(classname, 300)],
    [l10n.t("Suite"), plainText(suite, 300)],
    [l10n.t("File"), file === undefined ? undefined : l10n.t("{0} (not in the open folder)", plainText(file, 400))],
    [l10n.t("Report"), report],
  ];
  const head = facts.flatMap(([label, value]) => (value === undefined || value === "" ? [] : [`${label}: ${value}`]));
  const body = [output, stack].map(messageText).filter((part) => part !== "");
  if (body.length === 0 && outcome !== "passed") body.push(l10n.t("The report has no failure message."));
  return `${[nameOr(name, l10n.t("(no name)")), head.join("\n"), ...body].join("\n\n")}\n`;
}
