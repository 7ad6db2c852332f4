import type { Context } from "../context.ts";

export const packages = (_on: Context) => ({});
