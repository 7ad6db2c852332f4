import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CallbackResult, ExpectedCallback } from "../../../src/auth/callback.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { turn } from "./rotatingService.ts";

const STATE = "unpredictable-state";
const REDIRECT = "vscode://forgeline.forgeline/callback/0123";
const ADDRESS = `${REDIRECT}?code=the-code-1&state=${STATE}`;
const expected = (state: string): ExpectedCallback => ({
  state,
  instance: "https://git.example.com",
  redirectUri: REDIRECT,
  redirect: "own",
  othersKnown: () => true,
});

describe("callback inbox", () => {
  const secrets = new InMemorySecrets();
  const log = new RecordingLog();
  const expiries: (() => void)[] = [];
  const open = (own = secrets): CallbackInbox =>
    new CallbackInbox({
      secrets: own,
      log,
      timer: (_ms, then) => {
        expiries.push(then);
        return { dispose: () => undefined };
      },
    });

  it("answers the wait in the window where the address landed, without touching the secrets", async () => {
    const window = open();
    const answers: CallbackResult[] = [];
    window.wait(expected(STATE), (answer) => answers.push(answer));
    await window.arrived(ADDRESS);
    await window.arrived(ADDRESS);
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    window.dispose();
  });

  it("brings an address that landed elsewhere to the window that waits, and cleans up", async () => {
    const [landed, waiting, idle] = [open(), open(), open()];
    const answers: CallbackResult[] = [];
    waiting.wait(expected(STATE), (answer) => answers.push(answer));
    waiting.wait(expected("another-state"), () => assert.fail("of another sign-in"));
    idle.wait(expected("third-state"), () => assert.fail("of another sign-in"));
    await landed.arrived(ADDRESS);
    await turn();
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    assert.equal(secrets.values.size, 0);
    for (const window of [landed, waiting, idle]) window.dispose();
  });

  it("brings refusals too", async () => {
    const [landed, waiting] = [open(), open()];
    const answers: CallbackResult[] = [];
    waiting.wait(expected(STATE), (answer) => answers.push(answer));
    await landed.arrived(`${REDIRECT}?error=access_denied&state=${STATE}`);
    await turn();
    assert.deepEqual(answers, [{ kind: "refused", error: "access_denied" }]);
    landed.dispose();
    waiting.dispose();
  });

  for (const [name, address, answer] of [
    ["another host's address", ADDRESS.replace("0123", "9876"), { kind: "otherHost" }],
    ["the shared address", ADDRESS.replace("/0123", ""), { kind: "otherHost" }],
    [
      "another issuer",
      `${ADDRESS}&iss=https://other.example.com`,
      { kind: "otherHost", issuer: "https://other.example.com" },
    ],
  ] as const) {
    it(`says that an answer came with ${name}, in this window and in another`, async () => {
      for (const landed of [open(), undefined]) {
        const waiting = open();
        const answers: CallbackResult[] = [];
        waiting.wait(expected(STATE), (one) => answers.push(one));
        await (landed ?? waiting).arrived(address);
        await turn();
        assert.deepEqual(answers, [answer]);
        for (const window of [landed, waiting]) window?.dispose();
      }
    });
  }

  it("does not take an issuer for a proof, for VS Code has decoded the query", async () => {
    const window = open();
    const answers: CallbackResult[] = [];
    window.wait({ ...expected(STATE), redirect: "shared" }, (answer) => answers.push(answer));
    await window.arrived(`${ADDRESS}&iss=https://git.example.com`);
    assert.deepEqual(answers, [{ kind: "unproven" }]);
    window.dispose();
  });

  it("removes what nobody took, and names neither state nor code by the secret's name", async () => {
    const window = open();
    await window.arrived(ADDRESS);
    const [key = ""] = secrets.values.keys();
    assert.match(key, /^forgeline\.callback\.[0-9a-f]{32}$/);
    expiries.at(-1)?.();
    await turn();
    assert.equal(secrets.values.size, 0);
    window.dispose();
  });

  it("stops waiting when the sign-in ended otherwise", async () => {
    const window = open();
    window.wait(expected(STATE), () => assert.fail("is over")).dispose();
    await window.arrived(ADDRESS);
    expiries.at(-1)?.();
    await turn();
    window.dispose();
  });

  it("lets a locked keychain and a made-up address pass with a line in the log", async () => {
    const locked = new InMemorySecrets();
    locked.broken.add("store");
    const window = open(locked);
    await window.arrived(ADDRESS);
    await window.arrived(`${REDIRECT}?nothing=here`);
    window.dispose();
    assert.equal(log.lines.filter((line) => line.startsWith("warn")).length, 2);
  });

  it("logged no code and no state", () => assert.doesNotMatch(log.text, /the-code|unpredictable/));
});
