import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import type { ApiError } from "../../../src/api/errors.ts";
import type { Claims } from "../../../src/auth/claims.ts";
import { FileHandover } from "../../../src/auth/handover.ts";
import { type OAuthOperations, refreshToken, type RenewableSession } from "../../../src/auth/oauth.ts";
import { RenewalRequests } from "../../../src/auth/renewalRequests.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { type Service, startService } from "../../service/service.ts";
import { apiFailure } from "../../support/apiFailure.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { inLong } from "../../support/long.ts";
import { TestServer } from "../api/server.ts";
import { approvedSession } from "./approvedSession.ts";
import { Desk, lostAnswer } from "./rotatingService.ts";
import { type Desktop, type OpenWindow, WindowProcess } from "./windowProcesses.ts";

describe("a renewal whose answer is lost", () => {
  let desk: Desk;
  let directory: string;
  beforeEach(async () => {
    desk = new Desk();
    directory = await mkdtemp(join(tmpdir(), "forgeline-lost-"));
  });
  afterEach(async () => {
    desk.close();
    await rm(directory, { recursive: true });
  });
  const handover = (): FileHandover => new FileHandover({ directory, log: desk.log });
  /** Lets the wait after a refusal pass. */
  const refused = async (work: Promise<unknown>): Promise<ApiError> => {
    const failed = apiFailure(work);
    await desk.clock.asleep();
    desk.clock.advance(2_000);
    return failed;
  };

  it("is asked for once more, and succeeds with a host that accepts the refresh token until the new token is used", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.grace = true;
    desk.service.losing = 1;
    assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-2");
    assert.equal(desk.service.refreshes, 2);
    assert.deepEqual([store.list()[0]?.refreshToken, store.list()[0]?.status], ["refresh-2", "active"]);
  });

  it("ends the session with a host that accepts a refresh token once, and says why", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.losing = 1;
    const error = await refused(tokens.credentials("s1").token({ stale: "access-0" }));
    assert.deepEqual([error.kind, error.code, error.outcomeUnknown], ["unauthorized", "answerLost", false]);
    assert.equal(desk.service.refreshes, 2);
    const stored = await store.read("s1");
    assert.deepEqual([stored?.status, stored?.ended], ["expired", "answerLost"]);
    assert.equal((await apiFailure(tokens.credentials("s1").token({}))).code, "answerLost");
    assert.match(desk.log.text, /has ended: invalid_grant, after the answer to its renewal was lost/);
  });

  it("does not blame a lost answer for any other refusal", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.generation = 5;
    assert.equal((await refused(tokens.credentials("s1").token({ stale: "access-0" }))).code, undefined);
    assert.equal((await store.read("s1"))?.ended, undefined);
  });

  it("is said in another window of the machine that tries later, and after a restart", async () => {
    await desk.signIn();
    const first = await desk.window({
      handover: handover(),
      lock: { tryAcquire: () => Promise.reject(new Error("read-only disk")) },
    });
    desk.service.losing = 1;
    const failed = apiFailure(first.tokens.credentials("s1").token({ stale: "access-0" }));
    await desk.clock.asleep();
    desk.clock.advance(2_000);
    assert.equal((await failed).kind, "network");
    first.tokens.dispose();
    const second = await desk.window({ handover: handover() });
    assert.equal((await refused(second.tokens.credentials("s1").token({ stale: "access-0" }))).code, "answerLost");
  });

  it("leaves the session as it is when both answers are lost, without a third request", async () => {
    await desk.signIn();
    const { tokens, store } = await desk.window();
    desk.service.grace = true;
    desk.service.losing = 2;
    const error = await apiFailure(tokens.credentials("s1").token({ stale: "access-0" }));
    assert.deepEqual([error.kind, error.outcomeUnknown], ["network", false]);
    assert.equal(desk.service.refreshes, 2);
    assert.equal((await store.read("s1"))?.status, "active");
    assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-3");
  });

  for (const status of [500, 503]) {
    it(`is not asked for again when the host fails with ${status}`, async () => {
      await desk.signIn();
      const { tokens } = await desk.window();
      desk.service.failure = () => lostAnswer("server", status);
      assert.equal((await apiFailure(tokens.credentials("s1").token({ stale: "access-0" }))).status, status);
      assert.equal(desk.service.refreshes, 1);
    });
  }

  for (const [where, publish] of [
    ["the store", () => desk.signIn()],
    ["the hand-over", (old: Session) => handover().publish(old, desk.service.session())],
  ] as const) {
    it(`is not asked for again when another window's renewal is in ${where} by then`, async () => {
      const old = await desk.signIn();
      let sent = 0;
      const { tokens } = await desk.window({
        handover: handover(),
        refresh: async () => {
          sent++;
          desk.service.generation = 1;
          await publish(old);
          throw lostAnswer();
        },
      });
      assert.equal((await apiFailure(tokens.credentials("s1").token({ stale: "access-0" }))).kind, "network");
      assert.equal(sent, 1);
      assert.equal(await tokens.credentials("s1").token({ stale: "access-0" }), "access-1");
      assert.equal(sent, 1);
    });
  }

  it("is not asked for again where others cannot be excluded: without a lock, without a claim, or too long after", async () => {
    const unsure: Claims = {
      acquire: () =>
        Promise.resolve({
          exclusive: false,
          renew: () => Promise.resolve(true),
          withdraw: () => Promise.resolve(),
          fulfil: () => Promise.resolve(),
        }),
      forget: () => Promise.resolve(),
    };
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
      const { tokens } = await desk.window(options);
      desk.service.failure = () => lostAnswer();
      const failed = apiFailure(tokens.credentials("s1").token({ stale: "access-0" }));
      if ("lock" in options) {
        await desk.clock.asleep();
        desk.clock.advance(2_000);
      }
      assert.equal((await failed).kind, "network");
      assert.equal(desk.service.refreshes, 1);
    }
  });

  it("is one whose request has not come to an end in five minutes", async () => {
    await desk.signIn();
    const limits: number[] = [];
    const { tokens, store } = await desk.window({
      refresh: () => new Promise(() => undefined),
      deadline: (ms) => {
        limits.push(ms);
        return AbortSignal.abort(new Error("time is up"));
      },
    });
    const error = await apiFailure(tokens.credentials("s1").token({ stale: "access-0" }));
    assert.deepEqual([error.kind, error.outcomeUnknown], ["timeout", false]);
    assert.deepEqual(limits, [300_000, 300_000]);
    assert.equal((await store.read("s1"))?.status, "active");
    assert.equal(desk.lock.held, false);
  });

  it("is one whose answer drips in without an end", async () => {
    const server = await TestServer.start();
    const limits: AbortController[] = [];
    const drips = new Set<NodeJS.Timeout>();
    try {
      server.handler = (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"access_token":"');
        let count = 0;
        const drip = setInterval(() => {
          response.write("x");
          if (++count === 3) limits.at(-1)?.abort(new Error("time is up"));
        }, 1);
        drips.add(drip);
        response.once("close", () => clearInterval(drip));
      };
      const oauth: OAuthOperations = server.client().oauth;
      const log = new RecordingLog();
      const requests = new RenewalRequests({
        log,
        refresh: (session, signal) => refreshToken(oauth, session, { signal }),
        deadline: () => {
          const limit = new AbortController();
          limits.push(limit);
          return limit.signal;
        },
      });
      const session = { ...desk.service.session(), codeVerifier: "v".repeat(43) } as RenewableSession;
      const error = await apiFailure(requests.send(session, () => Promise.resolve(true)));
      assert.equal(error.kind, "timeout");
      assert.deepEqual([server.seen.length, limits.length], [2, 2]);
    } finally {
      for (const drip of drips) clearInterval(drip);
      await server.close();
    }
  });
});

