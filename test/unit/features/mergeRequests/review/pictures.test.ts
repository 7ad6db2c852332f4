import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { ApiError } from "../../../../../src/api/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { emojiNames } from "../../../../../src/core/people/emoji.ts";
import "../../../../support/vscodeStub.ts";

type Pictures = typeof import("../../../../../src/features/mergeRequests/review/pictures.ts");

const place = { instance: "https://git.example", project: "a/b", iid: 5 };
const address = (name: string): string => `/uploads/${"a1".repeat(16)}/${name}`;

describe("pictures in comments that were uploaded to the project", () => {
  let pictures: Pictures;
  before(async () => {
    pictures = await import("../../../../../src/features/mergeRequests/review/pictures.ts");
  });

  /** What shows a picture of these bytes, once it was read. */
  const shown = async (bytes: Uint8Array | undefined, href = address("x.png")): Promise<string | undefined> => {
    const connection = {
      client: { extras: { available: () => undefined, readUpload: () => Promise.resolve(bytes) } },
    };
    const read = new pictures.UploadedPictures({
      connections: { get: () => connection, onDidChange: new Emitter<string>().event },
      polling: { silentUntil: () => undefined },
      report: { background: (error: unknown) => assert.ifError(error) },
      views: { onDidRefresh: new Emitter<undefined>().event },
    } as unknown as ConstructorParameters<Pictures["UploadedPictures"]>[0]);
    assert.equal(read.of(place)(href), undefined);
    await new Promise(setImmediate);
    return read.of(place)(href);
  };

  it("are shown by what they are, not by their names, and SVG and large ones are not", async () => {
    const png = Buffer.from("\u0089PNG\r\n\u001a\n…", "latin1");
    assert.equal(await shown(png), `data:image/png;base64,${png.toString("base64")}`);
    assert.match((await shown(Buffer.from("GIF89a"), address("x.svg"))) ?? "", /^data:image\/gif;/);
    for (const other of [Buffer.from("<svg/>"), Buffer.from(""), undefined])
      assert.equal(await shown(other), undefined);
    assert.equal(await shown(png, "https://far.example/x.png"), undefined);
    assert.equal(await shown(png, address("../x.png")), undefined);
  });

  it("stand beside emoji, which the text names", async () => {
    await emojiNames();
    assert.equal(
      pictures.commentBody(place, "![:tada:](/u) :tada: `:x:`", () => "data:,").value,
      "![&#58;tada&#58;](data:,) 🎉 `:x:`",
    );
  });

  describe("that could not be read", () => {
    const png = Buffer.from("\u0089PNG\r\n\u001a\n…", "latin1");
    /** Draws a picture whose host fails with these errors, one after the other, and then answers. */
    const failing = (...errors: readonly Error[]) => {
      const left = [...errors];
      let asked = 0;
      let fired = 0;
      const views = new Emitter<undefined>();
      const state: { silent?: Date } = {};
      const connection = {
        client: {
          extras: {
            available: () => undefined,
            readUpload: () => {
              asked += 1;
              const error = left.shift();
              return error ? Promise.reject(error) : Promise.resolve(png);
            },
          },
        },
      };
      const read = new pictures.UploadedPictures({
        connections: { get: () => connection, onDidChange: new Emitter<string>().event },
        polling: { silentUntil: () => state.silent },
        report: { background: () => undefined },
        views: { onDidRefresh: views.event },
      } as unknown as ConstructorParameters<Pictures["UploadedPictures"]>[0]);
      read.onDidRead(() => (fired += 1));
      const draw = async (): Promise<boolean> => {
        read.of(place)(address("x.png"));
        await new Promise(setImmediate);
        return read.of(place)(address("x.png")) !== undefined;
      };
      return { read, draw, state, refresh: () => views.fire(undefined), counts: () => [asked, fired, read.version] };
    };

    it("are read once more with each refresh, until they are there", async () => {
      const { draw, refresh, counts } = failing(new Error("away"), new Error("away"));
      assert.deepEqual([await draw(), await draw(), counts()], [false, false, [1, 0, 0]]);
      refresh();
      refresh();
      assert.deepEqual(counts(), [1, 1, 1]);
      assert.deepEqual([await draw(), await draw(), counts()], [false, false, [2, 1, 1]]);
      refresh();
      assert.deepEqual([await draw(), counts()], [true, [3, 3, 3]]);
      refresh();
      assert.deepEqual([await draw(), counts()], [true, [3, 3, 3]]);
    });

    it("are read once more with the conversation of their merge request, and not with others", async () => {
      const { read, draw, counts } = failing(new Error("away"));
      await draw();
      assert.deepEqual(
        [read.retry({ ...place, project: "a/c" }), read.retry(place), read.retry(place)],
        [false, true, false],
      );
      assert.deepEqual([await draw(), counts()[0]], [true, 2]);
    });

    it("are read once the host may be asked again", async () => {
      const { read, draw, state, counts } = failing();
      state.silent = new Date();
      assert.deepEqual([await draw(), counts()[0]], [false, 0]);
      delete state.silent;
      assert.equal(read.retry(place), true);
      assert.deepEqual([await draw(), counts()[0]], [true, 1]);
    });

    it("are not read again where the host has no such file", async () => {
      const request = { method: "GET", url: place.instance, instance: place.instance };
      const { draw, refresh, counts } = failing(new ApiError({ kind: "notFound", message: "no", request }));
      await draw();
      refresh();
      assert.deepEqual([await draw(), counts()], [false, [1, 0, 0]]);
    });
  });

  it("stand where the text has them, as far as VS Code shows so much", () => {
    const body = (text: string, data: string): string => pictures.commentBody(place, text, () => data).value;
    assert.equal(body("a ![x*](/u) b", "data:,"), "a ![x&#42;](data:,) b");
    assert.equal(body("`![x](/u)`", "data:,").includes("data:"), false);
    const large = "x".repeat(50_000);
    assert.equal(body("![x](/u)\n![y](/u)", large), `![x](${large})\n[y](https://git.example/u)`);
    assert.equal(body(`![x](/u) ${"y ".repeat(6_000)}`, "data:,").includes("data:"), false);
  });
});
