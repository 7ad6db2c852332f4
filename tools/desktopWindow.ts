/** Opens the user's desktop VS Code with a temporary profile. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, runChild, startChild } from "./children.ts";
import { quietSettings } from "./editor.ts";
import type { Scope } from "./scope.ts";

export interface DesktopWindow {
  /** The `code` program. */
  readonly code: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** A packed extension. */
  readonly extension: string;
}

/** Resolves once the window is requested; `ended` resolves when the user has closed it. */
export async function openDesktopWindow(
  scope: Scope,
  window: DesktopWindow,
): Promise<{ readonly ended: Promise<unknown> }> {
  const home = await scope.folder("forgeline-desktop-");
  await mkdir(join(home, "User"), { recursive: true });
  await writeFile(
    join(home, "User/settings.json"),
    JSON.stringify({ ...quietSettings, ...window.settings }, undefined, 2),
  );
  // Chromium refuses its sandbox to root.
  const profile = [
    "--user-data-dir",
    home,
    "--extensions-dir",
    join(home, "extensions"),
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  await runChild(window.code, [...profile, "--install-extension", window.extension], {
    env: cleanEnvironment(),
    milliseconds: 120_000,
  });
  const child = await startChild(window.code, [...profile, "--new-window", "--wait", window.folder], {
    env: cleanEnvironment(),
  });
  await scope.use({
    async [Symbol.asyncDispose]() {
      // The program `code` only waits; the editor itself, in a group of its own, writes its id into this file.
      const pid = Number(await readFile(join(home, "code.lock"), "utf8").catch(() => ""));
      if (pid > 0) {
        try {
          process.kill(pid, "SIGTERM");
        } catch {
          // Closed already.
        }
      }
      await child[Symbol.asyncDispose]();
    },
  });
  return { ended: child.exited };
}
