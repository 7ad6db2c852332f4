import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "./session.ts";
import type { Secrets } from "./sessionStore.ts";

/**
 * Which of several machines renews a session. Windows of one machine have a lock; a local window and those in containers
 * or over SSH share only the secrets, and see each other's writes late, by a lag of up to 500 ms.
 *
 * A machine writes its claim as pending, waits for SETTLE, looks at the claims of the others, writes its own as confirmed
 * and sends. Of two that are pending, the smaller machine id goes on; one that is confirmed stops everybody else.
 *
 * Why two never both send: if A, at its look, does not see B's claim, then B wrote it later than a lag before that look.
 * So B's own look comes at least SETTLE less a lag, 1.5 s, after A's; A confirmed within STALL, 0.5 s, of its look, which
 * B sees a lag later. If A sees B pending and goes on as the smaller, B either sees A at its look and withdraws, or looked
 * before A could be seen, more than a second before A's look: then A sees B confirmed, not pending. Who was too slow to
 * confirm within STALL waits and looks once more: whoever looked before it could be seen is confirmed and visible by then.
 * A claim that served stays, and stops whoever does not see the new session yet. Beyond a lag of (SETTLE - STALL) / 2,
 * 750 ms, none of this holds.
 */
export interface Claims {
  /**
   * Claims the right to send a session's refresh token. Only for whoever holds the machine's lock.
   * @returns undefined while another machine has it
   */
  acquire(session: Session, signal: AbortSignal): Promise<Claim | undefined>;
  /** Removes the claims to a session that was removed. Never rejects. */
  forget(sessionId: string): Promise<void>;
}

/** A claim that holds. Neither method rejects. */
export interface Claim {
  /** The token was not traded: others may try. */
  withdraw(): Promise<void>;
  /** The token was traded and the new session is stored; the claim stays, for others may see the session late. */
  fulfil(next: Session): Promise<void>;
}

export interface SecretClaimsOptions {
  readonly secrets: Secrets;
  /** Keeps the id of the machine; the same for every window of it. */
  readonly directory: string;
  readonly log: { warn(message: string, ...details: unknown[]): void };
  /** Resolves after so many ms, rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** ms since the epoch */
  readonly now?: () => number;
  /** ms that never go backwards */
  readonly elapsed?: () => number;
}

interface Content {
  /** Another one for each attempt. */
  readonly nonce: string;
  /** Of the refresh token to be sent. */
  readonly generation: string;
  readonly state: "pending" | "confirmed";
}

interface Stored extends Content {
  readonly key: string;
  readonly machine: string;
}

/** Between writing a claim and looking at those of others, in ms; more than two lags and STALL. */
export const SETTLE = 2_000;
/** From that look to the confirmation, in ms. */
const STALL = 500;
/** How long another machine's claim counts that we see unchanged, in ms: it may have been left by a process that died. */
const LIVE = { pending: 10_000, confirmed: 90_000 };
/**
 * After how long a claim to an earlier token is removed that we see unchanged, in ms. Secrets have no compare-and-delete: a
 * deletion that is late could take a claim that was made meanwhile, so only what nobody has touched for long is removed.
 */
const FORGOTTEN = 3_600_000;
const PREFIX = "forgeline.claim.";

