/** Builds the extension and packs it into forgeline-<version>.vsix at the top of the clone, or where the argument says. */
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { runChild } from "./children.ts";
import { withLock } from "./install/lock.mjs";
import { packedReadme } from "./packedReadme.ts";
import { root } from "./root.ts";

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
    const cwd = await stage();
    // The bundle holds the dependencies; the README's links are made absolute by us.
    await reproducibly(() => createVSIX({ cwd, packagePath, dependencies: false, rewriteRelativeLinks: false }));
  });
  return packagePath;
}

/** Copies what ships to a folder of its own, with the README as the extension page needs it. Returns the folder. */
async function stage(): Promise<string> {
  const folder = join(root, "out/package");
  await rm(folder, { recursive: true, force: true });
  const files = [".vscodeignore", ...(await listFiles({ cwd: root, packageManager: PackageManager.None }))];
  for (const file of files) await cp(join(root, file), join(folder, file));
  const readme = await readFile(join(root, "README.md"), "utf8");
  await writeFile(join(folder, "README.md"), packedReadme(readme));
  // The archive holds them, and they would be those of whoever builds.
  for (const file of files) await chmod(join(folder, file), 0o644);
  return folder;
}

/** Gives all files of an archive that vsce writes the same time, and a fixed order: the same sources make the same bytes. */
async function reproducibly(work: () => Promise<void>): Promise<void> {
  const { SOURCE_DATE_EPOCH: epoch, TZ: zone } = process.env;
  // Archives hold local times, from 1980 on.
  process.env["SOURCE_DATE_EPOCH"] = epoch ?? String(Date.UTC(1980, 0, 2) / 1000);
  process.env["TZ"] = "UTC";
  try {
    await work();
  } finally {
    if (epoch === undefined) delete process.env["SOURCE_DATE_EPOCH"];
    else process.env["SOURCE_DATE_EPOCH"] = epoch;
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  console.log(await packExtension(positionals[0]));
}