describe("windows on two machines", function () {
  const speed = inLong(5, 1);
  const count = 4;
  let root: string;
  let service: Service;
  let processes: WindowProcess[] = [];
  const agent = new Agent();

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-lost-windows-"));
    service = await startService({ seed: "empty" });
    processes = [1, 2].map(() => new WindowProcess());
  });
  after(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    await agent.destroy();
    await service.close();
    await rm(root, { recursive: true });
  });
  afterEach(() => service.control.clearFaults());

  const machine = (name: string, number: number): string => join(root, name, `machine-${number}`);

  /** Opens the windows, signed in, on machines and in processes in turn. */
  async function open(name: string, user: "alice" | "bob" | "max", { machines = 2, readOnly = false } = {}) {
    const desktop: Desktop = { secrets: join(root, name, "secrets"), lag: 100, readOnly };
    const secrets = new LaggingSecrets({ directory: desktop.secrets, lag: 100 / speed });
    const store = new SessionStore(secrets, new RecordingLog());
    const session = await approvedSession(service, user, agent);
    await store.write(session);
    const { id } = session;
    const windows = await Promise.all(
      Array.from({ length: count }, (_, at): Promise<OpenWindow> => {
        const process = processes[at % processes.length] ?? assert.fail("no process");
        return process.open({ desktop, machine: machine(name, at % machines), speed });
      }),
    );
    await Promise.all(windows.map((window) => window.ask({ call: "seen", id })));
    return {
      desktop,
      store,
      id,
      userNames: () => Promise.all(windows.map((window) => window.ask<string>({ call: "userName", id }).catch(String))),
      close: async () => {
        store.dispose();
        secrets.dispose();
        await Promise.all(windows.map((window) => window.ask({ call: "close" }).catch(() => undefined)));
      },
    };
  }

  it("go on after a lost answer, with one more request, when the host accepts the refresh token again", async () => {
    await service.control.refreshGrace(true);
    const { userNames, store, id, close } = await open("grace", "alice");
    await service.control.expireAccessTokens("alice");
    await service.control.fault({ path: "/oauth/token", action: "loseAnswer", times: 1 });
    const names = await userNames();
    await service.control.refreshGrace(false);
    const { replays } = await service.control.tokenStats("alice");
    const status = (await store.read(id))?.status;
    await close();
    assert.deepEqual(
      { names, replays, status },
      { names: Array.from({ length: count }, () => "alice"), replays: 1, status: "active" },
    );
  });

  it("are signed out with the reason after a lost answer when the host does not", async () => {
    await service.control.familyRevocation(true);
    const { userNames, store, id, close } = await open("strict", "bob");
    await service.control.expireAccessTokens("bob");
    await service.control.fault({ path: "/oauth/token", action: "loseAnswer", times: 1 });
    const names = await userNames();
    await service.control.familyRevocation(false);
    const { replays } = await service.control.tokenStats("bob");
    const stored = await store.read(id);
    await close();
    assert.ok(
      names.every((name) => name.startsWith("Error: unauthorized")),
      names.join("\n"),
    );
    assert.deepEqual([replays, stored?.status, stored?.ended], [1, "expired", "answerLost"]);
  });

  it("go on with a keychain that refuses writes, over several renewals, and so does one that starts later", async () => {
    const { desktop, userNames, store, id, close } = await open("locked", "max", { machines: 1, readOnly: true });
    const expected = Array.from({ length: count }, () => "max");
    for (let round = 0; round < 3; round++) {
      await service.control.expireAccessTokens("max");
      assert.deepEqual(await userNames(), expected);
    }
    const { refreshes, replays } = await service.control.tokenStats("max");
    await processes.at(-1)?.kill();
    const restarted = new WindowProcess();
    processes = [...processes.slice(0, -1), restarted];
    const later = await restarted.open({ desktop, machine: machine("locked", 0), speed });
    const name = await later.ask({ call: "userName", id });
    const status = (await store.read(id))?.status;
    await close();
    assert.deepEqual({ refreshes, replays, name, status }, { refreshes: 3, replays: 0, name: "max", status: "active" });
  });
});
