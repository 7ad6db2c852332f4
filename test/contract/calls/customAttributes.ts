import type { CallsOf } from "../call.ts";

export const customAttributes = {} satisfies CallsOf<"customAttributes">;
