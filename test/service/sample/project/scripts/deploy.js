import { cp, readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { bar, paint } from "./terminal.js";

const target = process.env.DEPLOY_TARGET ?? "review";
const files = await readdir("dist").catch(() => []);
if (files.length === 0) {
  console.error(paint("red", "✖ There is no dist/ to deploy: run the build first"));
  process.exit(1);
}
for (let step = 0; step <= 10; step++) {
  bar(`Deploying to ${target}`, step / 10);
  await sleep(200);
}
await cp("dist", "public", { recursive: true });
console.log(`${paint("green", "✔")} ${files.join(", ")} deployed to ${paint("bold", target)}`);
