import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import type { Uri } from "vscode";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { LazyFiles } = await import("../../../../src/core/lazy/lazyFiles.ts");

const at = (path: string): Uri => ({ path }) as unknown as Uri;

describe("files of a scheme of our own", () => {
  afterEach(() => vscodeFakes.reset());

  it("are asked for nothing before it is known who is signed in, and load what does the work once", async () => {
    const steps: string[] = [];
    vscodeFakes.workspace["registerFileSystemProvider"] = () => ({ dispose: () => undefined });
    let know = (): void => undefined;
    const ready = new Promise<void>((resolve) => (know = resolve));
    const read = (name: string): Promise<Uint8Array> => {
      steps.push(name);
      return Promise.resolve(Buffer.from(name));
    };
    const made = () => {
      steps.push("made");
      return Promise.resolve({
        stat: () => Promise.reject(new Error("not asked")),
        readFile: (uri: Uri) => read(uri.path),
      });
    };
    const files = new LazyFiles("test", made, { ready });
    const both = Promise.all([files.readFile(at("a")), files.readFile(at("b"))]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(steps, []);
    know();
    assert.deepEqual((await both).map(String), ["a", "b"]);
    assert.deepEqual(steps, ["made", "a", "b"]);
  });

  it("try once more to load what does the work when that failed", async () => {
    vscodeFakes.workspace["registerFileSystemProvider"] = () => ({ dispose: () => undefined });
    let times = 0;
    const files = new LazyFiles("test", () =>
      times++ === 0
        ? Promise.reject(new Error("no chunk"))
        : Promise.resolve({
            stat: () => Promise.reject(new Error("")),
            readFile: () => Promise.resolve(Buffer.from("x")),
          }),
    );
    await assert.rejects(files.readFile(at("a")), /no chunk/);
    assert.equal(String(await files.readFile(at("a"))), "x");
  });
});
