import type { FileRef } from "./refs.ts";
/** What one of these addresses stands for. */
export type FileAddress =
  | (FileRef & {
      readonly kind: "file";
      /** The content of a large file in place of the pointer that git has. */
      readonly lfs?: boolean;
      /** A fork that has the commit where the project itself has it not. */
      readonly fork?: number | string;
    })
  /** The side of a comparison on which there is no file. */
  | { readonly kind: "empty"; readonly path: string }
  /** A submodule: a line that names its commit, where that is known. */
  | { readonly kind: "submodule"; readonly path: string; readonly commit?: string };

/** The parts of a URI that are not always the same. The path is what tabs show and what the language is chosen by. */
export interface AddressParts {
  readonly path: string;
  readonly query: string;
}

/**
 * @param folder shown before the file's path, for tabs that stand alone: the branch, say. It is no part of what the address stands for.
 */
export function addressParts(address: FileAddress, folder = ""): AddressParts {
  const { path, ...rest } = address;
  if (folder === "") return { path: `/${path}`, query: JSON.stringify(rest) };
  return { path: `/${folder.replaceAll("/", "∕")}/${path}`, query: JSON.stringify({ ...rest, path }) };
}

/** Undefined for what `addressParts` never makes. */
export function readAddress({ path: shown, query }: AddressParts): FileAddress | undefined {
  const given = parse(query);
  if (given === undefined) return undefined;
  const path = typeof given["path"] === "string" ? given["path"] : shown.replace(/^\//, "");
  const { kind, instance, project, ref, lfs, fork, commit } = given;
  if (path === "") return undefined;
  switch (kind) {
    case "empty":
      return { kind, path };
    case "submodule":
      return { kind, path, ...(typeof commit === "string" ? { commit } : {}) };
    case "file":
      if (typeof instance !== "string" || !isProject(project) || typeof ref !== "string" || ref === "")
        return undefined;
      return {
        kind,
        instance,
        project,
        path,
        ref,
        ...(lfs === true ? { lfs } : {}),
        ...(isProject(fork) ? { fork } : {}),
      };
    default:
      return undefined;
  }
}

const isProject = (value: unknown): value is number | string =>
  typeof value === "number" || (typeof value === "string" && value !== "");

function parse(query: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
