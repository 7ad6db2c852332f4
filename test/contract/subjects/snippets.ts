import type { Context } from "../context.ts";

export const snippets = (_on: Context) => ({});
