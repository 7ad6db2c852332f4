/** Reports as the host's analyzers write them, in several versions of the schema, without fields that nothing reads. */

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const identifier = (type: string, name: string, value = name, url?: string) => ({
  type,
  name,
  value,
  ...(url !== undefined && { url }),
});

/** Semgrep's SAST report, schema 15. */
export const semgrep = {
  version: "15.1.4",
  vulnerabilities: [
    {
      id: "5c0b",
      category: "sast",
      name: "Improper neutralization of directives in dynamically evaluated code ('Eval Injection')",
      description: "The application was found calling the `eval` function.\n\nDo not pass user input to it.\n",
      cve: "semgrep_id:eslint.detect-eval-with-expression:12:14",
      severity: "Critical",
      scanner: { id: "semgrep", name: "Semgrep" },
      location: { file: "src/page.js", start_line: 12, end_line: 14 },
      identifiers: [
        identifier("semgrep_id", "eslint.detect-eval-with-expression"),
        identifier("cwe", "CWE-95", "95", "https://cwe.mitre.org/data/definitions/95.html"),
        identifier("owasp", "A03:2021 - Injection", "A03:2021"),
      ],
      links: [{ name: "Semgrep", url: "https://semgrep.dev/r/eval" }, { url: "command:workbench.action.quit" }],
    },
    {
      id: "77",
      name: "Use of weak hash",
      severity: "Medium",
      location: { file: "./src/hash.js", start_line: 3, end_line: 3, class: "Hash", method: "sum" },
      identifiers: [identifier("semgrep_id", "weak-hash")],
    },
  ],
  remediations: [
    { fixes: [{ id: "77" }], summary: "No patch", diff: base64("no patch") },
    {
      fixes: [{ id: "77" }],
      summary: "Use SHA-256",
      diff: base64(
        "diff --git a/src/hash.js b/src/hash.js\n--- a/src/hash.js\n+++ b/src/hash.js\n@@ -3 +3 @@\n-md5\n+sha256\n",
      ),
    },
  ],
  scan: { analyzer: { id: "semgrep", name: "Semgrep" }, scanner: { id: "semgrep", name: "Semgrep" }, type: "sast" },
};

/** find-sec-bugs' report, schema 2.0: with `cve` and `message`, and remediations by it. */
export const findSecBugs = {
  version: "2.0",
  vulnerabilities: [
    {
      message: "Predictable pseudorandom number generator",
      cve: "818b:PREDICTABLE_RANDOM:src/main/java/App.java:47",
      severity: "Medium",
      scanner: { id: "find_sec_bugs", name: "Find Security Bugs" },
      location: { file: "src/main/java/App.java", start_line: 47, end_line: 47, class: "com.acme.App" },
      identifiers: [identifier("find_sec_bugs_type", "Find Security Bugs-PREDICTABLE_RANDOM", "PREDICTABLE_RANDOM")],
    },
  ],
  remediations: [
    {
      fixes: [{ cve: "818b:PREDICTABLE_RANDOM:src/main/java/App.java:47" }],
      diff: base64("--- a/src/main/java/App.java\n+++ b/src/main/java/App.java\n@@ -47 +47 @@\n-a\n+b\n"),
    },
  ],
};

/** A list, as before version 2. */
export const brakeman = [
  {
    tool: "brakeman",
    fingerprint: "a1b2",
    message: "Possible command injection",
    url: "https://brakemanscanner.org/docs/warning_types/command_injection/",
    priority: "High",
    file: "lib/a.rb",
    line: 7,
  },
];

export const gitleaks = {
  version: "15.0.7",
  vulnerabilities: [
    {
      id: "1",
      name: "GitLab personal access token",
      severity: "Critical",
      raw_source_code_extract: "glpat-JUST20LETTERSANDNUMB",
      location: { file: "data/day.txt", commit: { sha: "0000000" }, start_line: 2 },
      identifiers: [identifier("gitleaks_rule_id", "Gitleaks rule ID gitlab_personal_access_token", "gitlab_token")],
    },
  ],
  scan: { type: "secret_detection", scanner: { id: "gitleaks", name: "Gitleaks" } },
};

export const kics = {
  version: "15.0.4",
  vulnerabilities: [
    {
      id: "2",
      name: "Missing user instruction",
      severity: "Info",
      location: { file: "Dockerfile", start_line: 1 },
      identifiers: [identifier("kics_id", "KICS-fd54f200", "fd54f200", "https://docs.kics.io/")],
    },
  ],
  scan: { type: "sast", scanner: { id: "kics", name: "Kics" }, analyzer: { id: "kics", name: "kics" } },
};

export const trivy = {
  version: "15.0.7",
  vulnerabilities: [
    {
      id: "3",
      name: "CVE-2022-0778",
      severity: "High",
      solution: "Upgrade libssl1.1 to 1.1.1n-r0",
      location: {
        dependency: { package: { name: "libssl1.1" }, version: "1.1.1l-r8" },
        image: "registry.example.com/demo/station:main",
      },
      identifiers: [identifier("cve", "CVE-2022-0778")],
    },
  ],
  scan: { type: "container_scanning", scanner: { id: "trivy", name: "Trivy" } },
};

export const gemnasium = {
  version: "14.0.0",
  vulnerabilities: [
    {
      id: "4",
      name: "Regular expression denial of service",
      message: "Regular expression denial of service in debug",
      severity: "Unknown",
      location: { file: "package-lock.json", dependency: { package: { name: "debug" }, version: "1.0.5" } },
      identifiers: [identifier("gemnasium", "Gemnasium-37283ed4", "37283ed4", "javascript:alert(1)")],
    },
  ],
};

export const eslint = [
  {
    description: "'unused' is assigned a value but never used.",
    check_name: "no-unused-vars",
    fingerprint: "7815",
    severity: "minor",
    location: { path: "src/a.js", lines: { begin: 42 } },
  },
  {
    type: "issue",
    engine_name: "structure",
    description: "Function `page` has 31 lines of code (exceeds 25 allowed). Consider refactoring.",
    check_name: "method_lines",
    content: { body: "Long functions are hard to read." },
    fingerprint: "c4",
    severity: "major",
    location: { path: "./src/page.js", positions: { begin: { line: 5, column: 1 }, end: { line: 36, column: 2 } } },
  },
  { type: "measurement", name: "complexity", value: 4 },
];
