/** `npm run bench -- NAME` runs test/bench/NAME.ts. */
import { readdirSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && !["openedWindows.ts", "results.ts", "run.ts"].includes(file))
  .map((file) => path.basename(file, ".ts"));

const [given] = process.argv.slice(2);
if (given !== undefined && names.includes(given)) await import(path.join(folder, `${given}.ts`));
else {
  console.error(`npm run bench -- NAME, where NAME is one of these: ${names.join(", ")}`);
  process.exitCode = 1;
}
