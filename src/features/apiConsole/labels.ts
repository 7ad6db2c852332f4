import { l10n } from "vscode";
import type { Level, Parameter, ParameterType } from "./operation.ts";
import type { ValueProblem } from "./values.ts";

/** Returns how to write a value of a type. */
export function typeLabel(type: ParameterType): string {
  switch (type) {
    case "text":
      return l10n.t("text");
    case "integer":
      return l10n.t("whole number");
    case "id":
      return l10n.t("ID or full path");
    case "boolean":
      return l10n.t("true or false");
    case "time":
      return l10n.t("time, for example 2024-02-29T12:00:00Z");
    case "date":
      return l10n.t("date, for example 2024-02-29");
    case "number":
      return l10n.t("number, for example 87.5");
    case "integers":
      return l10n.t("comma-separated whole numbers, for example 1, 2");
    case "texts":
      return l10n.t("comma-separated texts");
    case "list":
      return l10n.t('JSON array, for example [{"key": "A"}]');
    case "hash":
      return l10n.t('JSON object, for example {"key": "A"}');
    case "file":
      return l10n.t("file");
  }
}

/** Returns the documentation of a parameter in one line. */
export function describeParameter({
  type,
  choices,
  default: documented,
  specialValues,
  notes,
  adminOnly,
  higherEdition,
  deprecated,
}: Parameter): string {
  return [
    choices && choices.length > 1 ? choices.join(" | ") : typeLabel(type),
    ...(specialValues ? [l10n.t("or {0}", specialValues.join(", "))] : []),
    ...(documented === undefined ? [] : [l10n.t("default: {0}", String(documented))]),
    ...(adminOnly ? [l10n.t("administrators only")] : []),
    ...(higherEdition ? [l10n.t("paid editions")] : []),
    ...(deprecated ? [l10n.t("deprecated")] : []),
    ...(notes === undefined ? [] : [notes]),
  ].join(" · ");
}

/** Returns what is wrong with a value and what is expected. */
export function problemText(problem: ValueProblem, { type, choices }: Parameter): string {
  switch (problem) {
    case "empty":
      return l10n.t("Enter a value.");
    case "dots":
      return l10n.t("A part of the path cannot be . or ..");
    case "header":
      return l10n.t("A header can contain only ASCII letters, digits and punctuation.");
    case "choice":
      return l10n.t("One of: {0}", (choices ?? []).join(", "));
    case "integer":
    case "number":
    case "flag":
    case "time":
    case "date":
    case "integers":
    case "list":
    case "hash":
      return l10n.t("Expected: {0}", typeLabel(type));
  }
}

/** Returns the label of one of several routes. */
export function levelLabel(level: Level | undefined): string {
  switch (level) {
    case "project":
      return l10n.t("Of a project");
    case "group":
      return l10n.t("Of a group");
    case "user":
      return l10n.t("Of a user");
    case undefined:
      return l10n.t("Route");
  }
}
