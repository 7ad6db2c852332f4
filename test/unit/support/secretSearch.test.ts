import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { filesBelow, SecretSearch, shortestSecret } from "../../support/secretSearch.ts";

const value = 'glpat-"Ä/b+ c\\d&e=';
const many = Array.from({ length: 500 }, (_, at) => ({ kind: "code", value: hash("sha256", `${at}`) }));
const search = new SecretSearch([...many, { kind: "password", value }, { kind: "password", value: "too short" }]);
const noise = (bytes: number): Buffer => Buffer.alloc(bytes, "lorem ipsum 0123456789abcdef ");

describe("the search for secrets", () => {
  const forms: readonly (readonly [form: string, text: (prefix: string) => Buffer])[] = [
    ["itself", (prefix) => Buffer.from(prefix + value)],
    ["in an address", (prefix) => Buffer.from(`${prefix}?token=${encodeURIComponent(value)}&a`)],
    ["in an address, in lower case", (prefix) => Buffer.from(prefix + encodeURIComponent(value).toLowerCase())],
    ["in a form", (prefix) => Buffer.from(prefix + encodeURIComponent(value).replaceAll("%20", "+"))],
    ["in an address in an address", (prefix) => Buffer.from(prefix + encodeURIComponent(encodeURIComponent(value)))],
    ["in JSON", (prefix) => Buffer.from(JSON.stringify({ [prefix]: `Bearer ${value}!` }))],
    ["in JSON in JSON", (prefix) => Buffer.from(JSON.stringify(JSON.stringify({ [prefix]: value })))],
    [
      "in base64, after any number of bytes",
      (prefix) => Buffer.from(Buffer.from(`${prefix}:${value}z`).toString("base64")),
    ],
    ["in base64url", (prefix) => Buffer.from(Buffer.from(`${prefix}:${value}z`).toString("base64url"))],
    ["in hexadecimal", (prefix) => Buffer.from(prefix + Buffer.from(value).toString("hex"))],
    ["in UTF-16", (prefix) => Buffer.concat([Buffer.from(prefix), Buffer.from(value, "utf16le")])],
    ["in UTF-16, big-endian", (prefix) => Buffer.concat([Buffer.from(prefix), Buffer.from(value, "utf16le").swap16()])],
  ];
  for (const [form, text] of forms)
    it(`finds one ${form}, wherever it begins`, () => {
      for (let before = 0; before < 2 * shortestSecret; before += 1) {
        const hits = search.in(Buffer.concat([noise(before), text("x".repeat(before % 3)), noise(50)]));
        assert.deepEqual(
          [...new Set(hits.map(({ kind, hint }) => `${kind} ${hint}`))],
          ["password glpat-"],
          `${before}`,
        );
      }
    });

  it("finds none in other text, nor a part of one", () => {
    assert.deepEqual(search.in(noise(10_000)), []);
    assert.deepEqual(search.in(Buffer.from(`${value.slice(1)} ${value.slice(0, -1)} too short`)), []);
  });

  it("finds one among many, and says where it begins", () => {
    const [one] = many.slice(250);
    assert.deepEqual(search.in(Buffer.concat([noise(101), Buffer.from(one!.value)])), [
      { kind: "code", form: "", hint: one!.value.slice(0, 6), at: 101 },
    ]);
  });

  it("finds one on the border of what is read at once, in files of any folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "forgeline-search-"));
    try {
      await mkdir(join(folder, "a/b"), { recursive: true });
      await mkdir(join(folder, "skipped"));
      await writeFile(join(folder, "a/b/none"), noise(100));
      await writeFile(join(folder, "skipped/one"), value);
      await writeFile(join(folder, "a/one"), Buffer.concat([noise((1 << 20) - 3), Buffer.from(value), noise(9)]));
      const found: string[] = [];
      for await (const file of filesBelow(folder, (path) => path.endsWith("skipped")))
        for (const { at } of await search.inFile(file)) found.push(`${file} ${at}`);
      assert.deepEqual(found, [`${join(folder, "a/one")} ${(1 << 20) - 3}`]);
      assert.deepEqual(await search.inFile(join(folder, "gone")), []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
