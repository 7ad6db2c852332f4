import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";

/**
 * Writes a file's content as a loose object and returns its id: what `git hash-object -w` does, without a process per
 * file, so that a repository of many files is made in no time.
 */
export async function writeBlob(dir: string, content: Buffer): Promise<string> {
  const object = Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]);
  const id = createHash("sha1").update(object).digest("hex");
  const folder = join(dir, "objects", id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  // Under its own name only when it is whole.
  const part = join(folder, `tmp_obj_${randomUUID()}`);
  await writeFile(part, await promisify(deflate)(object), { mode: 0o444 });
  await rename(part, join(folder, id.slice(2)));
  return id;
}
