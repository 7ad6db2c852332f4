import type { CallsOf } from "../call.ts";

export const protectedBranches = {} satisfies CallsOf<"protectedBranches">;
