import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CallbackInbox } from "../../../src/auth/callbackInbox.ts";
import type { CallbackAnswer } from "../../../src/auth/callback.ts";
import { InMemorySecrets } from "../../support/fakes/inMemorySecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { turn } from "./rotatingService.ts";

const STATE = "unpredictable-state";
const ADDRESS = `?code=the-code-1&state=${STATE}`;

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
    const answers: CallbackAnswer[] = [];
    window.wait(STATE, (answer) => answers.push(answer));
    await window.arrived(ADDRESS);
    await window.arrived(ADDRESS);
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    window.dispose();
  });

  it("brings an address that landed elsewhere to the window that waits, and cleans up", async () => {
    const [landed, waiting, idle] = [open(), open(), open()];
    const answers: CallbackAnswer[] = [];
    waiting.wait(STATE, (answer) => answers.push(answer));
    waiting.wait("another-state", () => assert.fail("of another sign-in"));
    idle.wait("third-state", () => assert.fail("of another sign-in"));
    await landed.arrived(ADDRESS);
    await turn();
    assert.deepEqual(answers, [{ kind: "code", code: "the-code-1" }]);
    assert.equal(secrets.values.size, 0);
    for (const window of [landed, waiting, idle]) window.dispose();
  });

  it("brings refusals too", async () => {
    const [landed, waiting] = [open(), open()];
    const answers: CallbackAnswer[] = [];
    waiting.wait(STATE, (answer) => answers.push(answer));
    await landed.arrived(`?error=access_denied&state=${STATE}`);
    await turn();
    assert.deepEqual(answers, [{ kind: "refused", error: "access_denied" }]);
    landed.dispose();
    waiting.dispose();
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
    window.wait(STATE, () => assert.fail("is over")).dispose();
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
    await window.arrived("?nothing=here");
    window.dispose();
    assert.equal(log.lines.filter((line) => line.startsWith("warn")).length, 2);
  });

  it("logged no code and no state", () => assert.doesNotMatch(log.text, /the-code|unpredictable/));
});
