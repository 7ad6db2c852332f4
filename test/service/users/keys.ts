import type { Clock } from "../clock.ts";

/** A public SSH key of a person (part 3, SSH key). */
export interface SshKeyRecord {
  readonly id: number;
  readonly userId: number;
  readonly title: string;
  readonly key: string;
  readonly createdAt: number;
}

/** The SSH keys of all people. */
export class SshKeys {
  readonly #clock: Clock;
  readonly #keys = new Map<number, SshKeyRecord>();
  #lastId = 300;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(userId: number, title: string, key: string): SshKeyRecord {
    const record = { id: ++this.#lastId, userId, title, key, createdAt: this.#clock.now() };
    this.#keys.set(record.id, record);
    return record;
  }

  /** Oldest first. */
  of(userId: number): SshKeyRecord[] {
    return [...this.#keys.values()].filter((key) => key.userId === userId);
  }

  /** Of that person only. */
  get(userId: number, id: number): SshKeyRecord | undefined {
    const key = this.#keys.get(id);
    return key?.userId === userId ? key : undefined;
  }

  /** Whether anybody has this key: a comment makes it no other key. */
  known(key: string): boolean {
    const wanted = material(key);
    return [...this.#keys.values()].some((one) => material(one.key) === wanted);
  }

  removeOf(userId: number): void {
    for (const key of this.of(userId)) this.#keys.delete(key.id);
  }
}

const TYPES =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** Whether the text is an OpenSSH public key: its type, and data in base64 that begin with the same type. */
export function isPublicKey(text: string): boolean {
  const [type = "", data = ""] = text.trim().split(/\s+/);
  if (!TYPES.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false;
  const bytes = Buffer.from(data, "base64");
  return (
    bytes.length > 4 + type.length &&
    bytes.readUInt32BE(0) === type.length &&
    bytes.subarray(4, 4 + type.length).toString("latin1") === type
  );
}

function material(key: string): string {
  return key.trim().split(/\s+/).slice(0, 2).join(" ");
}
