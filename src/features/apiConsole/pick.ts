import { l10n } from "vscode";
import { type Choice, pickOne, type Row, separator } from "../../core/ui/pick.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import type { Operation } from "./operation.ts";
import { operationTitles } from "./titles.ts";

/** Prompts for an operation. @throws CancelledError, GoBack */
export const pickOperation = (place: Place, operations: readonly Operation[]): Promise<Operation> =>
  pickOne<Operation>({
    title: place.title,
    place,
    placeholder: l10n.t("Search operations, for example “list pipelines”, by name, method or path"),
    words: {
      none: l10n.t("No matching operations"),
      synonyms: (word) => (skipped.has(word) ? undefined : (synonyms[word] ?? [])),
    },
    choices: rowsOf(operations),
  });

/** Lists the operations under the headings of the documents. */
function rowsOf(operations: readonly Operation[]): readonly Row<Operation>[] {
  const titles: Readonly<Record<string, string>> = operationTitles();
  return [...new Set(operations.map(({ section }) => section))].flatMap((section) => [
    separator(section),
    ...operations
      .filter((one) => one.section === section)
      .map((one): Choice<Operation> => {
        const routes = one.routes.map(({ path }) => path).join(" | ");
        return {
          label: titles[one.id] ?? one.id,
          description: `${one.method} ${routes}${one.deprecated ? ` (${l10n.t("deprecated")})` : ""}`,
          keywords: `${one.id} ${section}`,
          value: one,
        };
      }),
  ]);
}

/** Words that the search ignores. */
const skipped: ReadonlySet<string> = new Set(["a", "an", "the", "of", "for", "in", "on", "to", "from", "with"]);

/** Synonyms of words in the titles. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  add: ["create"],
  new: ["create"],
  start: ["create"],
  run: ["create"],
  trigger: ["create"],
  edit: ["update", "set"],
  change: ["update", "set"],
  modify: ["update", "set"],
  rename: ["update"],
  remove: ["delete"],
  show: ["get", "list"],
  view: ["get", "list"],
  read: ["get"],
  fetch: ["get", "list"],
  download: ["get"],
  find: ["list", "search"],
  search: ["list"],
  all: ["list"],
  protection: ["protect"],
  trace: ["log"],
  my: ["current"],
  me: ["current"],
  mr: ["merge request"],
  mrs: ["merge requests"],
};
