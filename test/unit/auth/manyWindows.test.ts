import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { SETTLE } from "../../../src/auth/claims.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { type Service, startService } from "../../service/service.ts";
import type { UserName } from "../../service/types.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { approvedSession } from "./approvedSession.ts";
import { type Desktop, WindowProcess } from "./windowProcesses.ts";

const LAGS = [0, 50, 200, 500] as const;
const USERS: readonly UserName[] = ["alice", "bob", "max", "rita"];
/** How many of the windows are on each machine. */
const MACHINES = [8, 7, 5] as const;

interface Outcome {
  readonly expiries: number;
  readonly answers: readonly string[];
  readonly refreshes: number;
  readonly replays: number;
  /** Renewals that were left for the other windows of a machine. */
  readonly handedOver: number;
  readonly status: Session["status"] | undefined;
}

describe("twenty windows on three machines, and a host that ends a sign-in whose refresh token comes twice", function () {
  this.timeout(120_000);
  let root: string;
  let service: Service;
  let windows: WindowProcess[];
  const agent = new Agent();

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-windows-"));
    service = await startService({ seed: "empty" });
    await service.control.familyRevocation(true);
    windows = MACHINES.flatMap((count) => Array.from({ length: count }, () => new WindowProcess()));
  });
  after(async () => {
    await Promise.all(windows.map((window) => window.kill()));
    await agent.destroy();
    await service.close();
    await rm(root, { recursive: true });
  });

  /** Twenty windows of a desktop, signed in, with a look at its secrets as one window more has it. */
  async function openDesktop(name: string, lag: number, user: UserName) {
    const desktop: Desktop = { secrets: join(root, name, "secrets"), lag };
    const secrets = new LaggingSecrets({ directory: desktop.secrets, lag });
    const store = new SessionStore(secrets, new RecordingLog());
    const session = await approvedSession(service, user, agent);
    await store.write(session);
    const machines = MACHINES.flatMap((count, machine) =>
      Array.from({ length: count }, () => join(root, name, `machine-${machine}`)),
    );
    await Promise.all(
      windows.map((window, index) => window.ask({ desktop, call: "open", machine: machines[index] ?? "" })),
    );
    const seen = (expiresAt?: number): Promise<unknown> =>
      Promise.all(
        windows.map((window) =>
          window.ask({ desktop, call: "seen", id: session.id, ...(expiresAt === undefined ? {} : { expiresAt }) }),
        ),
      );
    await seen();
    return {
      desktop,
      machines,
      store,
      id: session.id,
      seen,
      userNames: () =>
        Promise.all(
          windows.map((window) => window.ask<string>({ desktop, call: "userName", id: session.id }).catch(String)),
        ),
      tokens: (stale: string) =>
        Promise.all(windows.map((window) => window.ask<string>({ desktop, call: "token", id: session.id, stale }))),
      close: async () => {
        store.dispose();
        secrets.dispose();
        await Promise.all(windows.map((window) => window.ask({ desktop, call: "close" }).catch(() => undefined)));
      },
    };
  }

  /** Lets access tokens end in the ways there are, with all windows asking at once. */
  async function live(lag: number, user: UserName): Promise<Outcome> {
    const { store, id, machines, seen, userNames, tokens, close } = await openDesktop(`lag-${lag}`, lag, user);
    const answers: string[] = [];
    let expiries = 0;
    const current = async (): Promise<Session> => (await store.read(id)) ?? assert.fail("signed out");
    /** Everybody asks, and goes on until it has the next token. */
    const expire = async (): Promise<void> => {
      const { accessToken } = await current();
      expiries += 1;
      answers.push(...(await userNames()));
      const next = new Set(await tokens(accessToken));
      assert.equal(next.size, 1);
      const { expiresAt } = await shown(store, id, [...next].join());
      await seen(expiresAt);
    };
    const endAt = async (expiresAt: number): Promise<void> => {
      await store.write({ ...(await current()), expiresAt, issuedAt: expiresAt - 7_200_000 });
      await seen(expiresAt);
    };
    try {
      // The host refuses it before its time.
      await service.control.expireAccessTokens(user);
      await expire();
      // It is about to end.
      await endAt(Date.now() + 50_000);
      await expire();
      // It has ended, as after a night's sleep.
      await endAt(Date.now() - 1);
      await expire();
      await service.control.expireAccessTokens(user);
      await expire();
    } catch (error) {
      answers.push(String(error));
    }
    const { refreshes, replays } = await service.control.tokenStats(user);
    const status = (await store.read(id))?.status;
    await close();
    const folders = await Promise.all(
      [...new Set(machines)].map((machine) => readdir(join(machine, "handover")).catch(() => [])),
    );
    return { expiries, answers, refreshes, replays, handedOver: folders.flat().length, status };
  }

  const outcomes = new Map<number, Promise<Outcome>>();
  before(() => {
    for (const [index, lag] of LAGS.entries()) outcomes.set(lag, live(lag, USERS[index] ?? "alice"));
  });

  for (const [index, lag] of LAGS.entries()) {
    it(`renew once for each expiry when secrets are seen after ${lag} ms`, async () => {
      const { expiries, answers, refreshes, replays, handedOver, status } = (await outcomes.get(lag)) ?? assert.fail();
      console.log(
        `      lag ${lag} ms: ${windows.length} windows, ${expiries} expiries, ${refreshes} renewals, ${replays} replays, ${answers.filter((answer) => answer !== USERS[index]).length} of ${answers.length} answers wrong, session ${status}`,
      );
      assert.deepEqual(
        { replays, refreshes, handedOver, status },
        { replays: 0, refreshes: 4, handedOver: 4, status: "active" },
      );
      assert.deepEqual(
        answers,
        Array.from({ length: 4 * windows.length }, () => USERS[index]),
      );
    });
  }

  it("go on when the window that renews is killed before the host has read its request", async () => {
    const { desktop, machines, store, id, userNames, close } = await openDesktop("killed", 200, "admin");
    const secrets = new LaggingSecrets({ directory: desktop.secrets, lag: 0 });
    await service.control.expireAccessTokens("admin");
    await service.control.fault({ path: "/oauth/token", action: "hang", times: 1 });
    const since = (await service.control.requests()).at(-1)?.n ?? 0;
    const renewal = { path: "/oauth/token", method: "POST" };
    const answers = userNames();
    const { n } = await service.control.waitForRequest({ ...renewal, since });
    const before = await confirmedClaims(secrets);
    const holder = await lockHolder(machines, before[0]?.machine ?? "");
    const killed = windows.findIndex(({ pid }) => pid === holder);
    await windows[killed]?.kill();
    const gone = Date.now();
    const next = await service.control.waitForRequest({ ...renewal, since: n });
    console.log(
      `      killed in mid-renewal: the next window of the machine sent its request after ${next.at - gone} ms, ${SETTLE} of them for its claim`,
    );
    const wrong = (await answers).filter((answer, index) => index !== killed && answer !== "admin");
    const after = await confirmedClaims(secrets);
    const { refreshes, replays } = await service.control.tokenStats("admin");
    const status = (await store.read(id))?.status;
    secrets.dispose();
    await close();
    assert.deepEqual({ wrong, refreshes, replays, status }, { wrong: [], refreshes: 1, replays: 0, status: "active" });
    assert.deepEqual(
      after.map(({ machine }) => machine),
      before.map(({ machine }) => machine),
      "other machines have to wait until the claim is over",
    );
    assert.notEqual(after[0]?.nonce, before[0]?.nonce);
  });
});

