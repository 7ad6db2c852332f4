import type { CiDocument } from "../../../core/ciFile/document.ts";
import type { Include } from "../../../core/ciFile/includes.ts";
import { renamed } from "./fileEdit.ts";
import type { Problem } from "./problem.ts";

/** What is known about what a file includes. */
export interface IncludeFacts {
  /** Whether the host has a template of this name; undefined where that is not known. */
  hasTemplate(name: string): boolean | undefined;
  /** The name of the template that was most likely meant. */
  nearestTemplate(name: string): string | undefined;
  /** Whether the repository has a file at a path; undefined where that is not known. */
  hasFile(path: string): boolean | undefined;
}

/** Templates and files that a CI file includes, itself or in pipelines that its jobs start, and that there are none of. */
export function includeProblems(document: CiDocument, file: string, facts: IncludeFacts): Problem[] {
  const replaced = ({ whole }: Include, name: string | undefined): Problem["fixes"] =>
    name === undefined ? [] : [{ kind: "replace", name, edits: [{ file, ...renamed(document.text, whole, name) }] }];
  return [...document.includes, ...document.started].flatMap((include): Problem[] => {
    const { kind, name, whole } = include;
    if (name === "" || name.includes("$")) return [];
    if (kind === "template" && facts.hasTemplate(name) === false) {
      return [{ kind: "unknownTemplate", name, ...whole, fixes: replaced(include, facts.nearestTemplate(name)) }];
    }
    return kind === "local" && facts.hasFile(name) === false
      ? [{ kind: "missingFile", name, ...whole, fixes: [] }]
      : [];
  });
}
