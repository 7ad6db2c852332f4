import { type CallsOf, first, firstTwo } from "../call.ts";

export const wikis = {
  "wikis.list": {
    minimal: async (client, on) => {
      await on.wikis.page();
      return first(client.wikis.list(on.wikis.project));
    },
    maximal: async (client, on) => {
      await on.wikis.page();
      return firstTwo(client.wikis.list(on.wikis.sameProject, { with_content: true }, { perPage: 1 }));
    },
  },
  "wikis.get": {
    minimal: async (client, on) => client.wikis.get(on.wikis.project, await on.wikis.page()),
    maximal: async (client, on) =>
      client.wikis.get(on.wikis.sameProject, await on.wikis.page(), {
        render_html: true,
        version: await on.wikis.version(),
      }),
  },
  "wikis.create": {
    minimal: async (client, on) =>
      on.wikis.passing(client.wikis.create(on.wikis.project, { title: on.wikis.newTitle(), content: "Ä" })),
    maximal: async (client, on) =>
      on.wikis.passing(
        client.wikis.create(on.wikis.sameProject, {
          title: on.wikis.newTitle(),
          content: "= Weather\n",
          format: "asciidoc",
        }),
      ),
  },
  "wikis.update": {
    minimal: async (client, on) =>
      on.wikis.passing(client.wikis.update(on.wikis.project, await on.wikis.spare(), { content: "rainy" })),
    maximal: async (client, on) =>
      on.wikis.passing(
        client.wikis.update(on.wikis.sameProject, await on.wikis.spare(), {
          title: on.wikis.newTitle(),
          content: "= Rain\n",
          format: "asciidoc",
        }),
      ),
  },
  "wikis.delete": {
    minimal: async (client, on) => client.wikis.delete(on.wikis.project, await on.wikis.spare()),
    maximal: async (client, on) => client.wikis.delete(on.wikis.sameProject, await on.wikis.spare()),
  },
  "wikis.uploadAttachment": {
    minimal: async (client, on) =>
      client.wikis.uploadAttachment(on.wikis.project, { file: on.wikis.file("plain.txt") }),
    maximal: async (client, on) =>
      client.wikis.uploadAttachment(on.wikis.sameProject, {
        file: on.wikis.file('of "day" 1 ä.txt'),
        branch: (await on.wikis.branch()) ?? undefined,
      }),
  },
} satisfies CallsOf<"wikis">;
