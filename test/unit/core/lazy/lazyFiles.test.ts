import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Uri } from "vscode";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { LazyFiles } = await import("../../../../src/core/lazy/lazyFiles.ts");

const at = (path: string): Uri => ({ path }) as unknown as Uri;

describe("files of a scheme of our own", () => {
  afterEach(() => vscodeFakes.reset());

  const asked = () => Promise.reject(new Error("not asked"));
  beforeEach(() => {
    vscodeFakes.workspace["registerFileSystemProvider"] = () => ({ dispose: () => undefined });
  });

  it("load their provider once, when it is known who is signed in", async () => {
    const steps: string[] = [];
    const ready = Promise.withResolvers<void>();
    const readFile = (uri: Uri): Promise<Uint8Array> => {
      steps.push(uri.path);
      return Promise.resolve(Buffer.from(uri.path));
    };
    const make = () => (steps.push("made"), Promise.resolve({ stat: asked, readFile }));
    const files = new LazyFiles("test", make, { ready: ready.promise });
    const both = Promise.all([files.readFile(at("a")), files.readFile(at("b"))]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(steps, []);
    ready.resolve();
    assert.deepEqual((await both).map(String), ["a", "b"]);
    assert.deepEqual(steps, ["made", "a", "b"]);
  });

  it("load their provider again after a failure", async () => {
    let times = 0;
    const readFile = () => Promise.resolve(Buffer.from("x"));
    const files = new LazyFiles("test", () =>
      times++ === 0 ? Promise.reject(new Error("no chunk")) : Promise.resolve({ stat: asked, readFile }),
    );
    await assert.rejects(files.readFile(at("a")), /no chunk/);
    assert.equal(String(await files.readFile(at("a"))), "x");
  });
});
