import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { hideCredentials } from "../../../../src/core/base/credentials.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import { redact, redactingLogger, type Logger } from "../../../../src/core/base/log.ts";
import tables from "./secrets.json" with { type: "json" };

const line = "MIIEpAIBAAKCAQEAx3Fz8Kq2w9TnV4bLrYd7sPqJ1mUeHc6gXoZ0iNtRkWvBfGyA";
const key = `${line}\n${line.split("").reverse().join("")}\nAbC9=`;

describe("credentials of others", () => {
  for (const [text, expected] of [
    [`a\n-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----\nb`, "a\n[hidden]\nb"],
    [`12: -----BEGIN OPENSSH PRIVATE KEY-----\n13: ${line}\n`, "12: [hidden]"],
    [`13: ${line}\n14: tail`, "13: [hidden]\n14: tail"],
    [`${["sk", "live"].join("_")}_abcdefghijklmnop`, "[hidden]"],
    ...(tables.credentials as [string, string][]),
  ] as const)
    it(`are hidden: ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), expected));

  for (const text of tables.harmless)
    it(`are not seen in ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), text));
});

describe("redact", () => {
  for (const [text = "", expected] of tables.redacted) it(`reads ${text}`, () => assert.equal(redact(text), expected));
});

describe("redactingLogger", () => {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const log = redactingLogger({ error: write, warn: write, info: write, debug: write, trace: write }, redact);

  it("hides secrets in messages, details, errors and their causes", () => {
    const failed = new Error("refused ?token=s3cret-1", { cause: new Error("because ?code=s3cret-2") });
    log.error("refresh ?refresh_token=s3cret-3", failed, { access_token: "s3cret-4" });
    assert.match(written.join(), /caused by/);
    assert.doesNotMatch(written.join(), /s3cret/);
  });

  it("survives a detail that cannot be written as JSON", () => {
    written.length = 0;
    const loop: { self?: unknown } = {};
    loop.self = loop;
    log.info("loop", loop);
    assert.equal(written.length, 1);
  });
});

const form = (value: string): string => new URLSearchParams({ x: value }).toString().slice(2);
const json = (value: string): string => JSON.stringify(value).slice(1, -1);
const unicode = (value: string): string =>
  value.replace(/[<>&'"\\]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
const html = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&#34;").replaceAll("'", "&#x27;");
const everyByte = (value: string): string =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const basic = (value: string, user = "alice"): string => Buffer.from(`${user}:${value}`).toString("base64");

/** How hosts and programs repeat a secret. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  bearer: (value) => `Bearer ${value}`,
  "URL-encoded": encodeURIComponent,
  "form-encoded": form,
  "URL-encoded in lower case": (value) =>
    encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
  "URL-encoded twice": (value) => encodeURIComponent(encodeURIComponent(value)),
  "every byte URL-encoded": everyByte,
  JSON: json,
  "JSON in JSON": (value) => json(json(value)),
  "JSON with code points": unicode,
  "JSON in a URL": (value) => encodeURIComponent(json(value)),
  HTML: html,
  "HTML in JSON": (value) => json(html(value)),
  "a Basic header": basic,
  "a Basic header of one more byte": (value) => basic(value, "alicia"),
  "a Basic header of two more bytes": (value) => basic(value, "alicias"),
  "a Basic header in a URL": (value) => encodeURIComponent(basic(value)),
  base64: (value) => Buffer.from(value).toString("base64"),
  "base64 for URLs": (value) => Buffer.from(`${value}:x`).toString("base64url"),
};

const secret = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{20,64}$/),
  fc.stringMatching(/^glpat-[\w.-]{20}$/),
  fc.stringMatching(/^[\x21-\x7e]{8,60}$/),
  fc.string({ unit: "grapheme", minLength: 12, maxLength: 40 }),
);
const around = fc.stringMatching(/^[\w .:,;=/?&"'{}\n%\\-]{0,40}$/);

function recorded(known: KnownSecrets): { readonly log: Logger; readonly text: () => string } {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const sink: Logger = { error: write, warn: write, info: write, debug: write, trace: write };
  return { log: redactingLogger(sink, (text) => redact(known.hide(text))), text: () => lines.join("\n") };
}

describe("known secrets", () => {
  for (const [name, spell] of Object.entries(forms))
    it(`are hidden in the log as ${name}, wherever they are`, () => {
      fc.assert(
        fc.property(secret, around, around, (value, before, after) => {
          const known = new KnownSecrets();
          known.add("another-secret", value);
          const spelled = spell(value);
          // A space between: behind a "%" or "\\" the first characters would be an escape of their own.
          const { log, text } = recorded(known);
          log.info(`${before} ${spelled} ${after}`);
          log.warn("failed", new Error(`x ${spelled}`, { cause: { answer: [`<${spelled}>`] } }));
          const cause = json(spelled);
          assert.ok(!text().includes(spelled) && !text().includes(cause), text());
          assert.ok(!known.hide(spelled).includes(value.slice(0, 8)));
        }),
        { numRuns: 60 },
      );
    });

  type Known = [what: string, secrets: (string | null)[], text: string, shown: string];
  for (const [what, secrets, text, shown] of tables.known as Known[])
    it(`are hidden exactly: ${what}`, () => {
      const known = new KnownSecrets();
      known.add(...secrets.map((one) => one ?? undefined));
      assert.equal(known.hide(text), shown);
    });

  it("are hidden in base64 that repeats the beginning of one without an end", () => {
    const known = new KnownSecrets();
    known.add("s3cret-token/1");
    const start = Buffer.from("s3cret-token/1").toString("base64").slice(0, 12);
    // Walking through the whole for each repetition would take a minute.
    const run = start.repeat(8_000);
    assert.equal(known.hide(`a ${run}, ${run}.`), "a [hidden], [hidden].");
    assert.equal(known.hide(`${run} s3cret-token/1 ${run}`), "[hidden] [hidden] [hidden]");
  });

  it("are compared up to a length: of a longer one only the beginning is hidden", () => {
    const known = new KnownSecrets();
    const long = Array.from({ length: 60_000 }, (_one, number) => `${number},`).join("");
    known.add(long);
    assert.equal(known.hide(`<${long}>`), `<[hidden]${long.slice(8_192)}>`);
  });

  it("stay known when newer ones come, up to a limit, and those in use longest", () => {
    const known = new KnownSecrets();
    const token = (number: number): string => `${number}-`.padEnd(1_000, "x").replace("-", `-of-${number}-`);
    for (let number = 0; number < 240; number++) known.add(token(number));
    assert.equal(known.hide(token(0)), "[hidden]");
    for (let number = 240; number < 400; number++) known.add(token(number), token(1));
    assert.notEqual(known.hide(token(0)), "[hidden]");
    assert.deepEqual([known.hide(token(1)), known.hide(token(399))], ["[hidden]", "[hidden]"]);
  });
});
