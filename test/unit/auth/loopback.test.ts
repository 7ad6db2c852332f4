import assert from "node:assert/strict";
import { request } from "node:http";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { CallbackResult, ExpectedCallback } from "../../../src/auth/callback.ts";
import { type Loopback, openLoopback } from "../../../src/auth/loopback.ts";

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
  ] as const) {
    it(`turns away ${name} and waits on`, async () => {
      const page = await get(new URL(path, loopback.redirectUri).href, method);
      assert.equal(page.status, status);
      assert.match(page.text, /Not yours/);
      assert.deepEqual(answers, []);
      await get(`${loopback.redirectUri}?code=c-1&state=abc`);
      assert.equal(answers.length, 1);
    });
  }

  const issuer = "https://other.example.com";
  for (const [name, path, answer] of [
    ["another host's path", "/callback/9876?code=c-1&state=abc", { kind: "otherHost" }],
    ["the shared path", "/callback?code=c-1&state=abc", { kind: "otherHost" }],
    ["a path of nobody's", "/?code=c-1&state=abc", { kind: "otherHost" }],
    ["a refusal at another host's path", "/callback/9876?error=access_denied&state=abc", { kind: "otherHost" }],
    ["another issuer", `/callback/0123?code=c-1&state=abc&iss=${issuer}`, { kind: "otherHost", issuer }],
  ] as const) {
    it(`stops at ${name}, says so, and closes`, async () => {
      const page = await get(new URL(path, loopback.redirectUri).href);
      assert.equal(page.status, 400);
      assert.match(page.text, /Stopped/);
      assert.doesNotMatch(page.text, /c-1|abc/);
      assert.deepEqual(answers, [answer]);
      await assert.rejects(get(`${loopback.redirectUri}?code=c-2&state=abc`), { code: "ECONNREFUSED" });
    });
  }

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
