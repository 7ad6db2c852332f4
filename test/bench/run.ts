// npm run bench -- NAME […]: runs test/bench/NAME.ts; without a name, says which there are.
import { readdirSync } from "node:fs";
import path from "node:path";

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -3));
const [name] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`npm run bench -- NAME, where NAME is one of: ${names.join(", ")}`);
  process.exitCode = 1;
} else {
  await import(path.join(import.meta.dirname, `${name}.ts`));
}
