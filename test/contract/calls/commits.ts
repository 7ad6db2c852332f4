import type { CallsOf } from "../call.ts";

export const commits = {} satisfies CallsOf<"commits">;
