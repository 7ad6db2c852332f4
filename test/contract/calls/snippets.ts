import type { Client } from "../../../src/api/client.ts";
import type { Pages } from "../../../src/api/pages.ts";
import { both, type CallsOf, first, firstTwo } from "../call.ts";
import type { Subjects } from "../subjects.ts";

type Query = Awaited<ReturnType<Subjects["snippets"]["two"]>>;

/** A list of snippets without a filter, and by the time that two were made in. */
const eachTime = <T>(list: (client: Client, query?: Query, options?: { perPage: number }) => Pages<T>) => ({
  minimal: async (client: Client, on: Subjects): Promise<readonly T[]> => {
    await on.snippets.two();
    return first(list(client));
  },
  maximal: async (client: Client, on: Subjects): Promise<readonly T[]> =>
    firstTwo(list(client, await on.snippets.two(), { perPage: 1 })),
});

export const snippets = {
  "snippets.list": eachTime((client, query, options) => client.snippets.list(query, options)),
  "snippets.public": eachTime((client, query, options) => client.snippets.public(query, options)),
  "snippets.all": {
    minimal: eachTime((client) => client.snippets.all()).minimal,
    maximal: async (client, on) => {
      const query = { ...(await on.snippets.two()), repository_storage: await on.snippets.storage() };
      return firstTwo(client.snippets.all(query, { perPage: 1 }));
    },
  },
  "snippets.get": both(async (client, on) => client.snippets.get((await on.snippets.snippet()).id)),
  "snippets.raw": both(async (client, on) => client.snippets.raw((await on.snippets.snippet()).id)),
  "snippets.fileRaw": both(async (client, on) => {
    const { id, ref, path } = await on.snippets.file();
    return client.snippets.fileRaw(id, ref, path);
  }),
  "snippets.create": {
    minimal: async (client, on) =>
      on.snippets.passing(client.snippets.create({ title: "Contract", files: on.snippets.files.slice(0, 1) })),
    maximal: async (client, on) => {
      const described = {
        title: "Ünïcode & <b>more</b>",
        description: "Made to call an API.",
        visibility: "internal",
      } as const;
      await on.snippets.passing(client.snippets.create({ ...described, files: on.snippets.files }));
      return on.snippets.passing(client.snippets.create({ ...described, file_name: "one.txt", content: "1\n" }));
    },
  },
  "snippets.update": {
    minimal: async (client, on) =>
      on.snippets.passing(client.snippets.update((await on.snippets.spareOfOne()).id, { title: "Changed" })),
    maximal: async (client, on) => {
      const { id } = await on.snippets.spareOfOne();
      await client.snippets.update(id, { file_name: "two.txt", content: "2\n" });
      const spare = await on.snippets.spare();
      const [one, two] = on.snippets.files;
      return on.snippets.passing(
        client.snippets.update(
          spare.id,
          {
            title: "Changed",
            description: "",
            visibility: "public",
            files: [
              { action: "create", file_path: "c.txt", content: "c\n" },
              { action: "update", file_path: one.file_path, content: "# Day 2\n" },
              { action: "move", file_path: "moved.txt", previous_path: two.file_path, content: two.content },
            ],
          },
          { known: spare },
        ),
      );
    },
  },
  "snippets.delete": both(async (client, on) => client.snippets.delete((await on.snippets.spare()).id)),
  "snippets.userAgentDetail": both(async (client, on) =>
    client.snippets.userAgentDetail((await on.snippets.snippet()).id),
  ),
} satisfies CallsOf<"snippets">;
