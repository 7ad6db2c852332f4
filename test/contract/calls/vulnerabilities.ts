import type { CallsOf } from "../call.ts";

export const vulnerabilities = {} satisfies CallsOf<"vulnerabilities">;
