import type { CallsOf } from "../call.ts";

export const systemHooks = {} satisfies CallsOf<"systemHooks">;
