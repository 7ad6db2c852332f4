/** Takes a lock and keeps it until it is killed: forked by fileLock.test.ts with the folder of the locks. */
import { FileLock } from "../../../../src/core/base/fileLock.ts";

const [directory = ""] = process.argv.slice(2);
const release = await new FileLock({ directory }).tryAcquire("x");
process.send?.(release !== undefined);
process.on("disconnect", () => process.exit());
