/** A tree of files as a host has it, changed by the actions of a commit as the documents say (Part 2, Actions). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { CommitAction } from "../../../../../src/api/resources/commits.ts";

export interface HostFile {
  readonly bytes: Buffer;
  readonly executable: boolean;
}
export type HostTree = ReadonlyMap<string, HostFile>;

/** The name git gives a content. */
export const blobOf = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

/** One action after the other; what cannot be done throws, as hosts refuse it. */
export function applied(tree: HostTree, actions: readonly CommitAction[]): Map<string, HostFile> {
  const files = new Map(tree);
  const there = (path: string): HostFile => files.get(path) ?? assert.fail(`${path} is not there`);
  const free = (path: string): void => {
    for (const name of files.keys())
      assert.ok(
        name !== path && !name.startsWith(`${path}/`) && !path.startsWith(`${name}/`),
        `${name} is in the way of ${path}`,
      );
  };
  for (const action of actions) {
    const path = action.file_path;
    const given =
      "content" in action && action.content !== undefined
        ? Buffer.from(action.content, action.encoding === "base64" ? "base64" : "utf8")
        : undefined;
    switch (action.action) {
      case "create":
        free(path);
        files.set(path, { bytes: given ?? assert.fail("content"), executable: false });
        break;
      case "update":
        files.set(path, { ...there(path), bytes: given ?? assert.fail("content") });
        break;
      case "delete":
        there(path);
        files.delete(path);
        break;
      case "move": {
        const before = there(action.previous_path);
        files.delete(action.previous_path);
        free(path);
        files.set(path, given === undefined ? before : { ...before, bytes: given });
        break;
      }
      case "chmod":
        files.set(path, { ...there(path), executable: action.execute_filemode });
    }
  }
  return files;
}
