import type { Context } from "../context.ts";

export const commits = (_on: Context) => ({});
