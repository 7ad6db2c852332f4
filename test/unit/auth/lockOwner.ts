/** A process that takes a lock and holds it until it is killed. Arguments: the lock's folder and name. Says "held" once it has it. */
import { FileLock } from "../../../src/auth/lock.ts";

const [directory = "", name = ""] = process.argv.slice(2);
const release = await new FileLock({ directory }).tryAcquire(name);
console.log(release ? "held" : "taken");
setInterval(() => undefined, 60_000);
