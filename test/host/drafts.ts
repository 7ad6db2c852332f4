import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../src/core/context.ts";

/** Files of drafts of all workspaces, once those on their way are written. @param kind name of a kind; every one when absent */
async function filesOf({ drafts, storage }: Context, kind?: string): Promise<string[]> {
  await drafts.load?.();
  await drafts.keep({ name: "none", parse: () => undefined }, "", undefined);
  const folder = join(storage, "unsent");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json") && (kind === undefined || name.includes(`/${kind}.`)))
    .map((name) => join(folder, name));
}

/** The drafts as they are on disk. */
export const draftsOf = async (app: Context, kind?: string): Promise<unknown[]> =>
  Promise.all(
    (await filesOf(app, kind)).map(async (file): Promise<unknown> => JSON.parse(await readFile(file, "utf8"))),
  );

/** Removes drafts that a test left. */
export async function forgetDrafts(app: Context, kind?: string): Promise<void> {
  for (const file of await filesOf(app, kind)) await rm(file, { force: true });
}
