import { Buffer } from "node:buffer";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { page } from "../src/page.js";
import { parseReadings } from "../src/readings.js";
import { summarise } from "../src/summary.js";

const name = process.env.STATION_NAME ?? "Weather station";
const readings = parseReadings(await readFile("data/day.txt", "utf8"));
const summary = summarise(readings);
const files = { "dist/index.html": page(name, summary), "dist/summary.json": `${JSON.stringify(summary, null, 2)}\n` };

await mkdir("dist", { recursive: true });
console.log(`${readings.length} readings of ${Object.keys(summary).length} sensors for ${name}`);
for (const [path, text] of Object.entries(files)) {
  await writeFile(path, text);
  console.log(`  \x1b[32m✔\x1b[0m ${path.padEnd(18)} \x1b[2m${Buffer.byteLength(text)} bytes\x1b[0m`);
}
