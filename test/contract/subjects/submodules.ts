import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { git } from "../git.ts";
import { branches } from "./branches.ts";

const path = "vendor/a b/lib";

/** Submodules, which the API moves but does not make: they are pushed to the local service, and are there already elsewhere. */
export const submodules = (on: Context) => ({
  project: on.project.id,
  sameProject: on.project.path,
  newSha: () => randomUUID().replaceAll("-", "").padEnd(40, "0"),
  spare: async (): Promise<{ readonly branch: string; readonly path: string }> => {
    if (!on.control) {
      const there = on.need("submodule");
      return { branch: (await branches(on, on.project.id).make()).branch, path: there };
    }
    const { url, users } = await on.control.info();
    const folder = await mkdtemp(join(tmpdir(), "forgeline-submodule-"));
    try {
      const run = (...args: string[]) => git(args, users.alice, folder);
      const branch = `contract/${randomUUID()}`;
      await run("clone", "--quiet", "--depth=1", `${url}/${on.project.path}.git`, ".");
      await run("config", "-f", ".gitmodules", `submodule.${path}.path`, path);
      await run("config", "-f", ".gitmodules", `submodule.${path}.url`, "../lib.git");
      await run("add", ".gitmodules");
      await run("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
      await run("commit", "--quiet", "-m", "Add a submodule");
      await run("push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
      return { branch, path };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});
