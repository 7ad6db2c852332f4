import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const rules = [
  [/[ \t]+$/m, "trailing space"],
  [/\t/, "tab"],
  [/\bvar\s/, "var: use const or let"],
  [/(?<!\n)$(?![^])/, "no line end at the end"],
];
const files = [];
for (const folder of ["src", "scripts", "test"]) {
  for (const name of await readdir(folder)) if (name.endsWith(".js")) files.push(join(folder, name));
}

let problems = 0;
for (const file of files.sort()) {
  const text = await readFile(file, "utf8");
  const found = file === join("scripts", "lint.js") ? [] : rules.filter(([rule]) => rule.test(text)).map(([, problem]) => problem);
  try {
    execFileSync(process.execPath, ["--check", file], { stdio: "pipe" });
  } catch (error) {
    found.push(String(error.stderr).split("\n").find((line) => line.includes("Error")) ?? "syntax error");
  }
  problems += found.length;
  console.log(found.length === 0 ? `\x1b[32m✔\x1b[0m ${file}` : `\x1b[31m✖\x1b[0m ${file}  \x1b[31m${found.join(", ")}\x1b[0m`);
}
console.log(`\n\x1b[1m${files.length} files, ${problems} problems\x1b[0m`);
if (problems > 0) process.exitCode = 1;
