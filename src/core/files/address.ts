import { readQuery } from "../addresses/query.ts";
import type { DiffSide, FileRef } from "./refs.ts";

/** What a URI of this scheme refers to. */
export type FileAddress =
  | (FileRef & {
      readonly kind: "file";
      /** Whether to show the LFS content instead of the pointer. */
      readonly lfs?: boolean;
      /** A fork that has the commit if the project does not. */
      readonly fork?: number | string;
      /** The diff of a merge request that shows the file. */
      readonly diff?: DiffSide;
    })
  /** The side of a comparison without a file. */
  | { readonly kind: "empty"; readonly path: string }
  /** A submodule, shown as a line with its commit if known. */
  | { readonly kind: "submodule"; readonly path: string; readonly commit?: string };

/** The variable URI parts. Tabs show the path, which also selects the language. */
export interface AddressParts {
  readonly path: string;
  readonly query: string;
}

/**
 * Returns the URI parts of an address.
 * @param folder shown before the path in tabs, for example the branch; not part of the address
 */
export function addressParts(address: FileAddress, folder = ""): AddressParts {
  const { path, ...rest } = address;
  if (folder === "") return { path: `/${path}`, query: JSON.stringify(rest) };
  return { path: `/${folder.replaceAll("/", "∕")}/${path}`, query: JSON.stringify({ ...rest, path }) };
}

/** Returns the address of URI parts; undefined if they were not made by `addressParts`. */
export function readAddress({ path: shown, query }: AddressParts): FileAddress | undefined {
  const given = readQuery(query);
  if (given === undefined) return undefined;
  const path = typeof given["path"] === "string" ? given["path"] : shown.replace(/^\//, "");
  const { kind, instance, project, ref, lfs, fork, commit, diff } = given;
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
        ...(isDiffSide(diff) ? { diff } : {}),
      };
    default:
      return undefined;
  }
}

const isDiffSide = (value: unknown): value is DiffSide => {
  if (typeof value !== "object" || value === null) return false;
  const { iid, side, base, head, otherPath, alone, outdated } = value as Record<string, unknown>;
  return (
    typeof iid === "number" &&
    (side === "old" || side === "new") &&
    typeof base === "string" &&
    typeof head === "string" &&
    (otherPath === undefined || typeof otherPath === "string") &&
    (alone === undefined || typeof alone === "boolean") &&
    (outdated === undefined || typeof outdated === "boolean")
  );
};

const isProject = (value: unknown): value is number | string =>
  typeof value === "number" || (typeof value === "string" && value !== "");
