import assert from "node:assert/strict";
import fc from "fast-check";
import { hideCredentials } from "../../../../src/core/base/credentials.ts";
import { KnownSecrets } from "../../../../src/core/base/knownSecrets.ts";
import { redact, redactingLogger, type Logger } from "../../../../src/core/base/log.ts";

const line = "MIIEpAIBAAKCAQEAx3Fz8Kq2w9TnV4bLrYd7sPqJ1mUeHc6gXoZ0iNtRkWvBfGyA";
const key = `${line}\n${line.split("").reverse().join("")}\nAbC9=`;

describe("credentials of others", () => {
  for (const [text, expected] of [
    [`a\n-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----\nb`, "a\n[hidden]\nb"],
    [`12: -----BEGIN OPENSSH PRIVATE KEY-----\n13: ${line}\n`, "12: [hidden]"],
    [`13: ${line}\n14: tail`, "13: [hidden]\n14: tail"],
    ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl end", "jwt [hidden] end"],
    ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzd", "jwt [hidden]"],
    ["runner GR1348941abcdefghijklmnopqrst", "runner [hidden]"],
    ["id AKIAIOSFODNN7EXAMPLE", "id [hidden]"],
    ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = [hidden]"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "AWS_SECRET_ACCESS_KEY=[hidden]"],
    ["export DB_PASSWORD='hunter22'", "export DB_PASSWORD='[hidden]'"],
    ["X-Api-Key: 0123456789", "X-Api-Key: [hidden]"],
    ["postgres://app:s3cret@db:5432/x", "postgres://app:[hidden]@db:5432/x"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[hidden]"],
    ["github_pat_11ABCDEFG0abcdefghijkl", "[hidden]"],
    [`AIza${"a1B-".repeat(9)}`, "[hidden]"],
    ["xoxb-123456789012-abcdef", "[hidden]"],
    ["npm_abcdefghijklmnopqrstuvwxyz0123456789", "[hidden]"],
    [`${["sk", "live"].join("_")}_abcdefghijklmnop`, "[hidden]"],
    ["sk-proj-abcdefghijklmnopqrstuvwx", "[hidden]"],
    ["hvs.CAESIabcdefghijklmnopqrst", "[hidden]"],
  ] as const)
    it(`are hidden: ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), expected));

  for (const text of [
    "Key: main",
    "author_name: Alice",
    "TOKEN=$CI_JOB_TOKEN and DEPLOY_TOKEN=[MASKED]",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "integrity sha512-Q9mVwX0ZzX1uE8w3KjYb2vP7nT5rL4sD6fG8hJ1kM3nB5vC7xZ9aS2dF4gH6jK8lP0oI1uY3tR5eW7qA9sD2fG==",
    "/builds/group/project/src/main/java/com/example/one/two/three/four/five/Six7Seven.java",
    "ssh://git@example.com/group/project.git",
    "-----BEGIN CERTIFICATE-----",
    "the token is too old",
  ])
    it(`are not seen in ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), text));
});

describe("redact", () => {
  for (const [text, expected] of [
    ["GET https://h/callback?code=abc&state=xyz&x=1", "GET https://h/callback?code=[hidden]&state=[hidden]&x=1"],
    ["GET https://h/api?access_token=abc", "GET https://h/api?access_token=[hidden]"],
    ['{"access_token":"abc","token_type":"Bearer"}', '{"access_token":"[hidden]","token_type":"Bearer"}'],
    ["authorization: Bearer abcdef123456", "authorization: [hidden]"],
    ["Authorization: token abc", "Authorization: [hidden]"],
    ["sent Bearer abcdef123456 twice", "sent Bearer [hidden] twice"],
    [
      '{"accessToken":"abc","refreshToken":"def","codeVerifier":"ghi"}',
      '{"accessToken":"[hidden]","refreshToken":"[hidden]","codeVerifier":"[hidden]"}',
    ],
    ["PRIVATE-TOKEN: abc-def", "PRIVATE-TOKEN: [hidden]"],
    ["clone https://oauth2:abcdef@git.example.com/g/p.git", "clone https://[hidden]@git.example.com/g/p.git"],
    [
      "grant_type=refresh_token&refresh_token=abc&code_verifier=def",
      "grant_type=refresh_token&refresh_token=[hidden]&code_verifier=[hidden]",
    ],
    ["the token glpat-abcdefghijklmnop12 was refused", "the token [hidden] was refused"],
    ["pipeline 12 has the state running, exit code 1", "pipeline 12 has the state running, exit code 1"],
    ["GET /projects/1/pipelines?page=2 200 in 35 ms", "GET /projects/1/pipelines?page=2 200 in 35 ms"],
  ] as const)
    it(`reads ${text}`, () => assert.equal(redact(text), expected));
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

  const cleartext = "s3cret-token/1";
  const accents = "passé à côté";
  const long = "abcdefgh12345678";
  for (const [what, secrets, text, shown] of [
    [
      "no more than the secret",
      [cleartext],
      "a%20s3cret-token%2F1&b=s3cret-token/1, s3cret",
      "a%20[hidden]&b=[hidden], s3cret",
    ],
    ["a Basic header", [cleartext], `Basic ${basic(cleartext)}.`, "Basic [hidden]."],
    ["nothing else", [cleartext], "nothing %41 here", "nothing %41 here"],
    ["a form with spaces between characters of several bytes", [accents], `<${form(accents)}>`, "<[hidden]>"],
    ["overlapping ones", [long, "12345678ABCDEFGH"], "<abcdefgh12345678ABCDEFGH>", "<[hidden]>"],
    ["one that is cut off", [long], "it was abcdefgh12345…", "it was [hidden]…"],
    ["no beginning that may be a coincidence", [long], "it was abcdefgh", "it was abcdefgh"],
    ["none of fewer than eight characters", ["running", "", undefined], "is running", "is running"],
  ] as const)
    it(`are hidden exactly: ${what}`, () => {
      const known = new KnownSecrets();
      known.add(...secrets);
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
