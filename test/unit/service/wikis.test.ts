import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { running, signInByOAuth, type Answer, type Running } from "./calling.ts";

const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};
const git = async (cwd: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)("git", args, { cwd, env })).stdout.trim();
const wikis = "/api/v4/projects/1/wikis";

type Fields = Readonly<Record<string, unknown>>;
const as = (at: Running, name: "alice" | "bob" | "rita"): Record<string, string> => ({
  "PRIVATE-TOKEN": at.info.users[name].token,
});
const create = (at: Running, body: Fields): Promise<Answer> => at.call("POST", wikis, { body });
const fields = (answer: Answer): Fields => answer.json as Fields;

/** A clone of the wiki in a folder of its own, removed at the end of the block. */
async function cloned(at: Running, user: string, password: string): Promise<AsyncDisposable & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), "wiki-"));
  const url = at.info.project.httpUrl.replace(/\.git$/, ".wiki.git").replace("://", `://${user}:${password}@`);
  await git(dir, "clone", "--quiet", url, ".");
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) };
}

describe("service: wikis", () => {
  it("creates a page as a file of a git repository and answers it whole", async () => {
    await using at = await running();
    const answer = await create(at, { title: "Deploy/How to  roll back", content: "# Roll back\n" });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json, {
      format: "markdown",
      slug: "Deploy/How-to-roll-back",
      title: "How to roll back",
      wiki_page_meta_id: 1,
      content: "# Roll back\n",
      encoding: "UTF-8",
      front_matter: {},
    });
    assert.deepEqual((await at.call("GET", `${wikis}/Deploy%2FHow-to-roll-back`)).json, answer.json);
    await using clone = await cloned(at, "oauth2", at.info.users.alice.token);
    assert.equal(await readFile(join(clone.dir, "Deploy/How-to-roll-back.md"), "utf8"), "# Roll back\n");
    assert.equal(
      await git(clone.dir, "log", "--format=%an <%ae> %s"),
      "Alice Ahlgren <alice@example.com> alice created page: Deploy/How-to-roll-back",
    );
  });

  const formats = { markdown: "md", rdoc: "rdoc", asciidoc: "asciidoc", org: "org" };
  for (const [format, ending] of Object.entries(formats)) {
    it(`keeps a page of format ${format} in a file .${ending}`, async () => {
      await using at = await running();
      assert.equal(fields(await create(at, { title: "天気 予報", content: "x", format }))["slug"], "天気-予報");
      const page = fields(await at.call("GET", `${wikis}/${encodeURIComponent("天気-予報")}`));
      assert.deepEqual([page["format"], page["title"]], [format, "天気 予報"]);
      await using clone = await cloned(at, "oauth2", at.info.users.alice.token);
      assert.deepEqual(
        (await readdir(clone.dir)).filter((name) => name !== ".git"),
        [`天気-予報.${ending}`],
      );
    });
  }

  it("lists pages with content only when asked, never paged as real hosts do", async () => {
    await using at = await running();
    assert.deepEqual((await at.call("GET", wikis)).json, []);
    for (const title of ["b", "a", "c/d"]) await create(at, { title, content: `of ${title}` });
    const plain = await at.call("GET", `${wikis}?per_page=1`);
    assert.deepEqual(
      (plain.json as Fields[]).map((page) => [page["slug"], page["content"], page["encoding"]]),
      [
        ["a", undefined, undefined],
        ["b", undefined, undefined],
        ["c/d", undefined, undefined],
      ],
    );
    assert.equal(plain.headers.get("x-next-page"), null);
    const full = (await at.call("GET", `${wikis}?with_content=1`)).json as Fields[];
    assert.deepEqual(
      full.map((page) => page["content"]),
      ["of a", "of b", "of c/d"],
    );
  });

  it("answers in the documents' words and pages in the neutral dialect", async () => {
    await using at = await running({ dialect: "neutral" });
    const created = await create(at, { title: "a", content: "x" });
    assert.deepEqual(created.json, { format: "markdown", slug: "a", title: "a", content: "x", encoding: "UTF-8" });
    await create(at, { title: "b", content: "y" });
    const second = await at.call("GET", `${wikis}?per_page=1&page=2`);
    assert.deepEqual(second.json, [{ format: "markdown", slug: "b", title: "b" }]);
    assert.equal(second.headers.get("x-total"), "2");
  });

  it("updates content alone, and moves the page with its title, within its folder unless told otherwise", async () => {
    await using at = await running();
    const made = fields(await create(at, { title: "guide/setup", content: "one" }));
    const changed = await at.call("PUT", `${wikis}/guide%2Fsetup`, { body: { content: "two" } });
    assert.deepEqual(
      [changed.status, fields(changed)["slug"], fields(changed)["content"]],
      [200, "guide/setup", "two"],
    );
    const within = fields(await at.call("PUT", `${wikis}/guide%2Fsetup`, { body: { title: "First steps" } }));
    assert.deepEqual(
      [within["slug"], within["content"], within["wiki_page_meta_id"]],
      ["guide/First-steps", "two", made["wiki_page_meta_id"]],
    );
    assert.equal((await at.call("GET", `${wikis}/guide%2Fsetup`)).status, 404);
    const top = fields(
      await at.call("PUT", `${wikis}/guide%2FFirst-steps`, { body: { title: "/start", format: "org" } }),
    );
    assert.deepEqual([top["slug"], top["format"]], ["start", "org"]);
    assert.deepEqual(
      ((await at.call("GET", wikis)).json as Fields[]).map((page) => page["slug"]),
      ["start"],
    );
  });

  it("shows an older version of a page by the commit's sha", async () => {
    await using at = await running();
    await create(at, { title: "home", content: "old" });
    await using clone = await cloned(at, "oauth2", at.info.users.alice.token);
    const version = await git(clone.dir, "rev-parse", "HEAD");
    await at.call("PUT", `${wikis}/home`, { body: { content: "new" } });
    assert.equal(fields(await at.call("GET", `${wikis}/home?version=${version}`))["content"], "old");
    assert.equal(fields(await at.call("GET", `${wikis}/home`))["content"], "new");
    const unknown = await at.call("GET", `${wikis}/home?version=${"0".repeat(39)}1`);
    assert.deepEqual([unknown.status, unknown.json], [404, { message: "404 Wiki Page Not Found" }]);
  });

  it("deletes a page once", async () => {
    await using at = await running();
    await create(at, { title: "home", content: "x" });
    const deleted = await at.call("DELETE", `${wikis}/home`);
    assert.deepEqual([deleted.status, deleted.text], [204, ""]);
    const again = await at.call("DELETE", `${wikis}/home`);
    assert.deepEqual([again.status, again.json], [404, { message: "404 Wiki Page Not Found" }]);
    assert.equal((await at.call("PUT", `${wikis}/home`, { body: { content: "y" } })).status, 404);
  });

  const wrong: [what: string, method: string, path: string, body: Fields, answer: unknown][] = [
    ["a page without a title", "POST", "", { content: "x" }, { error: "title is missing" }],
    ["a page without content", "POST", "", { title: "x" }, { error: "content is missing" }],
    [
      "an unknown format",
      "POST",
      "",
      { title: "x", content: "x", format: "tex" },
      { error: "format does not have a valid value" },
    ],
    ["a blank title", "POST", "", { title: " / ", content: "x" }, { message: { title: ["can't be blank"] } }],
    [
      "a title of 246 bytes",
      "POST",
      "",
      { title: "ä".repeat(123), content: "x" },
      { message: { title: ["exceeds the limit of 245 bytes"] } },
    ],
    [
      "a title that leaves the wiki",
      "POST",
      "",
      { title: "../x", content: "x" },
      { message: { base: ["Path cannot include directory traversal"] } },
    ],
    [
      "a title that is taken, in another format",
      "POST",
      "",
      { title: "home", content: "x", format: "org" },
      { message: { base: ["Duplicate page: A page with that title already exists in the file home.md"] } },
    ],
    [
      "an update with a title that is taken",
      "PUT",
      "/other",
      { title: "home" },
      { message: { base: ["Duplicate page: A page with that title already exists in the file home.md"] } },
    ],
    [
      "an update of nothing",
      "PUT",
      "/home",
      { format: "org" },
      { error: "title, content are missing, at least one parameter must be provided" },
    ],
  ];
  for (const [what, method, path, body, expected] of wrong) {
    it(`refuses ${what}`, async () => {
      await using at = await running();
      for (const title of ["home", "other"]) await create(at, { title, content: "x" });
      const answer = await at.call(method, wikis + path, { body });
      assert.deepEqual([answer.status, answer.json], [400, expected]);
    });
  }

  it("lets reporters read and not write, and hides all from strangers", async () => {
    await using at = await running();
    await create(at, { title: "home", content: "x" });
    assert.equal((await at.call("GET", `${wikis}/home`, { headers: as(at, "rita") })).status, 200);
    for (const [method, path] of [
      ["POST", ""],
      ["PUT", "/home"],
      ["DELETE", "/home"],
    ] as const) {
      const body = method === "DELETE" ? {} : { body: { title: "t", content: "c" } };
      assert.equal((await at.call(method, wikis + path, { headers: as(at, "rita"), ...body })).status, 403, method);
      assert.equal((await at.call(method, wikis + path, { headers: {}, ...body })).status, 401, method);
    }
    assert.equal((await at.call("GET", wikis, { headers: {} })).status, 404);
    assert.equal(
      (await at.call("POST", wikis, { headers: as(at, "bob"), body: { title: "t", content: "c" } })).status,
      201,
    );
  });

  it("keeps all of many pages written at the same time", async () => {
    await using at = await running();
    const titles = Array.from({ length: 8 }, (_, index) => `page ${index}`);
    const answers = await Promise.all(titles.map((title) => create(at, { title, content: title })));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      titles.map(() => 201),
    );
    assert.equal(((await at.call("GET", wikis)).json as Fields[]).length, 8);
  });

  describe("attachments", () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
    const upload = async (at: Running, form: FormData, name: "alice" | "rita" = "alice"): Promise<Answer> => {
      const response = await fetch(`${at.service.url}${wikis}/attachments`, {
        method: "POST",
        headers: as(at, name),
        body: form,
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as unknown };
    };
    const withFile = (filename: string): FormData => {
      const form = new FormData();
      form.append("file", new Blob([picture], { type: "image/png" }), filename);
      return form;
    };

    it("stores the very bytes in the uploads folder and tells how to show them", async () => {
      await using at = await running();
      const answer = await upload(at, withFile("Wind rose über Kiel.png"));
      assert.equal(answer.status, 201);
      const {
        file_name: name,
        file_path: path,
        branch,
        link,
      } = answer.json as { file_name: string; file_path: string; branch: string; link: object };
      assert.deepEqual([name, branch], ["Wind_rose_über_Kiel.png", "main"]);
      assert.match(path, /^uploads\/[0-9a-f]{32}\/Wind_rose_über_Kiel\.png$/);
      assert.deepEqual(link, { url: path, markdown: `![Wind_rose_über_Kiel](${path})` });
      await using clone = await cloned(at, "oauth2", at.info.users.alice.token);
      assert.deepEqual(await readFile(join(clone.dir, path)), picture);
      assert.deepEqual((await at.call("GET", wikis)).json, []);
    });

    it("links to what is no picture, which is never a page", async () => {
      await using at = await running();
      const { link } = (await upload(at, withFile("notes.md"))).json as { link: { url: string; markdown: string } };
      assert.equal(link.markdown, `[notes.md](${link.url})`);
      assert.deepEqual((await at.call("GET", wikis)).json, []);
    });

    it("refuses a branch that is not there, a missing file, text as a file, and reporters", async () => {
      await using at = await running();
      await create(at, { title: "home", content: "x" });
      const elsewhere = withFile("a.png");
      elsewhere.append("branch", "elsewhere");
      const branch = await upload(at, elsewhere);
      assert.deepEqual(
        [branch.status, branch.json],
        [400, { message: { branch: ["You can only create or edit files when you are on a branch"] } }],
      );
      const without = new FormData();
      without.append("branch", "main");
      const missing = await upload(at, without);
      assert.deepEqual([missing.status, missing.json], [400, { error: "file is missing" }]);
      const text = new FormData();
      text.append("file", "text");
      const invalid = await upload(at, text);
      assert.deepEqual([invalid.status, invalid.json], [400, { error: "file is invalid" }]);
      assert.equal((await upload(at, withFile("a.png"), "rita")).status, 403);
    });
  });

  it("shows pages that a clone pushed with an OAuth token", async () => {
    await using at = await running({ basePath: "/forge" });
    const { pair } = await signInByOAuth(at);
    await using clone = await cloned(at, "oauth2", pair.access_token);
    await writeFile(join(clone.dir, "Two words.markdown"), "---\ntitle: Named\ntags: [a, b]\n---\ntext");
    await writeFile(join(clone.dir, "notes.txt"), "no page");
    await git(clone.dir, "checkout", "--quiet", "-B", "main");
    await git(clone.dir, "add", ".");
    await git(clone.dir, "commit", "--quiet", "-m", "Add");
    await git(clone.dir, "push", "--quiet", "origin", "main");
    assert.deepEqual(
      ((await at.call("GET", wikis)).json as Fields[]).map((page) => page["slug"]),
      ["Two-words"],
    );
    const page = fields(await at.call("GET", `${wikis}/Two-words`));
    assert.deepEqual([page["title"], page["front_matter"]], ["Two words", { title: "Named", tags: ["a", "b"] }]);
    assert.equal(
      fields(await at.call("PUT", `${wikis}/Two-words`, { body: { title: "Two words", content: "changed" } }))["slug"],
      "Two-words",
    );
    await git(clone.dir, "pull", "--quiet", "origin", "main");
    assert.equal(await readFile(join(clone.dir, "Two words.markdown"), "utf8"), "changed");
    assert.deepEqual((await at.call("GET", "/api/v4/projects/1/pipelines")).json, []);
  });

  it("asks git for credentials and refuses pushes of reporters", async () => {
    await using at = await running();
    const refs = (service: string, name?: "rita"): Promise<Answer> =>
      at.call("GET", `/demo/empty.wiki.git/info/refs?service=${service}`, {
        headers: name
          ? { Authorization: `Basic ${Buffer.from(`${name}:${at.info.users[name].token}`).toString("base64")}` }
          : {},
      });
    assert.equal((await refs("git-upload-pack")).status, 401);
    assert.equal((await refs("git-upload-pack", "rita")).status, 200);
    assert.equal((await refs("git-receive-pack", "rita")).status, 403);
  });

  const rendered: [what: string, content: string, html: RegExp][] = [
    ["headings and emphasis", "# Top\n\nvery *good*", /<h1>Top<\/h1>\s*<p>very <em>good<\/em><\/p>/],
    [
      "links between pages, from the top",
      "[steps](guide/setup)",
      /<a href="\/demo\/empty\/-\/wikis\/guide\/setup">steps<\/a>/,
    ],
    [
      "links that start at the page's folder",
      "[up](../home) [beside](./other)",
      /href="\/demo\/empty\/-\/wikis\/home".*href="\/demo\/empty\/-\/wikis\/guide\/other"/,
    ],
    [
      "wiki links, with a text or without",
      "[[Wind rose]] and [[here|Wind rose]]",
      /<a href="\/demo\/empty\/-\/wikis\/Wind-rose">Wind rose<\/a> and <a href="\/demo\/empty\/-\/wikis\/Wind-rose">here<\/a>/,
    ],
    ["pictures", "![rose](uploads/1/rose.png)", /<img src="\/demo\/empty\/-\/wikis\/uploads\/1\/rose.png" alt="rose">/],
    ["HTML as text", "<script>alert(1)</script>", /^(?!.*<script)[^]*&#60;script&#62;/],
    ["no links that run", "[x](javascript:alert(1))", /<a href="#">x<\/a>/],
    ["front matter not at all", "---\ntitle: x\n---\nbody", /^<p>body<\/p>\s*$/],
  ];
  for (const [what, content, html] of rendered) {
    it(`renders ${what}`, async () => {
      await using at = await running();
      await create(at, { title: "guide/page", content });
      assert.match(fields(await at.call("GET", `${wikis}/guide%2Fpage?render_html=true`))["content"] as string, html);
      assert.equal(fields(await at.call("GET", `${wikis}/guide%2Fpage`))["content"], content);
    });
  }

  it("shows the sample's wiki on pages for people, with the picture, below any path", async () => {
    await using at = await running({ seed: "sample", basePath: "/forge" });
    const list = (await at.call("GET", `${wikis}?with_content=true`)).json as Fields[];
    assert.equal(list.length, 8);
    const shown = await at.call("GET", "/demo/weather-station/-/wikis/home");
    const picture =
      /<img src="((?:\.\.\/)+demo\/weather-station\/-\/wikis\/uploads\/[^"]+)"/.exec(shown.text)?.[1] ?? "";
    const page = new URL(`${at.service.url}/demo/weather-station/-/wikis/home`);
    const file = await fetch(new URL(picture, page), { headers: as(at, "alice") });
    assert.deepEqual([file.status, file.headers.get("content-type")], [200, "image/png"]);
    assert.equal(
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      "PNG",
    );
    for (const link of shown.text.matchAll(/<a href="([^"]+wikis\/[^"]+)"/g))
      assert.equal((await fetch(new URL(link[1]!, page), { headers: as(at, "alice") })).status, 200, link[1]);
    const unseen = await at.call("GET", "/demo/weather-station/-/wikis/home", { headers: {} });
    assert.match(unseen.text, /name="password"/);
  });

  it("renders other formats as they are written", async () => {
    await using at = await running();
    await create(at, { title: "page", content: "* <b>", format: "org" });
    assert.equal(fields(await at.call("GET", `${wikis}/page?render_html=true`))["content"], "<pre>* &#60;b&#62;</pre>");
  });
});
