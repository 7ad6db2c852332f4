import { l10n } from "vscode";
import type { AttributedKind } from "../../../api/resources/customAttributes.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AttributesRef } from "./refs.ts";
import type { AttributesProblem } from "./text.ts";

/** Returns the kind of an owner in words. */
export function ownerKindName(kind: AttributedKind): string {
  switch (kind) {
    case "users":
      return l10n.t("user");
    case "groups":
      return l10n.t("group");
    case "projects":
      return l10n.t("project");
  }
}

/** Returns kind and name of an owner for a sentence: “project demo/weather-station”. */
export function ownerName({ kind, name }: AttributesRef["owner"]): string {
  const plain = plainText(name, 120);
  switch (kind) {
    case "users":
      return l10n.t("user {0}", plain);
    case "groups":
      return l10n.t("group {0}", plain);
    case "projects":
      return l10n.t("project {0}", plain);
  }
}

/** Returns the text for a problem with a document of attributes. */
export function problemWords(problem: AttributesProblem): string {
  switch (problem.problem) {
    case "syntax":
      return l10n.t("The text is not valid JSON: {0}.", plainText(problem.detail, 200).replace(/[.\s]+$/, ""));
    case "object":
      return l10n.t("The text must be a JSON object of keys and values: {0}.", '{ "team": "storm" }');
    case "emptyKey":
      return l10n.t("An attribute has no key. Add a key or remove the attribute.");
    case "twice":
      return l10n.t("The key “{0}” is used twice. Remove one of them.", plainText(problem.key, 80));
    case "value":
      return l10n.t("The value of “{0}” must be a string. Put it in quotation marks.", plainText(problem.key, 80));
  }
}
