/** Public SSH keys that nobody has yet, and a home folder with some of them. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A new ED25519 key as a line of a `.pub` file. */
export function newKey(comment = `test@${randomBytes(4).toString("hex")}`): string {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const data = Buffer.concat([field(Buffer.from("ssh-ed25519")), field(Buffer.from(x, "base64url"))]);
  return `ssh-ed25519 ${data.toString("base64")} ${comment}`.trim();
}

export const privateKey =
  "-----BEGIN OPENSSH PRIVATE KEY-----\r\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\r\n-----END OPENSSH PRIVATE KEY-----\r\n";

/** Makes a home folder for the time until it is disposed. @param files in its folder .ssh, with their texts */
export async function homeWith(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "home-"));
  await mkdir(join(path, ".ssh"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, ".ssh", name), text);
  const before = process.env["HOME"];
  process.env["HOME"] = path;
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      process.env["HOME"] = before;
      await rm(path, { recursive: true });
    },
  };
}
