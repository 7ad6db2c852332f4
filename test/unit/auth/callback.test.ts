import assert from "node:assert/strict";
import { request } from "node:http";
import * as fc from "fast-check";
import {
  type CallbackResult,
  type ExpectedCallback,
  readCallback,
  readPasted,
  stateOf,
} from "../../../src/auth/callback.ts";
import { type Loopback, openLoopback } from "../../../src/auth/loopback.ts";

const LOOPBACK = "http://127.0.0.1:41234/callback";
const EDITOR = "vscode://forgeline.forgeline/callback";
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

const code: CallbackResult = { kind: "code", code: "4f8c-1_2" };
const denied: CallbackResult = { kind: "refused", error: "access_denied" };
const wrongState: CallbackResult = { kind: "wrongState" };
const unreadable: CallbackResult = { kind: "unreadable" };
const otherHost: CallbackResult = { kind: "otherHost" };
const ofIssuer = (issuer: string): CallbackResult => ({ kind: "otherHost", issuer });
const query = "code=4f8c-1_2&state=abc";
const refusal = "error=access_denied&state=abc";
const ours = "iss=https://git.example.com/forge";
const other = "https://other.example.com";
const table: readonly [string, string, CallbackResult, ExpectedCallback?][] = [
  ["loopback", `${LOOPBACK}?${query}`, code],
  ["the editor's own address", `${EDITOR}?${query}`, code, { ...alone, redirectUri: EDITOR }],
  ["a query alone", `?${query}`, code],
  ["pairs alone", query, code],
  ["a fragment behind it", `${LOOPBACK}?${query}#_=_`, code],
  ["all in the fragment", `${LOOPBACK}#${query}`, code],
  ["other fields", `${LOOPBACK}?x=1&${query}&session=1`, code],
  ["an encoded code", `${LOOPBACK}?code=4f8c%2D1_2&state=abc`, code],
  ["a refusal", `${LOOPBACK}?${refusal}`, denied],
  [
    "a refusal with the host's words",
    `${LOOPBACK}?${refusal}&error_description=The+resource+owner+denied`,
    { ...denied, description: "The resource owner denied" },
  ],
  ["a refusal in a fragment", `${LOOPBACK}#${refusal}`, denied],
  ["another state", `${LOOPBACK}?code=4f8c-1_2&state=abd`, wrongState],
  ["another state at another address", `${LOOPBACK}/9?code=4f8c-1_2&state=abd`, wrongState],
  ["a state that goes on with a question mark", `${LOOPBACK}?code=4f8c-1_2&state=abc?iss=x`, wrongState],
  ["no state", `${LOOPBACK}?code=4f8c-1_2`, wrongState],
  ["a refusal with another state", `${LOOPBACK}?error=access_denied&state=x`, wrongState],
  ["the approval page itself", `https://git.example.com/oauth/authorize?client_id=1&state=abc`, unreadable],
  ["no query", LOOPBACK, unreadable],
  ["an empty code", `${LOOPBACK}?code=&state=abc`, unreadable],
  ["nothing", "", unreadable],
  ["words", "it did not work", unreadable],
  // Another address, even where only one host is known.
  ["another host's own address", `${LOOPBACK}/9876?${query}`, otherHost],
  ["the shared address in place of the own one", `${LOOPBACK}?${query}`, otherHost, ownAmong],
  ["another port", `http://127.0.0.1:41235/callback?${query}`, otherHost],
  ["another scheme", `https://127.0.0.1:41234/callback?${query}`, otherHost],
  ["another name of the machine", `http://localhost:41234/callback?${query}`, otherHost],
  ["a slash behind it", `${LOOPBACK}/?${query}`, otherHost],
  ["an equals sign in its path", `${LOOPBACK}/a=b?${query}`, otherHost],
  ["a refusal at another address", `${LOOPBACK}/9876?${refusal}`, otherHost],
  // Which host it is of.
  ["its own address among several hosts", `${LOOPBACK}/0123?${query}`, code, ownAmong],
  ["the shared address among several hosts", `${LOOPBACK}?${query}`, { kind: "unproven" }, among],
  ["a refusal at the shared address among several hosts", `${LOOPBACK}?${refusal}`, denied, among],
  ["a query alone among several hosts", `?${query}`, { kind: "bare" }, ownAmong],
  ["a query alone with its issuer among several hosts", `?${query}&${ours}`, { kind: "bare" }, among],
  ["its issuer", `${LOOPBACK}?${query}&iss=https%3A%2F%2Fgit.example.com%2Fforge`, code, among],
  ["its issuer with a slash, in capitals", `${LOOPBACK}?${query}&iss=https://GIT.example.com:443/forge/`, code, among],
  ["its issuer twice", `${LOOPBACK}?${ours}&${query}&${ours}`, code, among],
  ["another issuer", `${LOOPBACK}?${query}&iss=${other}`, ofIssuer(other)],
  ["another issuer at its own address", `${LOOPBACK}/0123?${query}&iss=${other}`, ofIssuer(other), ownAmong],
  [
    "another sub-path as issuer",
    `${LOOPBACK}?${query}&iss=https://git.example.com`,
    ofIssuer("https://git.example.com"),
  ],
  ["its issuer and another", `${LOOPBACK}?${ours}&${query}&iss=${other}`, ofIssuer(other)],
  ["an empty issuer", `${LOOPBACK}?${query}&iss=`, ofIssuer("")],
  ["an issuer that is no URL", `${LOOPBACK}?${query}&iss=git.example.com/forge`, ofIssuer("git.example.com/forge")],
  ["another issuer's refusal", `${LOOPBACK}?${refusal}&iss=${other}`, ofIssuer(other)],
];

describe("callback", () => {
  for (const [name, address, answer, expected = alone] of table)
    it(`reads ${name}`, () => {
      assert.deepEqual(readCallback(address, expected), answer);
      assert.deepEqual(readPasted(` <${address}>\n`, expected), answer);
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

  for (const [name, path, status, method] of [
    ["another state", "/callback/0123?code=c&state=abd", 400, "GET"],
    ["no state", "/callback/0123?code=c", 400, "GET"],
    ["no code", "/callback/0123", 400, "GET"],
    ["another path with another state", "/callback/9876?code=c&state=abd", 404, "GET"],
    ["the shared path without a code", "/callback?state=abc", 404, "GET"],
    ["another method", "/callback/0123?code=c&state=abc", 404, "POST"],
    ["the browser's icon", "/favicon.ico", 404, "GET"],
  ] as const)
    it(`turns away ${name} and waits on`, async () => {
      const page = await get(new URL(path, loopback.redirectUri).href, method);
      assert.equal(page.status, status);
      assert.match(page.text, /Not yours/);
      assert.deepEqual(answers, []);
      await get(`${loopback.redirectUri}?code=c-1&state=abc`);
      assert.equal(answers.length, 1);
    });

  const issuer = "https://other.example.com";
  for (const [name, path, answer] of [
    ["another host's path", "/callback/9876?code=c-1&state=abc", { kind: "otherHost" }],
    ["the shared path", "/callback?code=c-1&state=abc", { kind: "otherHost" }],
    ["a path of nobody's", "/?code=c-1&state=abc", { kind: "otherHost" }],
    ["a refusal at another host's path", "/callback/9876?error=access_denied&state=abc", { kind: "otherHost" }],
    ["another issuer", `/callback/0123?code=c-1&state=abc&iss=${issuer}`, { kind: "otherHost", issuer }],
  ] as const)
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
