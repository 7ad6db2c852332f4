import type { Context } from "../context.ts";

export const jobTokenScope = (_on: Context) => ({});
