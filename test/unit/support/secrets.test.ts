import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import { findSecrets, type Traces } from "../../support/secretCheck.ts";
import { filesBelow, SecretSearch, shortestSecret } from "../../support/secretSearch.ts";
import { recordEntry } from "../../support/shownEntries.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const value = 'glpat-"Ä/b+ c\\d&e=';
const many = Array.from({ length: 500 }, (_, at) => ({ kind: "code", value: hash("sha256", `${at}`) }));
const search = new SecretSearch([...many, { kind: "password", value }, { kind: "password", value: "too short" }]);
const noise = (bytes: number): Buffer => Buffer.alloc(bytes, "lorem ipsum 0123456789abcdef ");
const inUrl = encodeURIComponent(value);
const utf16 = (): Buffer => Buffer.from(value, "utf16le");

describe("the search for secrets", () => {
  const forms: Readonly<Record<string, (prefix: string) => string | Buffer>> = {
    "plain text": (prefix) => prefix + value,
    "an address": (prefix) => `${prefix}?token=${inUrl}&a`,
    "an address in lower case": (prefix) => prefix + inUrl.toLowerCase(),
    "a form": (prefix) => prefix + inUrl.replaceAll("%20", "+"),
    "an address within an address": (prefix) => prefix + encodeURIComponent(inUrl),
    JSON: (prefix) => JSON.stringify({ [prefix]: `Bearer ${value}!` }),
    "JSON within JSON": (prefix) => JSON.stringify(JSON.stringify({ [prefix]: value })),
    base64: (prefix) => Buffer.from(`${prefix}:${value}z`).toString("base64"),
    base64url: (prefix) => Buffer.from(`${prefix}:${value}z`).toString("base64url"),
    hexadecimal: (prefix) => prefix + Buffer.from(value).toString("hex"),
    "UTF-16": (prefix) => Buffer.concat([Buffer.from(prefix), utf16()]),
    "big-endian UTF-16": (prefix) => Buffer.concat([Buffer.from(prefix), utf16().swap16()]),
  };
  for (const [form, write] of Object.entries(forms))
    it(`finds a secret in ${form} at any offset`, () => {
      for (let before = 0; before < 2 * shortestSecret; before += 1) {
        const text = write("x".repeat(before % 3));
        const hits = search.in(Buffer.concat([noise(before), Buffer.from(text), noise(50)]));
        const found = new Set(hits.map(({ kind, hint }) => `${kind} ${hint}`));
        assert.deepEqual([...found], ["password glpat-"], `${before}`);
      }
    });

  it("finds neither parts of a secret nor other text, and one among many at its offset", () => {
    assert.deepEqual(search.in(noise(10_000)), []);
    assert.deepEqual(search.in(Buffer.from(`${value.slice(1)} ${value.slice(0, -1)} too short`)), []);
    const one = many[250]!.value;
    const hit = { kind: "code", form: "", hint: one.slice(0, 6), at: 101 };
    assert.deepEqual(search.in(Buffer.concat([noise(101), Buffer.from(one)])), [hit]);
  });

  it("finds a secret across the border of two reads, in files of any folder", async () => {
    const folder = temporaryFolder();
    for (const name of ["a/b", "skipped"]) await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, "a/b/none"), noise(100));
    await writeFile(join(folder, "skipped/one"), value);
    await writeFile(join(folder, "a/one"), Buffer.concat([noise((1 << 20) - 3), Buffer.from(value), noise(9)]));
    const found: string[] = [];
    for await (const file of filesBelow(folder, (path) => path.endsWith("skipped")))
      for (const { at } of await search.inFile(file)) found.push(`${file} ${at}`);
    assert.deepEqual(found, [`${join(folder, "a/one")} ${(1 << 20) - 3}`]);
    assert.deepEqual(await search.inFile(join(folder, "gone")), []);
  });
});

const token = "glpat-0123456789abcdefghij";
const inBase64 = Buffer.from(`oauth2:${token}`).toString("base64");

describe("the check of a window's secrets", () => {
  let folder: string;
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const traces = (changes: Partial<Traces> = {}): Traces => ({
    secrets: [{ kind: "access token", value: token }],
    folders: { editor: join(folder, "editor"), workspace: join(folder, "workspace") },
    shown: join(folder, "shown"),
    kept: [{ where: "local storage: a", text: "b" }],
    console: "",
    ...changes,
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    await put("editor/logs/forgeline.forgeline/Forgeline.log", "GET /user 200");
    await put("shown", recordEntry("window.showErrorMessage", ["It failed."]));
  });

  it("finds nothing in clean traces", async () => {
    const { found, secrets, bytes } = await findSecrets(traces());
    assert.deepEqual([found, secrets], [[], 1]);
    assert.ok(bytes > 20);
  });

  it("reports place, kind and form of each secret, never its whole value", async () => {
    await put("editor/logs/forgeline.forgeline/Forgeline.log", `GET /user ${token}`);
    await put("workspace/.git/config", `url = https://oauth2:${token}@git.example.com`);
    await put(
      "shown",
      [
        recordEntry("window.showErrorMessage", ["It failed.", token]),
        recordEntry("a row of forgeline.jobs", ["Job", `https://git.example.com/?a=${inBase64}`]),
        recordEntry("arguments of a program", ["git", "-c", inBase64]),
        recordEntry("the variable GIT_CONFIG_VALUE_1 of a program", [inBase64]),
        recordEntry("the variable OTHER of a program", [inBase64]),
      ].join(""),
    );
    const { found } = await findSecrets(
      traces({ kept: [{ where: "IndexedDB state: key", text: JSON.stringify([token]) }], console: `> ${token}` }),
    );
    assert.deepEqual(found, [
      "IndexedDB state: key holds an access token (glpat-…)",
      "a row of forgeline.jobs holds an access token (glpat-…), in base64",
      "arguments of a program holds an access token (glpat-…), in base64",
      "editor: logs/forgeline.forgeline/Forgeline.log holds an access token (glpat-…)",
      "the browser's console holds an access token (glpat-…)",
      "the variable OTHER of a program holds an access token (glpat-…), in base64",
      "window.showErrorMessage holds an access token (glpat-…)",
      "workspace: .git/config holds an access token (glpat-…)",
    ]);
  });

  for (const [what, changes, remove] of [
    ["secrets", { secrets: [] }, undefined],
    ["a log", {}, "editor/logs"],
    ["what the browser keeps", { kept: [] }, undefined],
  ] as const)
    it(`fails without ${what}, rather than finding nothing`, async () => {
      if (remove !== undefined) await rm(join(folder, remove), { recursive: true });
      await assert.rejects(findSecrets(traces(changes)), /There are no secrets, no log/);
    });
});
