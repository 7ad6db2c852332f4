import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { privateFolder } from "../core/base/privateFiles.ts";
import type { Session } from "./session.ts";
import type { Secrets } from "./sessionStore.ts";

/**
 * Decides which of several machines renews a session. Windows on one machine use a lock; a local window and those in containers or over SSH
 * only share the secrets, and see each other's writes with a lag of up to 500 ms.
 *
 * A machine writes its claim as pending, waits for SETTLE, reads the claims of the others, writes its own as confirmed and sends. Of two
 * pending claims the smaller machine ID wins; a confirmed claim stops all others.
 *
 * Why two machines never both send: if A does not see B's claim when it reads, B wrote it no earlier than a lag before. So B reads at least
 * SETTLE less a lag, 1.5 s, after A; A confirmed within STALL, 0.5 s, of its read, which B sees a lag later. If A sees B pending and wins
 * as the smaller, B either sees A when it reads and withdraws, or read before A was visible, more than a second before A's read: then A
 * sees B confirmed, not pending. A machine too slow to confirm within STALL waits and reads again: by then any machine that read before
 * its claim was visible is confirmed and visible. A used claim stays, and stops machines that do not see the new session yet. With a lag
 * above (SETTLE - STALL) / 2, 750 ms, none of this holds.
 */
export interface Claims {
  /**
   * Claims the right to send the refresh token of a session. The caller must hold the lock of this machine.
   * @returns undefined while another machine holds the claim
   */
  acquire(session: Session, signal: AbortSignal): Promise<Claim | undefined>;
  /** Removes the claims of a removed session. Never rejects. */
  forget(sessionId: string): Promise<void>;
}

/** A claim that this machine holds. */
export interface Claim {
  /** Whether no other machine can send the token meanwhile; false where claims do not work. */
  readonly exclusive: boolean;
  /** Extends the claim: others count from now on again. Returns false if a window of this machine has replaced it. @throws Error from the keychain */
  renew(): Promise<boolean>;
  /** Gives up the claim because the token was not used, so that others may try. Never rejects. */
  withdraw(): Promise<void>;
  /** Reports that the new session is stored. The claim stays, since others may see the session late. Never rejects. */
  fulfil(next: Session): Promise<void>;
}

export interface SecretClaimsOptions {
  readonly secrets: Secrets;
  /** Folder for the ID of the machine; the same for all its windows. */
  readonly directory: string;
  readonly log: { warn(message: string, ...details: unknown[]): void };
  /** Resolves after `ms` milliseconds, rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
}

interface Content {
  /** Unique per attempt. */
  readonly nonce: string;
  /** Hash of the refresh token to send. */
  readonly generation: string;
  readonly state: "pending" | "confirmed";
}

interface Stored extends Content {
  readonly key: string;
  readonly machine: string;
}

/** Milliseconds between writing a claim and reading those of others; more than two lags and STALL. */
export const SETTLE = 2_000;
/** Maximum milliseconds from that read to the confirmation. */
const STALL = 500;
/** Milliseconds after which an unchanged claim of another machine no longer counts: its process may have died. */
const LIVE = { pending: 10_000, confirmed: 90_000 };
/**
 * Milliseconds after which an unchanged claim to an earlier token is removed. Secrets have no compare-and-delete: a late deletion could
 * remove a newer claim, so only claims that have long been unchanged are removed.
 */
const FORGOTTEN = 3_600_000;
const PREFIX = "forgeline.claim.";

/** Claims in SecretStorage: one secret per session and machine, which only this machine writes. */
export class SecretClaims implements Claims {
  private readonly options: SecretClaimsOptions;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly now: () => number;
  private readonly elapsed: () => number;
  private machine: Promise<string> | undefined;
  /** When each claim last changed, by key, on the local clock since clocks of machines differ. */
  private readonly seen = new Map<string, { readonly nonce: string; readonly state: string; readonly since: number }>();

  constructor(options: SecretClaimsOptions) {
    this.options = options;
    this.wait = options.wait ?? ((ms, signal) => pause(ms, undefined, { signal }));
    this.now = options.now ?? Date.now;
    this.elapsed = options.elapsed ?? (() => performance.now());
  }

  async acquire(session: Session, signal: AbortSignal): Promise<Claim | undefined> {
    this.machine ??= machineId(this.options.directory);
    const machine = await this.machine;
    const generation = generationOf(session);
    let own: Stored = {
      key: `${prefixOf(session.id)}${machine}`,
      machine,
      nonce: randomUUID(),
      generation,
      state: "pending",
    };
    const claim: Claim = {
      exclusive: true,
      renew: async () => {
        if ((await this.read(own.key))?.nonce !== own.nonce) return false;
        own = { ...own, nonce: randomUUID(), state: "confirmed" };
        await this.write(own);
        return true;
      },
      withdraw: () => this.quietly(() => this.withdraw(own)),
      fulfil: (next) => this.quietly(() => this.sweep(session.id, own, [generation, generationOf(next)])),
    };
    try {
      // Just renewed: keep the old claim until others see the new session, which may become visible after a new claim.
      const age = this.now() - (session.issuedAt ?? 0);
      if (age >= 0 && age < SETTLE) await this.wait(SETTLE - age, signal);
      if ((await this.rivals(session.id, own)).length > 0) return undefined;
      if (await this.settle(session.id, own, signal)) return claim;
    } catch (error) {
      if (!signal.aborted) {
        this.options.log.warn("Renewing without a claim between machines", error);
        return { ...claim, exclusive: false };
      }
      await claim.withdraw();
      throw error;
    }
    await claim.withdraw();
    return undefined;
  }

