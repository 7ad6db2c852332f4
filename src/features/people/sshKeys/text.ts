/** A public SSH key as OpenSSH writes it (sshd(8), AUTHORIZED_KEYS FILE FORMAT), without the options that may stand before it. */
export interface PublicKey {
  readonly type: string;
  /** The key itself, in base64. */
  readonly data: string;
  /** Mostly who made it where: `alice@laptop`. Empty when there is none. */
  readonly comment: string;
  /** Size in bits; undefined for types that are unknown here. */
  readonly bits?: number | undefined;
}

/** Why something in a text cannot be taken for a key. */
export type KeyProblem = "private" | "certificate" | "cutOff" | "otherForm" | "noKey";

/** What a text holds. One private key in it, and nothing of it is taken. */
export interface KeysRead {
  readonly keys: readonly PublicKey[];
  /** Of the first thing that is no key, when there is no key; `private` always. */
  readonly problem?: KeyProblem | undefined;
}

/** The headers of private keys: OpenSSH's and those of PEM (RFC 7468), PuTTY's, the commercial SSH's, the first protocol's, age's and PGP's. */
const privateHeader =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|^\s*PuTTY-User-Key-File-\d|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY|SSH PRIVATE KEY FILE FORMAT|AGE-SECRET-KEY-1/im;
/** What OpenSSH's own form of a private key begins with below its header (`openssh-key-v1` in base64): a header may be lost in copying. */
const privateStart = /\bb3BlbnNzaC1rZXktdjE/;

const typed = /(?:^|\s)((?:ssh|ecdsa-sha2|sk-ssh|sk-ecdsa-sha2)-[\w.@-]+)\s+([A-Za-z0-9+/]{8,}={0,2})(?:\s+(.*))?$/;
const rest = /^([A-Za-z0-9+/]+={0,2})(?:\s+(.*))?$/;
const certificate = /-cert-v\d+@/;

/** Whether there is a private key in a text, by its header. */
export const hasPrivateKey = (text: string): boolean => privateHeader.test(text) || privateStart.test(text);

/**
 * The public keys in a text: of `.pub` files, of `authorized_keys`, of the form of RFC 4716, or pasted. Comments, empty lines, CRLF, a byte
 * order mark and lines that a terminal broke are no hindrance.
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
    // A terminal, or a mail, breaks long lines.
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

/** The key as one line, as hosts take it. */
export const keyLine = ({ type, data, comment }: PublicKey): string =>
  [type, data, comment].filter((part) => part !== "").join(" ");

/** The key that a host tells of; undefined where it cannot be read. */
export const hostKey = (text: string | null | undefined): PublicKey | undefined => readPublicKeys(text ?? "").keys[0];

function keyOf(type: string, data: string, comment: string): PublicKey {
  const bits = bitsOf(type, data);
  return { type, data, comment: comment.trim(), ...(typeof bits === "number" && { bits }) };
}

function distinct(keys: readonly PublicKey[]): PublicKey[] {
  return [...new Map(keys.map((key) => [key.data, key] as const)).values()];
}

/** RFC 4716: headers, which end in a backslash where they go on, then the key in lines. */
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

/** How many fields the data of a type have, the type itself included (RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4, OpenSSH's PROTOCOL.u2f). */
const parts: Readonly<Record<string, number>> = {
  "ssh-rsa": 3,
  "ssh-dss": 5,
  "ssh-ed25519": 2,
  "sk-ssh-ed25519@openssh.com": 3,
  "sk-ecdsa-sha2-nistp256@openssh.com": 4,
};

/** Size of a key in bits, undefined where the type is unknown; `wrong` for data that are not whole, or of another type. */
function bitsOf(type: string, data: string): number | "wrong" | undefined {
  const found = fields(data);
  if (found?.[0]?.toString("latin1") !== type || found.length < (parts[type] ?? 2)) return "wrong";
  if (type === "ssh-rsa") return bitLength(found[2]);
  if (type === "ssh-dss") return bitLength(found[1]);
  if (type.includes("ed25519")) return 256;
  const curve = /-nistp(\d+)/.exec(type)?.[1];
  return curve === undefined ? undefined : Number(curve);
}

/** The fields of a key's data (RFC 4251 5, `string`); undefined when one of them is cut off. */
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
