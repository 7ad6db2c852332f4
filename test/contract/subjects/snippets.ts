import { randomUUID } from "node:crypto";
import type { CreateSnippet, Snippet } from "../../../src/api/resources/snippets.ts";
import { type Context, notThere, once } from "../context.ts";

const files = [
  { file_path: "notes/day 1 ä.md", content: "# Day 1\n" },
  { file_path: "b.txt", content: "b\n" },
] as const;

/** The user's own snippets. */
export const snippets = (on: Context) => {
  const { client } = on;
  const make = (more: Partial<CreateSnippet> = {}): Promise<Snippet> =>
    client.snippets.create({
      title: `Contract ${randomUUID()}`,
      description: "",
      visibility: "private",
      files,
      ...more,
    });
  const kept = once(() => make());
  return {
    files,
    /** Has two files. */
    snippet: kept,
    /** A file of it, and the branch it is on. */
    file: async () => {
      const { id, files: own } = await kept();
      const ref =
        /\/raw\/([^/]+)\//.exec(own?.[0]?.raw_url ?? "")?.[1] ??
        notThere("a branch in the addresses of a snippet's files");
      return { id, ref: decodeURIComponent(ref), path: files[0].file_path };
    },
    /** To be changed or deleted; of one file, when told. */
    spare: make,
    spareOfOne: () => make({ files: undefined, file_name: "one.txt", content: "1\n" }),
    /** When two of them were made. */
    two: once(async () => {
      for (const _ of [1, 2]) await make({ visibility: "public" });
      return {
        created_after: new Date(Date.now() - 86_400_000),
        created_before: new Date(Date.now() + 86_400_000).toISOString(),
      };
    }),
    /** Where the host keeps its snippets; it tells administrators. */
    storage: once(async () => {
      const { items } = await on.need("admin").snippets.all().page();
      return (
        items.map(({ repository_storage: storage }) => storage).find((storage) => typeof storage === "string") ??
        notThere("a repository storage in the list of all snippets")
      );
    }),
    /** What a call has made does not stay. */
    passing: async (made: Promise<Snippet>): Promise<Snippet> => {
      const result = await made;
      await client.snippets.delete(result.id);
      return result;
    },
  };
};
