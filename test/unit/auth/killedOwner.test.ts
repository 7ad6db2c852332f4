import assert from "node:assert/strict";
import { join } from "node:path";
import Agent from "undici/lib/dispatcher/agent.js";
import { SETTLE } from "../../../src/auth/claims.ts";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { type Service, startService } from "../../service/service.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { figure, inLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { approvedSession } from "./approvedSession.ts";
import tables from "./killedOwner.json" with { type: "json" };
import { type OpenWindow, WindowProcess } from "./windowProcesses.ts";

/**
 * What a renewal does that others can see, in its order: `lost` where the host has renewed the session by then, and nobody else can know
 * the new tokens. A new step fails "has these steps" until it has its line here, with which it is one of those to be killed at.
 */
const STEPS = tables.steps as unknown as readonly (readonly [name: string, lost?: "lost"])[];

const SPEED = inLong(5, 1);
const LAG = 200;

/** A sign-in with two windows of a machine: one that is killed in mid-renewal, and one that goes on. */
interface Case {
  readonly name: string;
  readonly session: Session;
  readonly store: SessionStore;
  readonly owner: OpenWindow;
  readonly other: OpenWindow;
  close(): Promise<void>;
}

describe("a window that is killed at each step of a renewal", function () {
  let root: string;
  /** Hosts that end a sign-in whose refresh token comes twice, and that accept it until the new tokens are used. */
  let hosts: Record<"strict" | "lenient", Service>;
  let owners: WindowProcess;
  let others: WindowProcess;
  const agent = new Agent();

  before(async () => {
    root = temporaryFolder();
    const [strict, lenient] = await Promise.all([startService({ seed: "empty" }), startService({ seed: "empty" })]);
    await strict.control.familyRevocation(true);
    await lenient.control.refreshGrace(true);
    hosts = { strict, lenient };
    owners = new WindowProcess();
    others = new WindowProcess();
  });
  after(async () => {
    await Promise.all([owners.kill(), others.kill()]);
    await agent.destroy();
    await Promise.all(Object.values(hosts).map((host) => host.close()));
  });

  async function open(name: string, host: Service, stopAt: number): Promise<Case> {
    const desktop = { secrets: join(root, name, "secrets"), lag: LAG };
    const machine = join(root, name, "machine");
    const secrets = new LaggingSecrets({ directory: desktop.secrets, lag: 0 });
    const store = new SessionStore(secrets, new RecordingLog());
    const session = await approvedSession(host, "alice", agent);
    await store.write(session);
    const { id } = session;
    const [owner, other] = await Promise.all([
      owners.open({ desktop, machine, speed: SPEED, stopAt }),
      others.open({ desktop, machine, speed: SPEED }),
    ]);
    await Promise.all([owner, other].map((window) => window.ask("seen", id)));
    const close = async (): Promise<void> => {
      store.dispose();
      secrets.dispose();
      await other.ask("close");
    };
    return { name, session, store, owner, other, close };
  }
  const token = ({ session }: Case, window: OpenWindow): Promise<string> =>
    window.ask<string>("token", session.id, session.accessToken).catch(String);

  it("has these steps", async () => {
    const whole = await open("whole", hosts.strict, Infinity);
    assert.notEqual(await token(whole, whole.owner), whole.session.accessToken);
    const names = await whole.owner.ask<string[]>("taken");
    await whole.close();
    const expected = STEPS.map(([name]) => name);
    assert.deepEqual(names, expected);
  });

  it("signs nobody out whom the host has not, and lets the others go on at once", async () => {
    const cases = (
      await Promise.all(
        Object.entries(hosts).map(([kind, host]) =>
          Promise.all(STEPS.map(([name], at) => open(`${kind} ${at} ${name}`, host, at))),
        ),
      )
    ).flat();
    const before = await hosts.strict.control.tokenStats();
    for (const one of cases) void token(one, one.owner);
    await Promise.all(cases.map(({ owner }) => owner.stopped));
    await owners.kill();
    const since = performance.now();
    const outcomes = await Promise.all(
      cases.map(async (one) => {
        await token(one, one.other);
        const ms = performance.now() - since;
        // The answer to a request with it shows that the host takes it.
        const user = await one.other.ask<string>("userName", one.session.id).catch(String);
        const stored = await one.store.read(one.session.id);
        await one.close();
        return { name: one.name, ms, user, status: stored?.status };
      }),
    );
    const { refreshes, replays } = await hosts.strict.control.tokenStats();
    figure(
      `sessions: killed at each of ${STEPS.length} steps of a renewal, with hosts of two kinds: the other window of the machine went on after ${Math.round(Math.max(...outcomes.map(({ ms }) => ms)))} ms at most, ${SETTLE / SPEED} of them for its claim`,
    );
    const expected = Object.keys(hosts).flatMap((kind) =>
      STEPS.map(([name, lost], at) => {
        const ended = kind === "strict" && lost === "lost";
        return {
          name: `${kind} ${at} ${name}`,
          user: ended ? "unauthorized" : "alice",
          status: ended ? "expired" : "active",
        };
      }),
    );
    assert.deepEqual(
      outcomes.map(({ name, user, status }) => ({ name, user: user.replace(/^Error: (\w+):.*/, "$1"), status })),
      expected,
    );
    const lost = STEPS.filter(([, one]) => one === "lost").length;
    assert.deepEqual(
      { refreshes: refreshes - before.refreshes, replays: replays - before.replays },
      { refreshes: STEPS.length, replays: lost },
      "each refresh token is sent once, but for those of which nobody can know",
    );
  });
});
