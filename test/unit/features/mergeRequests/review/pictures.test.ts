import assert from "node:assert/strict";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { emojiNames } from "../../../../../src/core/people/emoji.ts";
import { commentBody, UploadedPictures } from "../../../../../src/features/mergeRequests/review/pictures.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const place = { instance: "https://git.example", project: "a/b", iid: 5 };
const address = (name: string): string => `/uploads/${"a1".repeat(16)}/${name}`;

describe("pictures in comments that were uploaded to the project", () => {
  const png = Buffer.from("\u0089PNG\r\n\u001a\n…", "latin1");

  /** Draws a picture whose host answers with these bytes or errors, one after the other, and then with a PNG. */
  const drawing = (...answers: readonly (Error | Uint8Array | undefined)[]) => {
    const left = [...answers];
    const counts = { asked: 0, fired: 0 };
    const views = new Emitter<undefined>();
    const state: { silent?: Date } = {};
    const readUpload = () => {
      counts.asked += 1;
      const answer = left.length > 0 ? left.shift() : png;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const connection = { client: { extras: { available: () => undefined, readUpload } } };
    const read = new UploadedPictures({
      connections: { get: () => connection, onDidChange: new Emitter<string>().event },
      polling: { silentUntil: () => state.silent },
      report: { background: () => undefined },
      views: { onDidRefresh: views.event },
    } as unknown as ConstructorParameters<typeof UploadedPictures>[0]);
    read.onDidRead(() => (counts.fired += 1));
    const draw = async (href = address("x.png")): Promise<string | undefined> => {
      read.of(place)(href);
      await new Promise(setImmediate);
      return read.of(place)(href);
    };
    return {
      read,
      draw,
      state,
      refresh: () => views.fire(undefined),
      counts: () => [counts.asked, counts.fired, read.version],
    };
  };

  it("are shown by their bytes, but SVG, other hosts' and odd paths are not", async () => {
    assert.equal(await drawing(png).draw(), `data:image/png;base64,${png.toString("base64")}`);
    assert.match((await drawing(Buffer.from("GIF89a")).draw(address("x.svg"))) ?? "", /^data:image\/gif;/);
    for (const other of [Buffer.from("<svg/>"), Buffer.from(""), undefined])
      assert.equal(await drawing(other).draw(), undefined);
    for (const href of ["https://far.example/x.png", address("../x.png")])
      assert.equal(await drawing(png).draw(href), undefined);
  });

  it("are read once more with each refresh after a failure", async () => {
    const { draw, refresh, counts } = drawing(new Error("away"), new Error("away"));
    assert.deepEqual([await draw(), await draw(), counts()], [undefined, undefined, [1, 0, 0]]);
    refresh();
    refresh();
    assert.deepEqual(counts(), [1, 1, 1]);
    assert.deepEqual([await draw(), await draw(), counts()], [undefined, undefined, [2, 1, 1]]);
    for (let again = 0; again < 2; again++) {
      refresh();
      assert.ok(await draw());
      assert.deepEqual(counts(), [3, 3, 3]);
    }
  });

  it("are read once more with the conversation of their merge request", async () => {
    const { read, draw, counts } = drawing(new Error("away"));
    await draw();
    const others = [{ ...place, project: "a/c" }, place, place].map((one) => read.retry(one));
    assert.deepEqual(others, [false, true, false]);
    assert.ok(await draw());
    assert.equal(counts()[0], 2);
  });

  it("are not read again where the host has no such file", async () => {
    const { draw, refresh, counts } = drawing(fault("notFound"));
    await draw();
    refresh();
    assert.deepEqual([await draw(), counts()], [undefined, [1, 0, 0]]);
  });

  it("are in the text of comments, beside emoji, as far as VS Code shows so much", async () => {
    await emojiNames();
    const body = (text: string, data = "data:,"): string => commentBody(place, text, () => data).value;
    assert.equal(body("![:tada:](/u) :tada: `:x:`"), "![&#58;tada&#58;](data:,) 🎉 `:x:`");
    assert.equal(body("a ![x*](/u) b"), "a ![x&#42;](data:,) b");
    for (const none of ["`![x](/u)`", `![x](/u) ${"y ".repeat(6_000)}`]) assert.ok(!body(none).includes("data:"));
    const large = "x".repeat(50_000);
    assert.equal(body("![x](/u)\n![y](/u)", large), `![x](${large})\n[y](https://git.example/u)`);
  });
});
