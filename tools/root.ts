import { join } from "node:path";

/** The top of the clone. */
export const root = join(import.meta.dirname, "..");
