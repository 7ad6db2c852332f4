import assert from "node:assert/strict";
import { request } from "node:http";
import * as fc from "fast-check";
import { describe, it, afterEach, beforeEach } from "mocha";
import {
  type CallbackResult,
  type ExpectedCallback,
  readCallback,
  readPasted,
  stateOf,
} from "../../../src/auth/callback.ts";
import { type Loopback, openLoopback } from "../../../src/auth/loopback.ts";
import tables from "./callback.json" with { type: "json" };

const LOOPBACK = "http://127.0.0.1:41234/callback";
/** A sign-in at the only host that is known. */
const alone: ExpectedCallback = {
  state: "abc",
  instance: "https://git.example.com/forge",
  redirectUri: LOOPBACK,
  redirect: "shared",
  othersKnown: () => false,
};
const among: ExpectedCallback = { ...alone, othersKnown: () => true };
const ownAmong: ExpectedCallback = { ...among, redirect: "own", redirectUri: `${LOOPBACK}/0123` };

const expectations = {
  alone,
  among,
  ownAmong,
  editor: { ...alone, redirectUri: "vscode://forgeline.forgeline/callback" },
};

/** The result that is written as `code`, `denied <words>`, `otherHost <issuer>`, or its kind alone. */
function resultOf(told: string): CallbackResult {
  const [, kind = "", rest] = /^(\w+)(?: (.*))?$/.exec(told) ?? [];
  if (kind === "code") return { kind, code: "4f8c-1_2" };
  if (kind === "denied") return { kind: "refused", error: "access_denied", ...(rest && { description: rest }) };
  if (kind === "otherHost") return { kind, ...(rest !== undefined && { issuer: rest }) };
  return { kind } as CallbackResult;
}

describe("callback", () => {
  for (const [name = "", address = "", answer = "", expected = "alone"] of tables.read)
    it(`reads ${name}`, () => {
      const waiting = expectations[expected as keyof typeof expectations];
      assert.deepEqual(readCallback(address, waiting), resultOf(answer));
      assert.deepEqual(readPasted(` <${address}>\n`, waiting), resultOf(answer));
    });

  it("does not believe the issuer in an address that was decoded as a whole, which the state may have brought", () => {
    const given = decodeURIComponent(
      `${LOOPBACK}?code=4f8c-1_2&state=${encodeURIComponent("abc&iss=https://git.example.com/forge")}`,
    );
    assert.equal(readCallback(given, among, { decoded: true }).kind, "unproven");
    assert.equal(readCallback(given.replace("git.", "other."), among, { decoded: true }).kind, "otherHost");
  });

  for (const bare of ["4f8c0a9b", "8d1c.2e-3_4~5", "q83vEjRWeJA="])
    it(`takes the bare code ${bare} when pasted, not when it arrives`, () => {
      assert.deepEqual(readPasted(` ${bare}\n`, alone), { kind: "code", code: bare });
      assert.deepEqual(readPasted(bare, among), { kind: "bare" });
      assert.deepEqual(readPasted(bare, ownAmong), { kind: "bare" });
      assert.equal(readCallback(bare, alone).kind, "unreadable");
    });

  it("never trusts an empty state", () => {
    assert.equal(readCallback("?code=12345678&state=", { ...alone, state: "" }).kind, "wrongState");
    assert.equal(readCallback("?code=12345678", { ...alone, state: "" }).kind, "wrongState");
  });

  it("finds the state", () => {
    assert.equal(stateOf("x://y/callback?code=1&state=abc"), "abc");
    assert.equal(stateOf("x://y/callback"), undefined);
  });

  it("survives any text, and yields a code from an address only with the state", () => {
    const parts = "code state error = & ? # % %zz :// unpredictabl 8a7b6c5d é".split(" ").concat(" ", "\n");
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(""));
    fc.assert(
      fc.property(text, (address) => {
        assert.notEqual(readCallback(address, { ...alone, state: "unpredictable" }).kind, "code");
        readPasted(address, { ...alone, state: "unpredictable" });
      }),
    );
  });
});

interface Page {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

const get = (address: string, method = "GET"): Promise<Page> =>
  new Promise((resolve, reject) => {
    const call = request(address, { method }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    call.on("error", reject);
    call.end();
  });

describe("loopback receiver", () => {
  let answers: CallbackResult[];
  let loopback: Loopback;
  const words = {
    language: "en",
    done: "Close <this> tab",
    refused: "Not granted",
    stopped: "Stopped",
    foreign: "Not yours",
  };
  const expected: Omit<ExpectedCallback, "redirectUri"> = {
    state: "abc",
    instance: "https://git.example.com",
    redirect: "own",
    othersKnown: () => true,
  };

  beforeEach(async () => {
    answers = [];
    loopback = await openLoopback({ expected, suffix: "/0123", words, answered: (answer) => answers.push(answer) });
  });
  afterEach(() => loopback.dispose());

  it("takes the code, says so in escaped words, and closes", async () => {
    const page = await get(`${loopback.redirectUri}?code=c-1&state=abc`);
    assert.match(loopback.redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback\/0123$/);
    assert.equal(page.status, 200);
    assert.match(page.text, /Close &#60;this&#62; tab/);
    assert.equal(page.headers["cache-control"], "no-store");
    assert.equal(page.headers["referrer-policy"], "no-referrer");
    assert.doesNotMatch(page.text, /c-1|abc/);
    assert.deepEqual(answers, [{ kind: "code", code: "c-1" }]);
    await assert.rejects(get(`${loopback.redirectUri}?code=c-2&state=abc`), { code: "ECONNREFUSED" });
  });

  it("takes a refusal", async () => {
    const page = await get(`${loopback.redirectUri}?error=access_denied&state=abc`);
    assert.match(page.text, /Not granted/);
    assert.deepEqual(answers, [{ kind: "refused", error: "access_denied" }]);
  });

  for (const [name, path, status, method] of tables.ignored as [string, string, number, string][])
    it(`turns away ${name} and waits on`, async () => {
      const page = await get(new URL(path, loopback.redirectUri).href, method);
      assert.equal(page.status, status);
      assert.match(page.text, /Not yours/);
      assert.deepEqual(answers, []);
      await get(`${loopback.redirectUri}?code=c-1&state=abc`);
      assert.equal(answers.length, 1);
    });

  for (const [name, path, answer] of tables.stopping as [string, string, object][])
    it(`stops at ${name}, says so, and closes`, async () => {
      const page = await get(new URL(path, loopback.redirectUri).href);
      assert.equal(page.status, 400);
      assert.match(page.text, /Stopped/);
      assert.doesNotMatch(page.text, /c-1|abc/);
      assert.deepEqual(answers, [answer]);
      await assert.rejects(get(`${loopback.redirectUri}?code=c-2&state=abc`), { code: "ECONNREFUSED" });
    });

  it("says at the shared path that nothing shows whose code it is, unless the issuer does", async () => {
    for (const [iss, status, kind] of [
      ["", 400, "unproven"],
      ["&iss=https://git.example.com", 200, "code"],
    ] as const) {
      const answered = (answer: CallbackResult) => answers.push(answer);
      const shared = await openLoopback({ expected: { ...expected, redirect: "shared" }, suffix: "", words, answered });
      assert.equal((await get(`${shared.redirectUri}?code=c-1&state=abc${iss}`)).status, status);
      assert.equal(answers.at(-1)?.kind, kind);
    }
  });

  it("stops listening when the sign-in ended otherwise", async () => {
    loopback.dispose();
    await assert.rejects(get(loopback.redirectUri), { code: "ECONNREFUSED" });
  });
});
