import type { CallsOf } from "../call.ts";

export const jobTokenScope = {} satisfies CallsOf<"jobTokenScope">;
