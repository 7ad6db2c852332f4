import type { Context } from "../context.ts";

export const repositoryFiles = (_on: Context) => ({});
