import { generateKeyPairSync } from "node:crypto";

/** A public key that nobody has, as in a .pub file. */
export function newSshKey(): string {
  const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const field = (bytes: Buffer): Buffer[] => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  };
  const blob = Buffer.concat([...field(Buffer.from("ssh-ed25519")), ...field(Buffer.from(x ?? "", "base64url"))]);
  return `ssh-ed25519 ${blob.toString("base64")} contract@example.com`;
}
