import type { Context } from "../context.ts";

export const customAttributes = (_on: Context) => ({});
