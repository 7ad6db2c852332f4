/** Wikis and snippets of a host that speaks as the documents do, through what stands between the client and the editor. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { directDispatcher } from "../../../../src/api/agent.ts";
import { temporaryCapabilities } from "../../../../src/api/capabilities.ts";
import { createClient } from "../../../../src/api/client.ts";
import { uploadBytes } from "../../../../src/api/upload.ts";
import { pagePath } from "../../../../src/core/addresses/wiki.ts";
import { changeSnippet } from "../../../../src/features/snippets/change.ts";
import { fileListOf } from "../../../../src/features/snippets/contents.ts";
import { readFileOf } from "../../../../src/features/snippets/read.ts";
import { entriesOf } from "../../../../src/features/wiki/pages.ts";
import { running } from "../../service/calling.ts";

for (const dialect of ["auto", "neutral"] as const) {
  describe(`a host in the documents' words (${dialect})`, () => {
    /** A service in the neutral dialect, and clients that were told so, or find out. */
    const started = async () => {
      const at = await running({ dialect: "neutral" });
      const way = directDispatcher();
      const client = (user: "alice" | "admin") =>
        createClient({
          baseUrl: at.service.url,
          dispatcher: way.dispatcher,
          dialect,
          capabilities: temporaryCapabilities(),
          credentials: { scheme: "private-token", token: () => Promise.resolve(at.info.users[user].token) },
        });
      return {
        client,
        project: at.info.project.id,
        [Symbol.asyncDispose]: async () => {
          await way.close();
          await at[Symbol.asyncDispose]();
        },
      };
    };

    it("has snippets whose files are read and changed, and whose title alone is changed", async () => {
      await using at = await started();
      const client = at.client("alice");
      const made = await client.snippets.create({
        title: "Tools",
        visibility: "internal",
        files: [
          { file_path: "a.txt", content: "a" },
          { file_path: "deep/b #1.txt", content: "b" },
        ],
      });
      assert.deepEqual(
        [fileListOf(made).files.map(({ path }) => path), made.visibility],
        [["a.txt", "deep/b #1.txt"], "internal"],
      );
      const { signal } = new AbortController();
      const renamed = await changeSnippet(client, made, { title: "Renamed", description: "Said" }, signal);
      assert.deepEqual(
        [renamed.title, renamed.description, fileListOf(renamed).files.length],
        ["Renamed", "Said", 2],
        "though the documents ask for the files",
      );
      const files = [
        { action: "update", file_path: "a.txt", content: "a2" },
        { action: "move", previous_path: "deep/b #1.txt", file_path: "c.txt" },
        { action: "create", file_path: "d.txt", content: "d" },
      ] as const;
      const changed = await client.snippets.update(made.id, { files });
      const texts = await Promise.all(
        fileListOf(changed).files.map(async ({ path }) => [path, String(await readFileOf(client, changed, path, {}))]),
      );
      assert.deepEqual(texts.sort(), [
        ["a.txt", "a2"],
        ["c.txt", "b"],
        ["d.txt", "d"],
      ]);
      const told = await at.client("admin").snippets.userAgentDetail(made.id);
      assert.equal(told.spamfilter_submitted, false);
      const { items } = await at.client("admin").snippets.all({ repository_storage: "default" }).page();
      assert.deepEqual(
        items.map(({ title, repository_storage }) => [title, repository_storage]),
        [["Renamed", "default"]],
      );
    });

    it("has wiki pages that are read, changed, moved and deleted, and attachments", async () => {
      await using at = await started();
      const { wikis } = at.client("alice");
      await wikis.create(at.project, { title: "home", content: "# Home" });
      const made = await wikis.create(at.project, {
        title: "Sensors/Dry dock 100%",
        content: "= Dock",
        format: "asciidoc",
      });
      assert.deepEqual([pagePath(made), made.content], ["/Sensors/Dry-dock-100%.asciidoc", "= Dock"]);
      await wikis.update(at.project, made.slug, { content: "= Docks" });
      const pages = (await wikis.list(at.project, { with_content: true }, { perPage: 1 }).all()).items;
      assert.deepEqual(
        entriesOf(pages, "").map(({ slug, folder }) => [slug, folder]),
        [
          ["home", false],
          ["Sensors", true],
        ],
      );
      assert.equal(pages.find(({ slug }) => slug === made.slug)?.content, "= Docks");
      const moved = await wikis.update(at.project, made.slug, { title: "/Dock", content: "= Docks" });
      assert.equal(moved.slug, "Dock");
      assert.match((await wikis.get(at.project, "home", { render_html: true })).content ?? "", /<h1/);
      const { link } = await wikis.uploadAttachment(at.project, { file: uploadBytes("pier.png", Buffer.from("png")) });
      assert.match(link.markdown, /^!\[pier\]\(uploads\/[^)]+\/pier\.png\)$/);
      await wikis.delete(at.project, "Dock");
      await assert.rejects(wikis.get(at.project, "Dock"), { kind: "notFound" });
    });
  });
}
