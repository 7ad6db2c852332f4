import console from "node:console";
// `npm run demo`: installs what is missing, then starts demo.ts with the Node 24 of node_modules.
// Plain JavaScript for Node 20.19 too, because it runs before `npm ci`.
import process from "node:process";
import { install, runScript } from "./install.mjs";

try {
  await install("demo");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await runScript("tools/demo.ts");
