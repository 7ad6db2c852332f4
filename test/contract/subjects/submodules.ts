import type { Context } from "../context.ts";

export const submodules = (_on: Context) => ({});
