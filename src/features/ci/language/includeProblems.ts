import type { CiDocument } from "../../../core/ciFile/document.ts";
import type { Include } from "../../../core/ciFile/includes.ts";
import { renamed } from "./fileEdit.ts";
import type { Problem } from "./problem.ts";

/** Looks up included templates and files. */
export interface IncludeLookup {
  /** Returns whether the host has a template; undefined when unknown. */
  hasTemplate(name: string): boolean | undefined;
  /** Returns the template with the most similar name. */
  nearestTemplate(name: string): string | undefined;
  /** Returns whether the repository has a file; undefined when unknown. */
  hasFile(path: string): boolean | undefined;
}

/** Returns the missing templates and files that a CI file includes, itself or in child pipelines. */
export function includeProblems(document: CiDocument, file: string, facts: IncludeLookup): Problem[] {
  const replaced = ({ quotedSpan: whole }: Include, name: string | undefined): Problem["fixes"] =>
    name === undefined ? [] : [{ kind: "replace", name, edits: [{ file, ...renamed(document.text, whole, name) }] }];
  return [...document.includes, ...document.childIncludes].flatMap((include): Problem[] => {
    const { kind, name, quotedSpan: whole } = include;
    if (name === "" || name.includes("$")) return [];
    if (kind === "template" && facts.hasTemplate(name) === false) {
      return [{ kind: "unknownTemplate", name, ...whole, fixes: replaced(include, facts.nearestTemplate(name)) }];
    }
    return kind === "local" && facts.hasFile(name) === false
      ? [{ kind: "missingFile", name, ...whole, fixes: [] }]
      : [];
  });
}
