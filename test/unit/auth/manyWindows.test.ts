import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import Agent from "undici/lib/dispatcher/agent.js";
import { type Session, SessionStore } from "../../../src/auth/sessionStore.ts";
import { type Service, startService } from "../../service/service.ts";
import { LaggingSecrets } from "../../support/fakes/laggingSecrets.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";
import { figure, inLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { approvedSession } from "./approvedSession.ts";
import { type Desktop, type OpenWindow, WindowProcess } from "./windowProcesses.ts";

const LAGS = inLong<readonly number[]>([0, 500], [0, 50, 200, 500]);
/** How many of the windows are on each machine. */
const MACHINES = [8, 7, 5] as const;
const WINDOWS = MACHINES.reduce<number>((sum, count) => sum + count, 0);
/** How many windows share a process, those of one machine. */
const SHARING = inLong(4, 1);
/** How many times as fast the windows wait for each other, and see each other's secrets. */
const SPEED = inLong(5, 1);
/** Rotations: of as many sign-ins at a time, one round after the other; after each of these rounds a process is killed. */
const ROTATIONS = inLong({ signIns: 2, rounds: 3, killEach: 2 }, { signIns: 8, rounds: 100, killEach: 10 });

describe("twenty windows on three machines, and a host that ends a sign-in whose refresh token comes twice", function () {
  let root: string;
  let service: Service;
  /** By machine. */
  let processes: WindowProcess[][];
  /** Sign-ins that nobody uses yet. */
  const approved: Session[] = [];
  const agent = new Agent();

  before(async () => {
    root = temporaryFolder();
    service = await startService({ seed: "empty" });
    await service.control.familyRevocation(true);
    // Before the processes start, whose start keeps the computer busy for longer than the host keeps idle connections.
    for (let number = 0; number < ROTATIONS.signIns; number++)
      approved.push(await approvedSession(service, "alice", agent));
    processes = MACHINES.map((count) => Array.from({ length: Math.ceil(count / SHARING) }, () => new WindowProcess()));
  });
  after(async () => {
    await Promise.all(processes.flat().map((process) => process.kill()));
    await agent.destroy();
    await service.close();
  });

  /** The windows of a desktop, on their machines, signed in, with a look at its secrets without a lag. */
  async function openDesktop(session: Session, number: number) {
    const name = `rotating-${number}`;
    const lag = LAGS[number % LAGS.length] ?? 0;
    const desktop: Desktop = { secrets: join(root, name, "secrets"), lag };
    const secrets = new LaggingSecrets({ directory: desktop.secrets, lag: 0 });
    const store = new SessionStore(secrets, new RecordingLog());
    const { id } = session;
    await store.write(session);
    const machines = MACHINES.map((_, machine) => join(root, name, `machine-${machine}`));
    const openOn = async (machine: number, number: number): Promise<OpenWindow> => {
      const some = processes[machine] ?? [];
      const process = some[number % some.length] ?? assert.fail("no process");
      const window = await process.open({ desktop, machine: machines[machine] ?? "", speed: SPEED });
      await window.ask("seen", id);
      return window;
    };
    const windows = await Promise.all(
      MACHINES.flatMap((count, machine) => Array.from({ length: count }, (_, number) => openOn(machine, number))),
    );
    return {
      secrets,
      machines,
      store,
      id,
      windows,
      tokens: (stale: string) =>
        Promise.all(windows.map((window) => window.ask<string>("token", id, stale).catch(String))),
      /** Opens others in place of those whose process has ended. */
      replace: async (gone: WindowProcess) => {
        const at = MACHINES.flatMap((count, machine) =>
          Array.from({ length: count }, (_, number) => ({ machine, number })),
        );
        await Promise.all(
          at.map(async ({ machine, number }, index) => {
            if (windows[index]?.process === gone) windows[index] = await openOn(machine, number);
          }),
        );
      },
      close: async () => {
        store.dispose();
        secrets.dispose();
        await Promise.all(windows.map((window) => window.ask("close").catch(() => undefined)));
      },
    };
  }

  it("lose no sign-in and send no refresh token twice over many rotations, while processes are killed that renew", async () => {
    const { signIns, rounds, killEach } = ROTATIONS;
    const before = await service.control.tokenStats("alice");
    const requestsBefore = await service.control.lastRequest();
    const desktops = await Promise.all(approved.map(openDesktop));
    const current = await Promise.all(desktops.map(async ({ store, id }) => (await store.read(id))?.accessToken ?? ""));
    const wrong: string[] = [];
    const durations: number[] = [];
    let killed = 0;
    let takenOver = 0;
    /** Everybody asks for the next token of one sign-in; windows that have ended are left out. */
    const rotate = async (number: number): Promise<void> => {
      const desktop = desktops[number] ?? assert.fail();
      const since = performance.now();
      const stale = current[number] ?? "";
      const answers = (await desktop.tokens(stale)).filter((answer) => !answer.includes("process has ended"));
      durations.push(performance.now() - since);
      const [next = "", ...others] = new Set(answers);
      if (others.length > 0 || next === "" || next === stale || next.includes(" ")) wrong.push(...answers);
      current[number] = next;
    };
    for (let round = 1; round <= rounds; round++) {
      const kills = round % killEach === 0;
      if (kills) await service.control.fault({ path: "/oauth/token", action: "hang" });
      let since = await service.control.lastRequest();
      const rotations = Promise.all(desktops.map((_, number) => rotate(number)));
      if (kills) {
        for (let sent = 0; sent < signIns; sent++)
          since = (await service.control.waitForRequest({ path: "/oauth/token", method: "POST", since })).n;
        const holders = (
          await Promise.all(desktops.map(({ secrets, machines }) => renewers(secrets, machines)))
        ).flat();
        const row =
          processes.find((some) => some.some(({ pid }) => pid === holders[0])) ?? assert.fail("nobody renews");
        const at = row.findIndex(({ pid }) => pid === holders[0]);
        const gone = row[at] ?? assert.fail();
        await gone.kill();
        killed += 1;
        takenOver += holders.filter((pid) => pid === gone.pid).length;
        await service.control.clearFaults();
        await rotations;
        row[at] = new WindowProcess();
        await Promise.all(desktops.map(({ replace }) => replace(gone)));
      }
      await rotations;
      const window = round % WINDOWS;
      const names = await Promise.all(
        desktops.map(async ({ windows, id }) => windows[window]?.ask<string>("userName", id).catch(String)),
      );
      wrong.push(...names.filter((name) => name !== "alice").map(String));
    }
    const after = await service.control.tokenStats("alice");
    const requests = (await service.control.lastRequest()) - requestsBefore;
    const statuses = new Set(await Promise.all(desktops.map(async ({ store, id }) => (await store.read(id))?.status)));
    await Promise.all(desktops.map(({ close }) => close()));
    const refreshes = after.refreshes - before.refreshes;
    const replays = after.replays - before.replays;
    const mean = durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
    figure(
      `sessions: ${refreshes} rotations of ${signIns} sign-ins by ${MACHINES.join(" + ")} windows on ${MACHINES.length} machines: ${requests} requests, ${replays} replays, ${Math.round(mean)} ms per rotation until all windows had it, ${killed} processes killed, ${takenOver} locks taken over`,
    );
    const found = { wrong, refreshes, replays, statuses: [...statuses] };
    assert.deepEqual(found, { wrong: [], refreshes: signIns * rounds, replays: 0, statuses: ["active"] });
    assert.ok(takenOver >= killed && killed > 0);
  });
});

/** The processes that renew a sign-in: holders of locks on machines whose claim is confirmed, which it may also be since the time before. */
async function renewers(secrets: LaggingSecrets, machines: readonly string[]): Promise<readonly number[]> {
  const keys = (await secrets.keys()).filter((key) => key.startsWith("forgeline.claim."));
  const claims = await Promise.all(keys.map(async (key) => ({ key, text: (await secrets.get(key)) ?? "" })));
  const holders = await Promise.all(
    machines.map(async (machine) => {
      const name = await readFile(join(machine, "machine"), "utf8").catch(() => "");
      return claims.some(({ key, text }) => key.endsWith(`.${name}`) && text.includes('"confirmed"'))
        ? lockHolders(machine)
        : [];
    }),
  );
  return holders.flat();
}

/** The processes that hold locks of the machine with this folder. */
async function lockHolders(machine: string): Promise<readonly number[]> {
  const names = await readdir(join(machine, "locks")).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(machine, "locks", name), "utf8").catch(() => "")));
  return texts.flatMap((text) =>
    text.startsWith("free") ? [] : (/"pid":(\d+)/.exec(text)?.slice(1).map(Number) ?? []),
  );
}
