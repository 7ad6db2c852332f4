import { realpath } from "node:fs/promises";
import path from "node:path";
import type { FoundEntry } from "../windowEntries.ts";

/** Which window a server belongs to: that of a process, or the one with this folder. */
export interface WantedWindow {
  readonly pid?: number | undefined;
  readonly folder: string;
}

/** A window that cannot be chosen; the message says what to do, for a model. */
export class NoWindowError extends Error {}

/**
 * Returns the windows with a workspace folder that is the folder, or contains it; of these, those with the deepest.
 * @throws NoWindowError if there is none
 */
export async function findWindows(
  running: readonly FoundEntry[],
  { pid, folder }: WantedWindow,
): Promise<readonly FoundEntry[]> {
  if (pid !== undefined) {
    const own = running.filter((window) => window.process.pid === pid);
    if (own.length > 0) return own;
    throw new NoWindowError("The VS Code window of this server was closed or reloaded. Restart the server in VS Code.");
  }
  // Others are only for agents in VS Code, or have nothing by which to tell them apart.
  const windows = running.filter(({ folders }) => folders.length > 0);
  if (windows.length === 0)
    throw new NoWindowError(
      `No VS Code window accepts agents. Ask the user to open ${folder} in VS Code, with Forgeline and its setting forgeline.agents.mcp on "all".`,
    );
  const real = await realPath(folder);
  const depths = await Promise.all(
    windows.map(async ({ folders }) => depthOf(await Promise.all(folders.map(realPath)), real)),
  );
  const deepest = Math.max(...depths);
  if (deepest >= 0) return windows.filter((_, at) => depths[at] === deepest);
  throw new NoWindowError(
    `No VS Code window has ${folder} open. Ask the user to open that folder in VS Code, or to start this server with --folder and one of: ${named(windows)}.`,
  );
}

/** Returns the error for windows that cannot be told apart. */
export const severalWindows = (found: readonly FoundEntry[], { folder }: WantedWindow): NoWindowError =>
  new NoWindowError(
    `Several VS Code windows have ${folder} open (${named(found)}). Ask the user to close all but one.`,
  );

/** Returns the length of the longest folder that is the given one or contains it; -1 if none does. */
function depthOf(folders: readonly string[], inner: string): number {
  return Math.max(-1, ...folders.filter((outer) => contains(outer, inner)).map(({ length }) => length));
}

function contains(outer: string, inner: string): boolean {
  // Ignores case on Windows.
  const way = path.relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Returns a path without symbolic links; as it is if it does not exist. */
const realPath = (folder: string): Promise<string> => realpath(folder).catch(() => path.resolve(folder));

const named = (windows: readonly FoundEntry[]): string =>
  [...new Set(windows.flatMap(({ folders }) => folders))].slice(0, 20).join(", ");
