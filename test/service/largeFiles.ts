import { createHash } from "node:crypto";

/** Contents kept outside git, by the SHA-256 that their pointers in git name. */
export type LargeFiles = Map<string, Buffer>;

const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/;

/** Keeps a content and returns the text that stands for it in the repository. */
export function keepLargeFile(files: LargeFiles, content: Buffer): string {
  const oid = createHash("sha256").update(content).digest("hex");
  files.set(oid, content);
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
}

/** What a pointer stands for, and anything else itself; undefined when nobody has what the pointer names. */
export function contentOf(files: LargeFiles, content: Buffer): Buffer | undefined {
  const oid = content.length < 1024 ? POINTER.exec(content.toString("latin1"))?.[1] : undefined;
  return oid === undefined ? content : files.get(oid);
}
