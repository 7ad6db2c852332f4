import type { Context } from "../context.ts";

export const vulnerabilities = (_on: Context) => ({});
