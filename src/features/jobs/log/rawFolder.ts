import path from "node:path";
import type { Context } from "../../../core/context.ts";

/** Returns the folder of the raw logs that were opened. */
export const rawLogFolder = ({ storage }: Pick<Context, "storage">): string => path.join(storage, "logs");
