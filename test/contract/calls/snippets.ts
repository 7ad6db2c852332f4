import type { CallsOf } from "../call.ts";

export const snippets = {} satisfies CallsOf<"snippets">;
