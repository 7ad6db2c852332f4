// A sensor with a loose contact: shows what a failure looks like that is allowed.
import { setTimeout as sleep } from "node:timers/promises";
import { paint } from "./terminal.js";

const attempts = 3;
for (let attempt = 1; attempt <= attempts; attempt++) {
  console.log(`Reading sensor ${paint("bold", "lighthouse")}, attempt ${attempt} of ${attempts}`);
  await sleep(400);
  console.error(paint("yellow", "  no answer"));
}
console.error(paint("bold red", "✖ lighthouse does not answer: is the cable loose again?"));
process.exitCode = 3;
