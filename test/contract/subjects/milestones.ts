import type { Context } from "../context.ts";

export const milestones = (_on: Context) => ({});
