import assert from "node:assert/strict";
import type { CallbackResult, ExpectedCallback } from "../../../src/auth/callback.ts";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import { atEndOfTests } from "../../support/endOfTests.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { latch, turn } from "./rotatingService.ts";

const STATE = "unpredictable-state";
const REDIRECT = "vscode://forgeline.forgeline/callback/0123";
const ADDRESS = `${REDIRECT}?code=the-code-1&state=${STATE}`;
const code: CallbackResult = { kind: "code", code: "the-code-1" };
const expected = (state = STATE): ExpectedCallback => ({
  state,
  instance: "https://git.example.com",
  redirectUri: REDIRECT,
  redirect: "own",
  othersKnown: () => true,
});

describe("callback inbox", () => {
  let secrets: InMemorySecrets;
  let log: RecordingLog;
  let now: number;
  let opened: CallbackInbox[];
  beforeEach(() => {
    secrets = new InMemorySecrets();
    log = new RecordingLog();
    now = 1_800_000_000_000;
    opened = [];
  });
  afterEach(() => {
    for (const window of opened) window.dispose();
  });
  // What windows stored is gone once they are closed, and no log shows a code or a state.
  atEndOfTests(async () => {
    for (const window of opened) window.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
    assert.doesNotMatch(log.text, /the-code|unpredictable/);
  });

  const open = (): CallbackInbox => {
    const window = new CallbackInbox({ secrets, log, now: () => now });
    opened.push(window);
    return window;
  };
  /** A window that waits, with the answers that came to it. */
  const waitingFor = async (what = expected()) => {
    const window = open();
    const answers: CallbackResult[] = [];
    const wait = window.wait(what, (answer) => {
      answers.push(answer);
      // As the sign-in does, which has ended.
      queueMicrotask(() => wait.dispose());
    });
    await turn();
    return { window, answers, wait };
  };
  const land = async (window: CallbackInbox, address: string): Promise<void> => {
    await window.arrived(address);
    await turn();
  };

  it("answers once in the window where the address landed, without storing it", async () => {
    const { window, answers } = await waitingFor();
    secrets.store = () => assert.fail("stored");
    await land(window, ADDRESS);
    await land(window, ADDRESS);
    assert.deepEqual(answers, [code]);
  });

  it("brings an address that landed elsewhere to the window that waits, and removes it", async () => {
    const landed = open();
    const { window, answers } = await waitingFor();
    window.wait(expected("another-state"), () => assert.fail("of another sign-in"));
    const idle = await waitingFor(expected("third-state"));
    await land(landed, ADDRESS);
    assert.deepEqual([answers, idle.answers], [[code], []]);
    assert.equal(secrets.values.size, 2, "those of the sign-ins that still wait");
  });

  const issuer = "https://other.example.com";
  for (const [name, address, answer] of [
    ["a refusal", `${REDIRECT}?error=access_denied&state=${STATE}`, { kind: "refused", error: "access_denied" }],
    ["another host's address", ADDRESS.replace("0123", "9876"), { kind: "otherHost" }],
    ["the shared address", ADDRESS.replace("/0123", ""), { kind: "otherHost" }],
    ["another issuer", `${ADDRESS}&iss=${issuer}`, { kind: "otherHost", issuer }],
  ] as const)
    it(`reports ${name}, in this window and in another`, async () => {
      for (const elsewhere of [true, false]) {
        const { window, answers } = await waitingFor();
        await land(elsewhere ? open() : window, address);
        assert.deepEqual(answers, [answer]);
      }
    });

  it("does not take an issuer as proof, since VS Code has decoded the query", async () => {
    const { window, answers } = await waitingFor({ ...expected(), redirect: "shared" });
    await land(window, `${ADDRESS}&iss=https://git.example.com`);
    assert.deepEqual(answers, [{ kind: "unproven" }]);
  });

  it("stores nothing of what no sign-in has asked for, however much of it comes", async () => {
    const landed = open();
    const { answers } = await waitingFor();
    const before = new Map(secrets.values);
    for (let count = 0; count < 1_001; count++)
      await landed.arrived(`${REDIRECT}?code=${"x".repeat(5_000)}&state=made-up-${count}`);
    await land(landed, `${ADDRESS}&more=${"x".repeat(8_192)}`);
    assert.deepEqual([secrets.values, answers], [before, []]);
  });

  it("brings an address that landed before the sign-in is visible there", async () => {
    await land(open(), ADDRESS);
    assert.equal(secrets.values.size, 0);
    const { answers } = await waitingFor();
    assert.deepEqual(answers, [code]);
    assert.equal(secrets.values.size, 0);
  });

  it("goes on waiting after an answer that does not end the sign-in", async () => {
    const landed = open();
    const { answers } = await waitingFor();
    await land(landed, `${REDIRECT}?state=${STATE}`);
    assert.deepEqual(answers, []);
    await land(landed, ADDRESS);
    assert.deepEqual(answers, [code]);
  });

  it("names neither state nor code in the secret, and removes it when the sign-in ends otherwise", async () => {
    const { window, answers, wait } = await waitingFor();
    const [key = ""] = secrets.values.keys();
    assert.match(key, /^forgeline\.callback\.[0-9a-f]{32}$/);
    assert.doesNotMatch(secrets.values.get(key) ?? "", /unpredictable/);
    wait.dispose();
    await turn();
    assert.equal(secrets.values.size, 0);
    await land(window, ADDRESS);
    assert.deepEqual([secrets.values.size, answers], [0, []]);
  });

  it("removes an address that another window stores after the sign-in has ended", async () => {
    const landed = open();
    const { wait } = await waitingFor();
    const slowly = latch();
    const write = secrets.store.bind(secrets);
    let stored = "";
    secrets.store = async (key, value) => {
      stored = value;
      await slowly.opened;
      await write(key, value);
    };
    const arrived = landed.arrived(ADDRESS);
    await turn();
    wait.dispose();
    await turn();
    assert.deepEqual([stored.includes(ADDRESS), secrets.values.size], [true, 0]);
    slowly.open();
    await arrived;
    await turn();
    assert.equal(secrets.values.size, 0);
  });

  it("removes what closed windows left during a sign-in, and keeps what one waits for", async () => {
    const landed = open();
    const { answers } = await waitingFor(expected("of-a-crash"));
    await secrets.store("forgeline.callback.0123", ADDRESS);
    now += 600_001;
    await land(landed, ADDRESS.replace(STATE, "of-a-crash"));
    assert.deepEqual(answers, []);
    await waitingFor();
    const kept = [...secrets.values.keys()];
    assert.equal(kept.length, 1);
    open();
    await turn();
    assert.deepEqual([...secrets.values.keys()], kept);
  });

  it("logs a locked keychain and a made-up address", async () => {
    secrets.broken.add("store");
    const { window } = await waitingFor();
    await land(window, `${REDIRECT}?nothing=here`);
    assert.equal(log.lines.filter((line) => line.startsWith("warn")).length, 2);
  });
});
