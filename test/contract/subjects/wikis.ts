import { randomUUID } from "node:crypto";
import type { WikiPage } from "../../../src/api/resources/wikis.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { type Context, once } from "../context.ts";
import { git } from "../git.ts";

/** Pages of the project's wiki; those below others have slashes in their slugs. */
export const wikis = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  const newTitle = (): string => `contract/Page ${randomUUID()}`;
  const make = (): Promise<WikiPage> =>
    client.wikis.create(project, { title: newTitle(), content: "# Weather\n\nIt is *sunny*.\n" });
  return {
    project,
    sameProject: on.project.path,
    newTitle,
    /** There are two at least. */
    page: once(async () => {
      await make();
      return (await make()).slug;
    }),
    /** To be changed or deleted. */
    spare: async (): Promise<string> => (await make()).slug,
    /** The newest commit of the wiki. Only its repository tells, which is reached at the local service. */
    version: async (): Promise<string | undefined> => {
      if (!on.control) return undefined;
      const { url, users } = await on.control.info();
      const heads = await git(["ls-remote", `${url}/${on.project.path}.wiki.git`, "HEAD"], users.alice);
      return heads.split("\t", 1)[0];
    },
    /** The branch that pages are on. */
    branch: once(
      async () =>
        (await client.wikis.uploadAttachment(project, { file: uploadBytes("first.txt", Buffer.from("first")) })).branch,
    ),
    file: (name: string) => uploadBytes(name, Buffer.from("sunny\r\nrainy"), "text/plain"),
    /** What a call has made does not stay. */
    passing: async (made: Promise<WikiPage>): Promise<WikiPage> => {
      const result = await made;
      await client.wikis.delete(project, result.slug);
      return result;
    },
  };
};
