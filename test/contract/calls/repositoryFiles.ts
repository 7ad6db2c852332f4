import type { CallsOf } from "../call.ts";

export const repositoryFiles = {} satisfies CallsOf<"repositoryFiles">;
