/** A public SSH key in OpenSSH's format (sshd(8), AUTHORIZED_KEYS FILE FORMAT), without options. */
export interface PublicKey {
  readonly type: string;
  /** Base64 */
  readonly data: string;
  /** Usually `alice@laptop`; empty for none. */
  readonly comment: string;
  /** Size in bits; undefined for unknown types. */
  readonly bits?: number | undefined;
}

/** Why a text contains no public key. */
export type KeyProblem = "private" | "certificate" | "cutOff" | "otherForm" | "noKey";

/** The public keys of a text; none if it contains a private key. */
export interface KeysRead {
  readonly keys: readonly PublicKey[];
  /** The first problem of a text without keys. */
  readonly problem?: KeyProblem | undefined;
}

/**
 * The headers of private keys: OpenSSH's and those of PEM (RFC 7468), PuTTY's, the commercial SSH's, the first
 * protocol's, age's and PGP's.
 */
const privateHeader =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|^\s*PuTTY-User-Key-File-\d|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY|SSH PRIVATE KEY FILE FORMAT|AGE-SECRET-KEY-1/im;
/** The start of OpenSSH's private key format (`openssh-key-v1` in base64): the header may be lost in copying. */
const privateStart = /\bb3BlbnNzaC1rZXktdjE/;

const typed = /(?:^|\s)((?:ssh|ecdsa-sha2|sk-ssh|sk-ecdsa-sha2)-[\w.@-]+)\s+([A-Za-z0-9+/]{8,}={0,2})(?:\s+(.*))?$/;
const rest = /^([A-Za-z0-9+/]+={0,2})(?:\s+(.*))?$/;
const certificate = /-cert-v\d+@/;

/** Returns whether a text contains a private key. */
export const hasPrivateKey = (text: string): boolean => privateHeader.test(text) || privateStart.test(text);

/**
 * Reads the public keys of a text: a `.pub` file, `authorized_keys`, RFC 4716, or pasted. Accepts comments, empty
 * lines, CRLF, a byte order mark, and lines that a terminal wrapped.
 */
export function readPublicKeys(text: string): KeysRead {
  if (hasPrivateKey(text)) return { keys: [], problem: "private" };
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim());
  const keys: PublicKey[] = [];
  let problem: KeyProblem | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "" || line.startsWith("#")) continue;
    if (/^---- BEGIN SSH2 PUBLIC KEY/.test(line)) {
      const end = lines.findIndex((other, index) => index > at && /^---- END SSH2 PUBLIC KEY/.test(other));
      const key = end < 0 ? undefined : ofBlock(lines.slice(at + 1, end));
      if (key) keys.push(key);
      else problem ??= "cutOff";
      at = end < 0 ? lines.length : end;
      continue;
    }
    if (/^-----BEGIN .*PUBLIC KEY/.test(line)) problem ??= "otherForm";
    const [, type = "", first = "", comment = ""] = typed.exec(line) ?? [];
    if (type === "") continue;
    let found = { data: first, comment };
    // Terminals and emails wrap long lines.
    for (
      let next = rest.exec(lines[at + 1] ?? "");
      next && found.comment === "" && fields(found.data) === undefined;
      next = rest.exec(lines[at + 1] ?? "")
    ) {
      found = { data: found.data + (next[1] ?? ""), comment: next[2] ?? "" };
      at += 1;
    }
    if (certificate.test(type)) problem ??= "certificate";
    else if (bitsOf(type, found.data) === "wrong") problem ??= "cutOff";
    else keys.push(keyOf(type, found.data, found.comment));
  }
  return keys.length > 0 ? { keys: distinct(keys) } : { keys, problem: problem ?? "noKey" };
}

/** Returns the key as one line, as the API accepts it. */
export const keyLine = ({ type, data, comment }: PublicKey): string =>
  [type, data, comment].filter((part) => part !== "").join(" ");

/** Parses a key from the API; undefined when it is not valid. */
export const hostKey = (text: string | null | undefined): PublicKey | undefined => readPublicKeys(text ?? "").keys[0];

function keyOf(type: string, data: string, comment: string): PublicKey {
  const bits = bitsOf(type, data);
  return { type, data, comment: comment.trim(), ...(typeof bits === "number" && { bits }) };
}

function distinct(keys: readonly PublicKey[]): PublicKey[] {
  return [...new Map(keys.map((key) => [key.data, key] as const)).values()];
}

/** Parses a key block (RFC 4716): headers, continued after a backslash, then the key in lines. */
function ofBlock(lines: readonly string[]): PublicKey | undefined {
  let comment = "";
  let data = "";
  for (let at = 0; at < lines.length; at++) {
    const header = /^([\w-]+):\s*(.*)$/.exec(lines[at] ?? "");
    if (!header) {
      data += lines[at] ?? "";
      continue;
    }
    let value = header[2] ?? "";
    while (value.endsWith("\\")) value = value.slice(0, -1) + (lines[++at] ?? "");
    if (header[1]?.toLowerCase() === "comment") comment = value.replace(/^"(.*)"$/, "$1");
  }
  const type = fields(data)?.[0]?.toString("latin1");
  return type === undefined || certificate.test(type) || bitsOf(type, data) === "wrong"
    ? undefined
    : keyOf(type, data, comment);
}

/**
 * Number of fields in the data of a type, including the type (RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4, OpenSSH's
 * PROTOCOL.u2f).
 */
const fieldCounts: Readonly<Record<string, number>> = {
  "ssh-rsa": 3,
  "ssh-dss": 5,
  "ssh-ed25519": 2,
  "sk-ssh-ed25519@openssh.com": 3,
  "sk-ecdsa-sha2-nistp256@openssh.com": 4,
};

/** Returns the size in bits; undefined for unknown types; `wrong` for truncated data or another type. */
function bitsOf(type: string, data: string): number | "wrong" | undefined {
  const found = fields(data);
  if (found?.[0]?.toString("latin1") !== type || found.length < (fieldCounts[type] ?? 2)) return "wrong";
  if (type === "ssh-rsa") return bitLength(found[2]);
  if (type === "ssh-dss") return bitLength(found[1]);
  if (type.includes("ed25519")) return 256;
  const curve = /-nistp(\d+)/.exec(type)?.[1];
  return curve === undefined ? undefined : Number(curve);
}

/** Returns the fields of a key's data (RFC 4251 5, `string`); undefined when one is truncated. */
function fields(data: string): Buffer[] | undefined {
  const bytes = Buffer.from(data, "base64");
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found.length < 2 ? undefined : found;
}

function bitLength(number: Buffer | undefined): number | undefined {
  const first = number?.findIndex((byte) => byte !== 0) ?? -1;
  return number === undefined || first < 0
    ? undefined
    : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first] ?? 0));
}
