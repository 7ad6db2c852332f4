import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("wikis");

export const wikis = {
  "wikis.list": pair(
    async (client, project, own) => {
      await own.page();
      return first(client.wikis.list(project));
    },
    async (client, project, own) => {
      await own.page();
      return firstTwo(client.wikis.list(project, { with_content: true }, { perPage: 1 }));
    },
  ),
  "wikis.get": pair(
    async (client, project, own) => client.wikis.get(project, await own.page()),
    async (client, project, own) =>
      client.wikis.get(project, await own.page(), { render_html: true, version: await own.version() }),
  ),
  "wikis.create": pair(
    (client, project, own) => own.passing(client.wikis.create(project, { title: own.newTitle(), content: "Ä" })),
    (client, project, own) => {
      const page = { title: own.newTitle(), content: "= Weather\n", format: "asciidoc" } as const;
      return own.passing(client.wikis.create(project, page));
    },
  ),
  "wikis.update": pair(
    async (client, project, own) => own.passing(client.wikis.update(project, await own.spare(), { content: "rainy" })),
    async (client, project, own) => {
      const page = { title: own.newTitle(), content: "= Rain\n", format: "asciidoc" } as const;
      return own.passing(client.wikis.update(project, await own.spare(), page));
    },
  ),
  "wikis.delete": same(async (client, project, own) => client.wikis.delete(project, await own.spare())),
  "wikis.uploadAttachment": pair(
    (client, project, own) => client.wikis.uploadAttachment(project, { file: own.file("plain.txt") }),
    async (client, project, own) => {
      const branch = (await own.branch()) ?? undefined;
      return client.wikis.uploadAttachment(project, { file: own.file('of "day" 1 ä.txt'), branch });
    },
  ),
} satisfies CallsOf<"wikis">;
