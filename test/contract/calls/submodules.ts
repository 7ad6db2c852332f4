import type { CallsOf } from "../call.ts";

export const submodules = {} satisfies CallsOf<"submodules">;
