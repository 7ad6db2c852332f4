import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CallbackResult, ExpectedCallback } from "../../../src/auth/callback.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { latch, turn } from "./rotatingService.ts";

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
  let now = 1_800_000_000_000;
  const open = (own = secrets): CallbackInbox => new CallbackInbox({ secrets: own, log, now: () => now });

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
    assert.equal(secrets.values.size, 2, "those of the sign-ins that still wait");
    for (const window of [landed, waiting, idle]) window.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
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

  it("stores nothing of what no sign-in has asked for, however much of it comes", async () => {
    const [landed, waiting] = [open(), open()];
    waiting.wait(expected(STATE), () => assert.fail("of another sign-in"));
    await turn();
    const before = new Map(secrets.values);
    for (let count = 0; count < 1_001; count++)
      await landed.arrived(`${REDIRECT}?code=${"x".repeat(5_000)}&state=made-up-${count}`);
    assert.deepEqual(secrets.values, before);
    landed.dispose();
    waiting.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
  });

  it("ignores an address of the sign-in that is longer than any host's", async () => {
    const [landed, waiting] = [open(), open()];
    waiting.wait(expected(STATE), () => assert.fail("too long"));
    await turn();
    const before = new Map(secrets.values);
    await landed.arrived(`${ADDRESS}&more=${"x".repeat(8_192)}`);
    await turn();
    assert.deepEqual(secrets.values, before);
    landed.dispose();
    waiting.dispose();
  });

  it("brings an address that landed before the sign-in is visible there", async () => {
    const [landed, waiting] = [open(), open()];
    const answers: CallbackResult[] = [];
    await landed.arrived(ADDRESS);
    assert.equal(secrets.values.size, 0);
    waiting.wait(expected(STATE), (answer) => answers.push(answer));
    await turn();
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    assert.equal(secrets.values.size, 0);
    landed.dispose();
    waiting.dispose();
  });

  it("goes on waiting after an answer of this sign-in that does not end it", async () => {
    const [landed, waiting] = [open(), open()];
    const answers: CallbackResult[] = [];
    waiting.wait(expected(STATE), (answer) => answers.push(answer));
    await turn();
    await landed.arrived(`${REDIRECT}?state=${STATE}`);
    await turn();
    assert.deepEqual(answers, []);
    await landed.arrived(ADDRESS);
    await turn();
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    landed.dispose();
    waiting.dispose();
  });

  it("names neither state nor code by the secret's name, and removes it when the sign-in ended otherwise", async () => {
    const window = open();
    const waiting = window.wait(expected(STATE), () => assert.fail("is over"));
    await turn();
    const [key = ""] = secrets.values.keys();
    assert.match(key, /^forgeline\.callback\.[0-9a-f]{32}$/);
    assert.doesNotMatch(secrets.values.get(key) ?? "", /unpredictable/);
    waiting.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
    await window.arrived(ADDRESS);
    await turn();
    assert.equal(secrets.values.size, 0);
    window.dispose();
  });

  it("removes an address that another window stores after the sign-in has ended", async () => {
    const own = new InMemorySecrets();
    const [landed, window] = [open(own), open(own)];
    const waiting = window.wait(expected(STATE), () => assert.fail("is over"));
    await turn();
    const slowly = latch();
    const write = own.store.bind(own);
    let stored = "";
    own.store = async (key, value) => {
      stored = value;
      await slowly.opened;
      await write(key, value);
    };
    const arrived = landed.arrived(ADDRESS);
    await turn();
    waiting.dispose();
    await turn();
    assert.deepEqual([stored.includes(ADDRESS), own.values.size], [true, 0]);
    slowly.open();
    await arrived;
    await turn();
    assert.equal(own.values.size, 0);
    landed.dispose();
    window.dispose();
  });

  it("removes what windows left that were closed during a sign-in, and not what one waits for", async () => {
    const crashed = open();
    crashed.wait(expected("of-a-crash"), () => assert.fail("is gone"));
    await secrets.store("forgeline.callback.0123", ADDRESS);
    await turn();
    now += 600_001;
    const waiting = open();
    waiting.wait(expected(STATE), () => undefined);
    await turn();
    const [kept = "", ...more] = [...secrets.values.keys()];
    assert.deepEqual(more, []);
    const later = open();
    await turn();
    assert.deepEqual([...secrets.values.keys()], [kept]);
    for (const window of [later, waiting, crashed]) window.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
  });

  it("lets a locked keychain and a made-up address pass with a line in the log", async () => {
    const locked = new InMemorySecrets();
    const before = log.lines.length;
    locked.broken.add("store");
    const window = open(locked);
    window.wait(expected(STATE), () => undefined);
    await turn();
    await window.arrived(`${REDIRECT}?nothing=here`);
    window.dispose();
    assert.equal(log.lines.slice(before).filter((line) => line.startsWith("warn")).length, 2);
  });

  it("logged no code and no state", () => assert.doesNotMatch(log.text, /the-code|unpredictable/));
});
