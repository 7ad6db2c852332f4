/** Builds the extension and packs it into forgeline-<version>.vsix at the top of the clone, or where the argument says. */
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { runChild } from "./children.ts";
import { withLock } from "./install/lock.mjs";
import { root } from "./testReport.ts";

/** Environment variable with the packed extension that end-to-end tests share. */
export const packedVariable = "FORGELINE_PACKED";

/** Returns the path of the VSIX. Concurrent calls wait for each other, since both build `dist`. @throws Error with the output of the bundler or vsce */
export async function packExtension(file?: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const packagePath = file === undefined ? join(root, `${name}-${version}.vsix`) : resolve(file);
  await mkdir(join(root, "out"), { recursive: true });
  await withLock(join(root, "out/package.lock"), async () => {
    await runChild(process.execPath, ["esbuild.js"], { cwd: root });
    // The bundle holds the dependencies; the README's pictures lie in media and are found without a repository address.
    await createVSIX({
      cwd: root,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
  });
  return packagePath;
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  console.log(await packExtension(positionals[0]));
}
