import { createHash } from "node:crypto";
import type { PublicKey } from "./text.ts";

/** Returns the fingerprint that `ssh-keygen -l` and hosts show: `SHA256:` and unpadded base64. */
export const sha256 = ({ data }: Pick<PublicKey, "data">): string =>
  `SHA256:${createHash("sha256").update(Buffer.from(data, "base64")).digest("base64").replace(/=+$/, "")}`;

/** Returns the older fingerprint, `MD5:` and hexadecimal bytes; undefined where the system forbids MD5. */
export function md5({ data }: Pick<PublicKey, "data">): string | undefined {
  try {
    return `MD5:${createHash("md5")
      .update(Buffer.from(data, "base64"))
      .digest("hex")
      .replace(/..(?!$)/g, "$&:")}`;
  } catch {
    return undefined;
  }
}

/** Returns the common name of a key type: `ED25519`, `RSA`, `ECDSA`, or `ED25519-SK` for a security key. */
export function typeName(type: string): string {
  const name = /^(?:sk-)?(?:ssh-)?(rsa|dss|ed25519|ed448|ecdsa)/.exec(type)?.[1];
  if (name === undefined) return type;
  return `${name === "dss" ? "DSA" : name.toUpperCase()}${type.startsWith("sk-") ? "-SK" : ""}`;
}
