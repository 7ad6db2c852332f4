import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Uri } from "vscode";
import { ApiError } from "../../../../src/api/errors.ts";
import { FILE_SCHEME } from "../../../../src/core/addresses/schemes.ts";
import { UserError } from "../../../../src/core/base/errors.ts";
import { addressParts, type FileAddress } from "../../../../src/core/files/address.ts";
import { FileContents } from "../../../../src/core/files/fileContents.ts";
import { readFileMetadata } from "../../../../src/core/files/fileMetadata.ts";
import { namedFile } from "../../../../src/core/files/namedFile.ts";
import type { LocalClone } from "../../../../src/git/clone.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { testServer } from "../../api/sentRequests.ts";
import { json } from "../../api/server.ts";

const head = "a".repeat(40);
const uriOf = (address: FileAddress): Uri => {
  const parts = addressParts(address);
  return { scheme: FILE_SCHEME, ...parts, toString: () => JSON.stringify(parts) } as unknown as Uri;
};
const diff = { iid: 1, side: "new", base: "b".repeat(40), head } as const;
const side = (path: string): Uri =>
  uriOf({ kind: "file", instance: "https://git.example", project: "a/b", path, ref: head, diff });
const remote = Buffer.from("remote");
/** As a multi-diff editor asks for its files. */
const files = Array.from({ length: 40 }, (_, at) => side(`file-${at}.txt`));

function world(inClone: boolean) {
  const calls = { has: 0, entry: 0, blob: 0, raw: 0 };
  const answers = <T>(call: keyof typeof calls, value: T): Promise<T> => {
    calls[call] += 1;
    return Promise.resolve(value);
  };
  const clone = {
    root: "/clone",
    has: () => answers("has", inClone),
    entry: (_: string, path: string) => answers("entry", { mode: "100644", type: "blob", sha: path, size: 5 }),
    blob: () => answers("blob", Buffer.from("local")),
  } as unknown as LocalClone;
  const close = (): Promise<void> => Promise.resolve();
  const client = { repositoryFiles: { raw: () => answers("raw", { body: [remote], length: remote.length, close }) } };
  const context = { connections: { get: () => ({ client }) } };
  return { contents: new FileContents(context as never, () => clone), calls };
}

/** Reads contents and sizes at once, as VS Code does. */
async function readAll({ contents }: ReturnType<typeof world>): Promise<{ texts: Set<string>; sizes: Set<number> }> {
  const { signal } = new AbortController();
  const texts = files.map(async (uri) => Buffer.from(await contents.readFile(uri, signal)).toString());
  const sizes = files.map(async (uri) => (await contents.stat(uri, signal)).size);
  return { texts: new Set(await Promise.all(texts)), sizes: new Set(await Promise.all(sizes)) };
}

describe("the files of a multi-diff editor", () => {
  it("are requested once each, and git is asked once whether the clone has their commit, later again", async () => {
    const from = world(false);
    assert.deepEqual(await readAll(from), { texts: new Set(["remote"]), sizes: new Set([6]) });
    assert.deepEqual(from.calls, { has: 1, entry: 0, blob: 0, raw: files.length });
    await from.contents.readFile(side("later.txt"), new AbortController().signal);
    assert.equal(from.calls.has, 2);
  });

  it("are read once each from a clone that has their commit", async () => {
    const from = world(true);
    assert.deepEqual(await readAll(from), { texts: new Set(["local"]), sizes: new Set([5]) });
    assert.deepEqual(from.calls, { has: 1, entry: files.length, blob: files.length, raw: 0 });
  });

  it("are read although the request for their size was given up", async () => {
    const from = world(true);
    const stop = new AbortController();
    const size = from.contents.stat(files[0]!, stop.signal);
    const text = from.contents.readFile(files[0]!, new AbortController().signal);
    stop.abort();
    await size.catch(() => undefined);
    assert.equal(Buffer.from(await text).toString(), "local");
  });
});

const facts = {
  ...{ file_name: "a.txt", file_path: "docs/a.txt", size: 3, encoding: "base64", ref: "main" },
  ...{ blob_id: "b1", commit_id: "c1", last_commit_id: "l1" },
};

describe("the metadata of a file", () => {
  const on = testServer();
  const ask = () => readFileMetadata(on.client().repositoryFiles, 1, "docs/a.txt", { ref: "main" }, {});
  const answers = (status: number, headers = {}): void => {
    on.server.handler = ({ method }, response) =>
      method === "HEAD" ? response.writeHead(status, headers).end() : json(response, { ...facts, content: "YWJj" });
  };
  const methods = (): unknown[] => on.server.seen.map(({ method }) => method);

  it("is read from headers, without the content", async () => {
    const names = { "x-gitlab-file-path": "docs/a.txt", "x-gitlab-file-name": "a.txt" };
    answers(200, { "x-gitlab-blob-id": "b2", "x-gitlab-size": "3", ...names });
    assert.equal((await ask()).blob_id, "b2");
    assert.deepEqual(methods(), ["HEAD"]);
  });

  it("is read from the record where headers are dropped or HEAD is refused", async () => {
    for (const status of [200, 405]) {
      answers(status);
      assert.deepEqual(await ask(), { ...facts, content_sha256: null, execute_filemode: null });
    }
    assert.deepEqual(methods(), ["HEAD", "GET", "HEAD", "GET"]);
  });

  it("is requested once where the file is missing or forbidden", async () => {
    for (const status of [404, 403]) {
      answers(status);
      await assert.rejects(ask(), (error) => error instanceof ApiError && error.status === status);
    }
    assert.deepEqual(methods(), ["HEAD", "HEAD"]);
  });
});

describe("a path that a host names", () => {
  const top = temporaryFolder();
  const root = join(top, "opened");
  before(async () => {
    await mkdir(join(top, "clone/src/.git"), { recursive: true });
    await mkdir(join(top, "clone/.git"));
    await mkdir(join(top, "elsewhere"));
    for (const file of ["clone/src/a.txt", "clone/.git/config", "elsewhere/a.txt"])
      await writeFile(join(top, file), "x");
    await symlink(join(top, "elsewhere"), join(top, "clone/linked"));
    await symlink(join(top, "elsewhere/a.txt"), join(top, "clone/link.txt"));
    await symlink(join(top, "nowhere"), join(top, "clone/broken"));
    await symlink(join(top, "clone/.git"), join(top, "clone/inner"));
    await symlink(join(top, "clone/src"), join(top, "clone/alias"));
    // The clone itself is opened through a link.
    await symlink(join(top, "clone"), root);
  });

  for (const path of ["src/a.txt", "alias/a.txt", "src/new.txt", "new/folder/new.txt", "src/../src/a.txt", "a..b"])
    it(`is used when it stays in the repository: ${path}`, async () => {
      assert.equal((await namedFile(root, path)).path, join(root, path));
    });

  for (const path of [
    ...["../elsewhere/a.txt", "../missing", "src/../../elsewhere/a.txt", "/../elsewhere/a.txt", "linked/a.txt"],
    ...["linked/new.txt", "link.txt", "broken"],
    ...[".git/config", ".GIT/config", "src/.git/config", "new/.git/config", "inner/config"],
  ])
    it(`is refused with the reason when it leads elsewhere: ${path}`, async () => {
      const refused = (error: unknown) => error instanceof UserError && error.message.includes(path);
      await assert.rejects(namedFile(root, path), refused);
    });
});
