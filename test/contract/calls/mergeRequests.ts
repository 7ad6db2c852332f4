import type { CallsOf } from "../call.ts";

export const mergeRequests = {} satisfies CallsOf<"mergeRequests">;