async function confirmedClaims(
  secrets: LaggingSecrets,
): Promise<readonly { readonly machine: string; readonly nonce: string }[]> {
  const keys = (await secrets.keys()).filter((key) => key.startsWith("forgeline.claim."));
  const claims = await Promise.all(
    keys.map(async (key) => ({
      machine: key.slice(key.lastIndexOf(".") + 1),
      ...(JSON.parse((await secrets.get(key)) ?? "{}") as { nonce: string; state: string }),
    })),
  );
  return claims.filter(({ state }) => state === "confirmed");
}

/** The process that holds the lock of the machine with this id. */
async function lockHolder(machines: readonly string[], wanted: string): Promise<number> {
  for (const machine of new Set(machines)) {
    if ((await readFile(join(machine, "machine"), "utf8").catch(() => "")) !== wanted) continue;
    const [name = ""] = await readdir(join(machine, "locks"));
    return Number(/"pid":(\d+)/.exec(await readFile(join(machine, "locks", name), "utf8"))?.[1]);
  }
  return assert.fail(`no machine has the id ${wanted}`);
}

/** The session once the store shows it with this access token. */
function shown(store: SessionStore, id: string, accessToken: string): Promise<Session> {
  return new Promise((resolve) => {
    const look = (): void => {
      const session = store.list().find((one) => one.id === id && one.accessToken === accessToken);
      if (!session) return;
      subscription.dispose();
      resolve(session);
    };
    const subscription = store.onDidChange(look);
    look();
  });
}
