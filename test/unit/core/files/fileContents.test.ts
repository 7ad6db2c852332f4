import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Uri } from "vscode";
import { FILE_SCHEME } from "../../../../src/core/addresses/schemes.ts";
import { addressParts, type FileAddress } from "../../../../src/core/files/address.ts";
import type { LocalClone } from "../../../../src/git/clone.ts";
import "../../../support/vscodeStub.ts";

const { FileContents } = await import("../../../../src/core/files/fileContents.ts");

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
  const client = {
    repositoryFiles: { raw: () => answers("raw", { body: [remote], length: remote.length, close }) },
  };
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
