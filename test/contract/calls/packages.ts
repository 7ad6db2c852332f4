import type { CallsOf } from "../call.ts";

export const packages = {} satisfies CallsOf<"packages">;
