import type { CallsOf } from "../call.ts";

export const wikis = {} satisfies CallsOf<"wikis">;
