import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
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

  it("stand where the text has them, as far as VS Code shows so much", () => {
    const body = (text: string, data: string): string => pictures.commentBody(place, text, () => data).value;
    assert.equal(body("a ![x*](/u) b", "data:,"), "a ![x&#42;](data:,) b");
    assert.equal(body("`![x](/u)`", "data:,").includes("data:"), false);
    const large = "x".repeat(50_000);
    assert.equal(body("![x](/u)\n![y](/u)", large), `![x](${large})\n[y](https://git.example/u)`);
    assert.equal(body(`![x](/u) ${"y ".repeat(6_000)}`, "data:,").includes("data:"), false);
  });
});
