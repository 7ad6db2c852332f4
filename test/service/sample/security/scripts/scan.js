// Writes the reports that the analyzers of the host write, about what a few rules find.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const cwe = (number) => ({ type: "cwe", name: `CWE-${number}`, value: String(number), url: `https://cwe.mitre.org/data/definitions/${number}.html` });
const semgrep = (rule) => ({ type: "semgrep_id", name: rule, value: rule });

const rules = {
  sast: [
    { files: /^src\/.*\.js$/, line: /\breturn eval\(/, name: "Improper neutralization of directives in dynamically evaluated code ('Eval Injection')", severity: "Critical", description: "The application was found calling the `eval` function with a variable. If the variable contains user-controlled data, it could be used to run any code.", solution: "Do not call `eval`. Parse the rule, and compare the numbers.", identifiers: [semgrep("eslint.detect-eval-with-expression"), cwe(95)], replace: ["return eval(expression);", "return compare(rule, values);"] },
    { files: /^src\/.*\.js$/, line: /\bcreateServer\(/, name: "Cleartext transmission of sensitive information", severity: "Medium", description: "The server answers over HTTP, so that everybody on the way can read and change the readings.", identifiers: [semgrep("javascript.node-http-server"), cwe(319)] },
  ],
  iac: [{ files: /(^|\/)Dockerfile$/, line: /^FROM /, name: "Missing user instruction", severity: "Medium", description: "The container runs as root.", solution: "Add a USER instruction.", identifiers: [{ type: "kics_id", name: "KICS-fd54f200", value: "fd54f200", url: "https://docs.kics.io/latest/queries/dockerfile-queries/fd54f200-402c-4333-a5a4-36ef6709af2f" }] }],
  secret_detection: [{ files: /./, line: /\bpager-[0-9a-f]{32}\b/, name: "Pager token", severity: "Critical", description: "A token of the pager was found. Whoever has it can ring the keeper out of bed.", solution: "Revoke the token, and keep the new one in a CI/CD variable.", identifiers: [{ type: "gitleaks_rule_id", name: "Gitleaks rule ID pager_token", value: "pager_token" }] }],
};
const scanners = { sast: ["semgrep", "Semgrep"], iac: ["kics", "KICS"], secret_detection: ["gitleaks", "Gitleaks"], container_scanning: ["trivy", "Trivy"], dependency_scanning: ["gemnasium", "Gemnasium"] };

const packages = {
  container_scanning: { name: "CVE-2022-0778", severity: "High", description: "openssl: Infinite loop in BN_mod_sqrt() reachable when parsing certificates", solution: "Upgrade libssl1.1 to 1.1.1n-r0", location: { dependency: { package: { name: "libssl1.1" }, version: "1.1.1l-r8" }, operating_system: "alpine 3.14", image: "registry.example.com/demo/weather-station:latest" }, identifiers: [{ type: "cve", name: "CVE-2022-0778", value: "CVE-2022-0778", url: "https://nvd.nist.gov/vuln/detail/CVE-2022-0778" }] },
  dependency_scanning: { name: "Prototype pollution", severity: "High", description: "A key named `__proto__` changes all objects.", location: { file: "package.json", dependency: { package: { name: "weather-symbols" }, version: "1.0.2" } }, identifiers: [{ type: "cve", name: "CVE-2020-8203", value: "CVE-2020-8203", url: "https://nvd.nist.gov/vuln/detail/CVE-2020-8203" }] },
};

/** Every line of files whose path and text fit. */
function* matches(files, path, line) {
  for (const [file, text] of Object.entries(files)) {
    if (!path.test(file)) continue;
    for (const [index, one] of text.split("\n").entries()) if (line.test(one)) yield { file, start_line: index + 1, text: one };
  }
}

const patch = (file, line, text, [from, to]) => `--- a/${file}\n+++ b/${file}\n@@ -${line} +${line} @@\n-${text}\n+${text.replace(from, to)}\n`;

function codeQuality(files) {
  const issues = [
    ...[...matches(files, /^src\/.*\.js$/, /^.{140}/)].map((found) => ({ ...found, check_name: "max-len", severity: "minor", description: `This line has a length of ${found.text.length}. Maximum allowed is 140.` })),
    ...[...matches(files, /^src\/.*\.js$/, /^ +const names = /)].map((found) => ({ ...found, check_name: "no-unused-vars", severity: "major", description: "'names' is assigned a value but never used." })),
  ];
  return issues.map(({ file, start_line, text, ...issue }) => ({ type: "issue", engine_name: "ESLint", fingerprint: Buffer.from(`${issue.check_name} ${file} ${text}`).toString("base64url").slice(0, 32), ...issue, location: { path: file, lines: { begin: start_line } } }));
}

/** The report of a scanner on files, by path. */
export function scan(type, files) {
  if (type === "codequality") return codeQuality(files);
  const [id, name] = scanners[type];
  const remediations = [];
  const found = (rules[type] ?? []).flatMap(({ files: path, line, replace, ...rule }) =>
    [...matches(files, path, line)].map(({ text, ...location }) => {
      const finding = { id: `${rule.identifiers[0].value}:${location.file}:${location.start_line}`, category: type === "iac" ? "sast" : type, ...rule, location };
      if (replace) remediations.push({ fixes: [{ id: finding.id }], summary: rule.solution, diff: Buffer.from(patch(location.file, location.start_line, text, replace)).toString("base64") });
      return finding;
    }),
  );
  const scanner = { id, name, version: "1.0.0", vendor: { name: "Weather Station" } };
  return {
    version: "15.1.4",
    vulnerabilities: packages[type] ? [{ id: packages[type].name, category: type, ...packages[type] }] : found,
    ...(remediations.length > 0 ? { remediations } : {}),
    scan: { type: type === "iac" ? "sast" : type, scanner, analyzer: scanner, status: "success", start_time: "2026-01-31T09:00:00", end_time: "2026-01-31T09:00:01" },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [type, target] = process.argv.slice(2);
  const names = (await readdir(".", { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^\.\//, ""));
  const own = names.filter((path) => !/^(\.git|reports|scripts|test)\/|^gl-/.test(path));
  const files = Object.fromEntries(await Promise.all(own.map(async (path) => [path, await readFile(path, "utf8")])));
  const report = scan(type, files);
  await writeFile(target, `${JSON.stringify(report, null, 2)}\n`);
  const count = (report.vulnerabilities ?? report).length;
  console.log(`${type}: ${own.length} files, ${count} ${count === 1 ? "finding" : "findings"} in ${target}`);
}
