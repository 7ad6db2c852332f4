import type { Context } from "../context.ts";

export const mergeRequests = (_on: Context) => ({});
