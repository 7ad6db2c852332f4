import type { Context } from "../context.ts";

export const wikis = (_on: Context) => ({});
