import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { branches } from "./branches.ts";

/** Submodules, which the API moves but does not make: they are there already. */
export const submodules = (on: Context) => ({
  project: on.project.id,
  sameProject: on.project.path,
  newSha: () => randomUUID().replaceAll("-", "").padEnd(40, "0"),
  spare: async (): Promise<{ readonly branch: string; readonly path: string }> => {
    const path = on.need("submodule");
    return { branch: (await branches(on, on.project.id).make()).branch, path };
  },
});