  async forget(sessionId: string): Promise<void> {
    await this.quietly(async () => {
      for (const key of await this.keys(sessionId)) await this.options.secrets.delete(key);
    });
  }

  /** Writes and confirms the own claim. Returns whether it holds. */
  private async settle(sessionId: string, own: Stored, signal: AbortSignal): Promise<boolean> {
    const sinceBegin = this.stopwatch();
    await this.write(own);
    await this.wait(SETTLE, signal);
    const sinceRead = this.stopwatch();
    if (!(await this.holds(sessionId, own, (rival) => rival.state === "confirmed" || rival.machine < own.machine)))
      return false;
    await this.write({ ...own, state: "confirmed" });
    // A read does not count if others may have considered the pending claim dead by then.
    if (sinceRead() <= STALL && sinceBegin() <= LIVE.pending - SETTLE) return true;
    await this.wait(SETTLE, signal);
    return this.holds(sessionId, own, (rival) => rival.state === "confirmed");
  }

  /** Returns whether the own claim is still in place and no rival stops it. */
  private async holds(sessionId: string, own: Stored, stops: (rival: Stored) => boolean): Promise<boolean> {
    const [stored, rivals] = await Promise.all([this.read(own.key), this.rivals(sessionId, own)]);
    return stored?.nonce === own.nonce && !rivals.some(stops);
  }

  /** Returns live claims of other machines to the same refresh token. */
  private async rivals(sessionId: string, own: Stored): Promise<readonly Stored[]> {
    const claims = await Promise.all(
      (await this.keys(sessionId)).filter((key) => key !== own.key).map((key) => this.read(key)),
    );
    return claims
      .filter((claim) => claim !== undefined)
      .filter((claim) => claim.generation === own.generation && this.unchanged(claim) < LIVE[claim.state]);
  }

  /** Returns for how many milliseconds a claim has been unchanged. */
  private unchanged({ key, nonce, state }: Stored): number {
    const now = this.elapsed();
    const before = this.seen.get(key);
    if (before?.nonce === nonce && before.state === state) return now - before.since;
    this.seen.set(key, { nonce, state, since: now });
    return 0;
  }

  /** Removes claims of machines that no longer exist, such as temporary containers. */
  private async sweep(sessionId: string, own: Stored, generations: readonly string[]): Promise<void> {
    for (const key of await this.keys(sessionId)) {
      const claim = key === own.key ? undefined : await this.read(key);
      if (!claim || generations.includes(claim.generation) || this.unchanged(claim) < FORGOTTEN) continue;
      await this.options.secrets.delete(key);
      this.seen.delete(key);
    }
  }

  /** Removes the own claim, unless a window that took over the expired lock has replaced it. */
  private async withdraw(own: Stored): Promise<void> {
    if ((await this.read(own.key))?.nonce === own.nonce) await this.options.secrets.delete(own.key);
  }

  private async keys(sessionId: string): Promise<readonly string[]> {
    return (await this.options.secrets.keys()).filter((key) => key.startsWith(prefixOf(sessionId)));
  }

  private async read(key: string): Promise<Stored | undefined> {
    const content = parse(await this.options.secrets.get(key));
    return content && { ...content, key, machine: key.slice(key.lastIndexOf(".") + 1) };
  }

  private async write({ key, nonce, generation, state }: Stored): Promise<void> {
    const content: Content = { nonce, generation, state };
    await this.options.secrets.store(key, JSON.stringify(content));
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.log.warn("A claim between machines could not be removed", error);
    }
  }

  /** Measures milliseconds from now, as the larger of two clocks: one stops while the computer sleeps, the other can be set back. */
  private stopwatch(): () => number {
    const [now, elapsed] = [this.now(), this.elapsed()];
    return () => Math.max(this.now() - now, this.elapsed() - elapsed);
  }
}

const prefixOf = (sessionId: string): string => `${PREFIX}${sessionId}.`;

/** Returns a hash that identifies a refresh token. */
const generationOf = ({ refreshToken = "" }: Session): string =>
  createHash("sha256").update(`forgeline claim ${refreshToken}`).digest("hex").slice(0, 16);

function parse(text: string | undefined): Content | undefined {
  try {
    const { nonce, generation, state } = JSON.parse(text ?? "{}") as Readonly<Record<string, unknown>>;
    if (typeof nonce !== "string" || typeof generation !== "string" || (state !== "pending" && state !== "confirmed"))
      return undefined;
    return { nonce, generation, state };
  } catch {
    return undefined;
  }
}

/** Returns the ID of this machine, created by the first window; an ID of this process alone if no file can be written. */
async function machineId(directory: string): Promise<string> {
  const file = join(directory, "machine");
  const made = randomBytes(8).toString("hex");
  const draft = `${file}.${made}`;
  try {
    await privateFolder(directory);
    await writeFile(draft, made, { mode: 0o600 });
    // A link fails if the file exists, and is never read half written.
    await link(draft, file).catch(() => undefined);
    const kept = await readFile(file, "utf8");
    return /^[0-9a-f]{16}$/.test(kept) ? kept : made;
  } catch {
    return made;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
