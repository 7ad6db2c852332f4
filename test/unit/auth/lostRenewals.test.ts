import assert from "node:assert/strict";
import type { ApiError } from "../../../src/api/errors.ts";
import type { Claims } from "../../../src/auth/claims.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import type { Session } from "../../../src/auth/sessionStore.ts";
import { apiFailure } from "../../support/apiFailure.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { Desk, lostAnswer } from "./rotatingService.ts";

describe("a renewal whose answer is lost", () => {
  let desk: Desk;
  let directory: string;
  beforeEach(() => {
    desk = new Desk();
    directory = temporaryFolder();
  });
  afterEach(() => desk.close());
  const handover = (): FileHandover => new FileHandover({ directory, log: desk.log });
  /** Lets the wait after a refusal pass. */
  const refused = (work: Promise<unknown>): Promise<ApiError> => desk.after(2_000, apiFailure(work));

  it("is requested once more, and succeeds where the refresh token stays valid until the new token is used", async () => {
    const { token, store } = await desk.signedIn();
    desk.service.grace = true;
    desk.service.losing = 1;
    assert.equal(await token("access-0"), "access-2");
    assert.equal(desk.service.refreshes, 2);
    assert.deepEqual([store.list()[0]?.refreshToken, store.list()[0]?.status], ["refresh-2", "active"]);
  });

  it("ends the session where a refresh token is valid once, with the reason", async () => {
    const { token, store } = await desk.signedIn();
    desk.service.losing = 1;
    const error = await refused(token("access-0"));
    assert.deepEqual([error.kind, error.code, error.outcomeUnknown], ["unauthorized", "answerLost", false]);
    assert.equal(desk.service.refreshes, 2);
    const stored = await store.read("s1");
    assert.deepEqual([stored?.status, stored?.ended], ["expired", "answerLost"]);
    assert.equal((await apiFailure(token())).code, "answerLost");
    assert.match(desk.log.text, /has ended: invalid_grant, after the answer to its renewal was lost/);
  });

  it("is not blamed for other refusals", async () => {
    const { token, store } = await desk.signedIn();
    desk.service.generation = 5;
    assert.equal((await refused(token("access-0"))).code, undefined);
    assert.equal((await store.read("s1"))?.ended, undefined);
  });

  it("is the reason in later windows of the machine, and after a restart", async () => {
    await desk.signIn();
    const first = await desk.window({
      handover: handover(),
      lock: { tryAcquire: () => Promise.reject(new Error("read-only disk")) },
    });
    desk.service.losing = 1;
    assert.equal((await refused(first.token("access-0"))).kind, "network");
    first.tokens.dispose();
    const second = await desk.window({ handover: handover() });
    assert.equal((await refused(second.token("access-0"))).code, "answerLost");
  });

  it("leaves the session active when both answers are lost, without a third request", async () => {
    const { token, store } = await desk.signedIn();
    desk.service.grace = true;
    desk.service.losing = 2;
    const error = await apiFailure(token("access-0"));
    assert.deepEqual([error.kind, error.outcomeUnknown], ["network", false]);
    assert.equal(desk.service.refreshes, 2);
    assert.equal((await store.read("s1"))?.status, "active");
    assert.equal(await token("access-0"), "access-3");
  });

  it("is not requested again after 500 or 503", async () => {
    for (const status of [500, 503]) {
      const { token } = await desk.signedIn();
      desk.service.refreshes = 0;
      desk.service.failure = () => lostAnswer("server", status);
      assert.equal((await apiFailure(token("access-0"))).status, status);
      assert.equal(desk.service.refreshes, 1);
    }
  });

  for (const [where, publish] of [
    ["the store", () => desk.signIn()],
    ["the hand-over", (old: Session) => handover().publish(old, desk.service.session())],
  ] as const)
    it(`is not requested again when another window's renewal is in ${where}`, async () => {
      const old = await desk.signIn();
      let sent = 0;
      const { token } = await desk.window({
        handover: handover(),
        refresh: async () => {
          sent++;
          desk.service.generation = 1;
          await publish(old);
          throw lostAnswer();
        },
      });
      assert.equal((await apiFailure(token("access-0"))).kind, "network");
      assert.equal(sent, 1);
      assert.equal(await token("access-0"), "access-1");
      assert.equal(sent, 1);
    });

  it("is not requested again without a lock, without a claim or 45 s later", async () => {
    const done = () => Promise.resolve();
    const claim = { exclusive: false, renew: () => Promise.resolve(true), withdraw: done, fulfil: done };
    const unsure: Claims = { acquire: () => Promise.resolve(claim), forget: done };
    for (const options of [
      { lock: { tryAcquire: () => Promise.reject(new Error("read-only disk")) } },
      { claims: unsure },
      {
        refresh: () => {
          desk.service.refreshes++;
          desk.clock.advance(45_001);
          return Promise.reject(lostAnswer());
        },
      },
    ]) {
      await desk.signIn();
      desk.service.refreshes = 0;
      const { token } = await desk.window(options);
      desk.service.failure = () => lostAnswer();
      const asked = token("access-0");
      assert.equal((await ("lock" in options ? refused(asked) : apiFailure(asked))).kind, "network");
      assert.equal(desk.service.refreshes, 1);
    }
  });

  it("is assumed when a request does not end in five minutes", async () => {
    await desk.signIn();
    const limits: number[] = [];
    const { token, store } = await desk.window({
      refresh: () => new Promise(() => undefined),
      deadline: (ms) => {
        limits.push(ms);
        return AbortSignal.abort(new Error("time is up"));
      },
    });
    const error = await apiFailure(token("access-0"));
    assert.deepEqual([error.kind, error.outcomeUnknown], ["timeout", false]);
    assert.deepEqual(limits, [300_000, 300_000]);
    assert.equal((await store.read("s1"))?.status, "active");
    assert.equal(desk.lock.held, false);
  });
});
