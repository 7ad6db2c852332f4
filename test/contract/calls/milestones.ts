import type { CallsOf } from "../call.ts";

export const milestones = {} satisfies CallsOf<"milestones">;