/** Claims in the secret storage: one secret for each session and machine, which nobody but this machine writes. */
export class SecretClaims implements Claims {
  private readonly options: SecretClaimsOptions;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  private readonly now: () => number;
  private readonly elapsed: () => number;
  private machine: Promise<string> | undefined;
  /** By key: since when, by our own clock, a claim is seen as it is; clocks of machines differ. */
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
    const own: Stored = {
      key: `${prefixOf(session.id)}${machine}`,
      machine,
      nonce: randomUUID(),
      generation,
      state: "pending",
    };
    const claim: Claim = {
      withdraw: () => this.quietly(() => this.withdraw(own)),
      fulfil: (next) => this.quietly(() => this.sweep(session.id, own, [generation, generationOf(next)])),
    };
    try {
      // Who renewed it a moment ago keeps the old claim until others see the new session: it may be seen after the new claim.
      const age = this.now() - (session.issuedAt ?? 0);
      if (age >= 0 && age < SETTLE) await this.wait(SETTLE - age, signal);
      if ((await this.rivals(session.id, own)).length > 0) return undefined;
      if (await this.settle(session.id, own, signal)) return claim;
    } catch (error) {
      if (!signal.aborted) {
        this.options.log.warn("Renewing without a claim between machines", error);
        return claim;
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

  /** Writes and confirms our claim. Returns whether it holds. */
  private async settle(sessionId: string, own: Stored, signal: AbortSignal): Promise<boolean> {
    const sinceBegin = this.stopwatch();
    await this.write(own);
    await this.wait(SETTLE, signal);
    const sinceLook = this.stopwatch();
    if (!(await this.holds(sessionId, own, (rival) => rival.state === "confirmed" || rival.machine < own.machine)))
      return false;
    await this.write({ ...own, state: "confirmed" });
    // A look at a time when others may have taken our pending claim for dead is as good as none.
    if (sinceLook() <= STALL && sinceBegin() <= LIVE.pending - SETTLE) return true;
    await this.wait(SETTLE, signal);
    return this.holds(sessionId, own, (rival) => rival.state === "confirmed");
  }

  /** Whether our claim is still our own, and no rival stops us. */
  private async holds(sessionId: string, own: Stored, stops: (rival: Stored) => boolean): Promise<boolean> {
    const [stored, rivals] = await Promise.all([this.read(own.key), this.rivals(sessionId, own)]);
    return stored?.nonce === own.nonce && !rivals.some(stops);
  }

  /** Live claims of other machines to the same refresh token. */
  private async rivals(sessionId: string, own: Stored): Promise<readonly Stored[]> {
    const claims = await Promise.all(
      (await this.keys(sessionId)).filter((key) => key !== own.key).map((key) => this.read(key)),
    );
    return claims
      .filter((claim) => claim !== undefined)
      .filter((claim) => claim.generation === own.generation && this.unchanged(claim) < LIVE[claim.state]);
  }

  /** For how many ms we have seen a claim as it is. */
  private unchanged({ key, nonce, state }: Stored): number {
    const now = this.elapsed();
    const before = this.seen.get(key);
    if (before?.nonce === nonce && before.state === state) return now - before.since;
    this.seen.set(key, { nonce, state, since: now });
    return 0;
  }

  /** Removes what other machines left that never came back, as temporary containers do. */
  private async sweep(sessionId: string, own: Stored, generations: readonly string[]): Promise<void> {
    for (const key of await this.keys(sessionId)) {
      const claim = key === own.key ? undefined : await this.read(key);
      if (!claim || generations.includes(claim.generation) || this.unchanged(claim) < FORGOTTEN) continue;
      await this.options.secrets.delete(key);
      this.seen.delete(key);
    }
  }

  /** A window that took the lock over after our time may have put its own there. */
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

  /** ms since now, by whichever clock says more: one stands still while the computer sleeps, the other can be set back. */
  private stopwatch(): () => number {
    const [now, elapsed] = [this.now(), this.elapsed()];
    return () => Math.max(this.now() - now, this.elapsed() - elapsed);
  }
}

const prefixOf = (sessionId: string): string => `${PREFIX}${sessionId}.`;

/** Names a refresh token without telling it. */
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

/** The id of this machine, made by whichever window needs it first; one of this process alone where no file can be kept. */
async function machineId(directory: string): Promise<string> {
  const file = join(directory, "machine");
  const made = randomBytes(8).toString("hex");
  const draft = `${file}.${made}`;
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(draft, made, { mode: 0o600 });
    // A name that is there already stays as it is, and nobody ever reads half a file.
    await link(draft, file).catch(() => undefined);
    const kept = await readFile(file, "utf8");
    return /^[0-9a-f]{16}$/.test(kept) ? kept : made;
  } catch {
    return made;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
