import { createHash } from "node:crypto";

/** An OpenSSH public key, as a line of a .pub file has it. */
export interface PublicKey {
  /** As `ssh-ed25519`. */
  readonly type: string;
  /** Bits of an RSA key; the other types say theirs by their names. */
  readonly bits?: number;
  /** SHA256, as `ssh-keygen -l` and hosts write it: `SHA256:…` without padding. */
  readonly fingerprint: string;
  /** What follows the key; empty for nothing. */
  readonly comment: string;
}

/** The public key that a text is; whitespace and line ends around it count for nothing. Undefined for what is no public key, private ones among it. */
export function readPublicKey(text: string): PublicKey | undefined {
  const [, type = "", data = "", comment = ""] = /^\s*(\S+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t]+([^\r\n]*))?\s*$/.exec(text) ?? [];
  if (data === "") return undefined;
  const blob = Buffer.from(data, "base64");
  const [named, ...parts] = fields(blob);
  // The data name their type once more: anything else is broken, or no key.
  if (named?.toString("latin1") !== type || parts.length === 0) return undefined;
  const bits = type === "ssh-rsa" ? bitLength(parts[1]) : undefined;
  return { type, ...(bits !== undefined && { bits }), fingerprint: `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`, comment: comment.trim() };
}

/** The fields of a key's data, each with its length before it (RFC 4251, section 5); none when the lengths do not fit. */
function fields(blob: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return [];
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return [];
    found.push(blob.subarray(at + 4, end));
    at = end;
  }
  return found;
}

function bitLength(number: Buffer | undefined): number | undefined {
  const digits = number?.toString("hex").replace(/^0+/, "") ?? "";
  const [first] = digits;
  return first === undefined ? undefined : (digits.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(first, 16)));
}
