import type { Context } from "../context.ts";

export const protectedBranches = (_on: Context) => ({});
