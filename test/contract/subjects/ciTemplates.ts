import type { Context } from "../context.ts";

export const ciTemplates = (_on: Context) => ({});
