import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../core/base/privateFiles.ts";
import { parseSession, type Session } from "./session.ts";

/**
 * Passes renewed sessions to other windows whose secrets do not show them yet, or at all: on the desktop a stored secret is visible to
 * others after some 200 ms, in browser windows SecretStorage is a snapshot per page. Otherwise every other window would still send the
 * used refresh token and sign the user out.
 */
export interface Handover {
  /** Publishes `next` to windows that still hold `previous`. Never rejects. */
  publish(previous: Session, next: Session): Promise<void>;
  /** Returns the latest session that follows `held`, over several renewals; undefined without one. Never rejects. */
  find(held: Session): Promise<Session | undefined>;
  /** Notes that the answer to a renewal with the refresh token of `held` was lost, for the window that tries next. Never rejects. */
  noteLost(held: Session): Promise<void>;
  /** Returns whether such an answer was lost. Never rejects. */
  wasLost(held: Session): Promise<boolean>;
  /** Removes everything of a session that was signed out. Never rejects. */
  forget(sessionId: string): Promise<void>;
}

export interface FileHandoverOptions {
  /** Created if missing; the same for all windows of this machine. */
  readonly directory: string;
  readonly log: { warn(message: string, ...details: unknown[]): void };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Milliseconds after which files are deleted; a window that slept longer relies on its secrets. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;
const CIPHER = "aes-256-gcm";

/**
 * Encrypted files that only the holder of the previous refresh token can find and read: name and key are derived from that token, which
 * the host no longer accepts. So nothing on disk gives access to a session, and plain tokens stay in SecretStorage.
 */
export class FileHandover implements Handover {
  private readonly directory: string;
  private readonly log: FileHandoverOptions["log"];
  private readonly now: () => number;

  constructor({ directory, log, now = Date.now }: FileHandoverOptions) {
    this.directory = directory;
    this.log = log;
    this.now = now;
  }

  async publish(previous: Session, next: Session): Promise<void> {
    const { id, refreshToken } = previous;
    if (refreshToken === undefined) return;
    try {
      await writePrivateFile(this.fileOf(id, refreshToken), seal(refreshToken, JSON.stringify(next)));
      await this.sweep();
    } catch (error) {
      this.log.warn("A renewed session could not be handed to other windows", error);
    }
  }

  async noteLost({ id, refreshToken = "" }: Session): Promise<void> {
    try {
      await writePrivateFile(this.fileOf(id, refreshToken, "lost"), "");
    } catch (error) {
      this.log.warn("Other windows could not be told of a lost renewal", error);
    }
  }

  async wasLost({ id, refreshToken = "" }: Session): Promise<boolean> {
    return stat(this.fileOf(id, refreshToken, "lost")).then(
      () => true,
      () => false,
    );
  }

  async forget(sessionId: string): Promise<void> {
    try {
      for (const name of await readdir(this.directory))
        if (name.startsWith(prefixOf(sessionId))) await rm(join(this.directory, name), { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
        this.log.warn("What was handed over of a session could not be removed", error);
    }
  }

  async find(held: Session): Promise<Session | undefined> {
    let found: Session | undefined;
    for (let token = held.refreshToken; token !== undefined;) {
      const next = await this.open(held.id, token);
      if (!next || next.refreshToken === token) break;
      found = next;
      token = next.refreshToken;
    }
    return found;
  }

  private async open(id: string, token: string): Promise<Session | undefined> {
    let sealed: Buffer;
    try {
      sealed = await readFile(this.fileOf(id, token));
    } catch {
      return undefined;
    }
    try {
      return parseSession(id, unseal(token, sealed));
    } catch (error) {
      this.log.warn("A session handed over by another window is unreadable", error);
      return undefined;
    }
  }

  private fileOf(id: string, token: string, content: "handover" | "lost" = "handover"): string {
    return join(this.directory, prefixOf(id) + hash(`forgeline ${content} ${token}`));
  }

  private async sweep(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      const file = join(this.directory, name);
      if (this.now() - (await stat(file)).mtimeMs > MAX_AGE) await rm(file, { force: true });
    }
  }
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns how the names of a session's files begin. */
const prefixOf = (sessionId: string): string => `${hash(sessionId).slice(0, 16)}.`;

const keyFor = (token: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", token, salt, "forgeline handover", 32));

/** Encrypts a text: 16 bytes of salt, 12 of nonce, 16 of tag, then the ciphertext. */
function seal(token: string, text: string): Buffer {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyFor(token, salt), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]);
}

function unseal(token: string, sealed: Buffer): string {
  const cut = (from: number, to?: number): Buffer => sealed.subarray(from, to);
  const decipher = createDecipheriv(CIPHER, keyFor(token, cut(0, 16)), cut(16, 28));
  decipher.setAuthTag(cut(28, 44));
  return Buffer.concat([decipher.update(cut(44)), decipher.final()]).toString("utf8");
}
