import { statSync } from "node:fs";
import type { Hosting } from "../hosting.ts";
import { redirect, reply, type Reply } from "../http/reply.ts";

/** A file of the registry: its bytes, or the way to them in the storage at another origin. */
export async function sendStored(hosting: Hosting, file: string, filename: string, elsewhere: boolean): Promise<Reply> {
  if (elsewhere) return redirect(await hosting.storage.addressOf(file, filename));
  return reply(
    200,
    { file, start: 0, end: statSync(file).size },
    {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
  );
}
