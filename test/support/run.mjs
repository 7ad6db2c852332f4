import console from "node:console";
// `npm test`: installs what is missing, then starts run.ts with the Node 24 of node_modules.
// Plain JavaScript for Node 20.19 too, because it runs before `npm ci`.
import process from "node:process";
import { install, runScript } from "../../tools/install.mjs";

try {
  await install(process.argv.some((word) => word === "--all" || word === "--long") ? "all" : "test");
} catch (error) {
  console.log(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed`);
  process.exit(1);
}
await runScript("test/support/run.ts");
