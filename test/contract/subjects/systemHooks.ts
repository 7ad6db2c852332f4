import type { Context } from "../context.ts";

export const systemHooks = (_on: Context) => ({});
