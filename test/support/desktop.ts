/** Runs the host tests in a desktop VS Code, where one is given or can be downloaded. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { quietSettings } from "../../tools/editor.ts";
import { root } from "../../tools/root.ts";
import type { Scope } from "../../tools/scope.ts";

export interface DesktopRun {
  /** Path of the editor; `download` for the newest release, `download:1.105.1` for a specific one. */
  readonly editor: string;
  /** The bundle that exports run(). */
  readonly tests: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

/** Resolves when the editor has exited. @throws Error if it failed before or after the tests */
export async function runDesktop(scope: Scope, run: DesktopRun): Promise<void> {
  const userData = await scope.folder("forgeline-desktop-");
  await mkdir(join(userData, "User"), { recursive: true });
  await writeFile(join(userData, "User/settings.json"), JSON.stringify({ ...quietSettings, ...run.settings }));
  const [kind, version] = run.editor.split(":");
  await runTests({
    ...(kind === "download" ? { version: version ?? "stable" } : { vscodeExecutablePath: run.editor }),
    extensionDevelopmentPath: root,
    extensionTestsPath: run.tests,
    extensionTestsEnv: { ...run.env },
    launchArgs: [
      run.folder,
      "--user-data-dir",
      userData,
      "--extensions-dir",
      join(userData, "extensions"),
      "--disable-workspace-trust",
      "--skip-welcome",
      "--skip-release-notes",
      "--password-store=basic",
    ],
  });
}
