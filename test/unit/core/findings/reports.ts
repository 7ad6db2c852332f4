/** Reports as the host's analyzers write them, in several versions of the schema. */

/** Semgrep's SAST report, schema 15. */
export const semgrep = {
  version: "15.1.4",
  vulnerabilities: [
    {
      id: "5c0b1d1a6a9d2f0f6b6ab2f4f2c1d9c3c0a4f1a5f8b1e1b0d0b9e8d7c6b5a493",
      category: "sast",
      name: "Improper neutralization of directives in dynamically evaluated code ('Eval Injection')",
      description: "The application was found calling the `eval` function.\n\nDo not pass user input to it.\n",
      cve: "semgrep_id:eslint.detect-eval-with-expression:12:14",
      severity: "Critical",
      scanner: { id: "semgrep", name: "Semgrep" },
      location: { file: "src/page.js", start_line: 12, end_line: 14 },
      identifiers: [
        {
          type: "semgrep_id",
          name: "eslint.detect-eval-with-expression",
          value: "eslint.detect-eval-with-expression",
        },
        { type: "cwe", name: "CWE-95", value: "95", url: "https://cwe.mitre.org/data/definitions/95.html" },
        { type: "owasp", name: "A03:2021 - Injection", value: "A03:2021" },
      ],
      links: [{ name: "Semgrep", url: "https://semgrep.dev/r/eval" }, { url: "command:workbench.action.quit" }],
      tracking: {
        type: "source",
        items: [
          {
            file: "src/page.js",
            line_start: 12,
            line_end: 14,
            signatures: [{ algorithm: "scope_offset", value: "src/page.js|page[0]:3" }],
          },
        ],
      },
    },
    {
      id: "77",
      name: "Use of weak hash",
      severity: "Medium",
      location: { file: "./src/hash.js", start_line: 3, end_line: 3, class: "Hash", method: "sum" },
      identifiers: [{ type: "semgrep_id", name: "weak-hash", value: "weak-hash" }],
    },
  ],
  remediations: [
    { fixes: [{ id: "77" }], summary: "No patch", diff: "bm8gcGF0Y2g=" },
    {
      fixes: [{ id: "77" }],
      summary: "Use SHA-256",
      diff: Buffer.from(
        "diff --git a/src/hash.js b/src/hash.js\n--- a/src/hash.js\n+++ b/src/hash.js\n@@ -3 +3 @@\n-md5\n+sha256\n",
      ).toString("base64"),
    },
  ],
  scan: {
    analyzer: { id: "semgrep", name: "Semgrep", vendor: { name: "GitLab" }, version: "5.9.0" },
    scanner: { id: "semgrep", name: "Semgrep", vendor: { name: "GitLab" }, version: "1.90.0" },
    type: "sast",
    start_time: "2026-01-31T09:12:01",
    end_time: "2026-01-31T09:12:31",
    status: "success",
  },
};

/** find-sec-bugs' report, schema 2.0: with `cve` and `message`, and remediations by it. */
export const findSecBugs = {
  version: "2.0",
  vulnerabilities: [
    {
      category: "sast",
      name: "Predictable pseudorandom number generator",
      message: "Predictable pseudorandom number generator",
      description: "The use of java.util.Random is predictable",
      cve: "818bf5dacb291e15d9e6dc3c5ac32178:PREDICTABLE_RANDOM:src/main/java/App.java:47",
      severity: "Medium",
      confidence: "Medium",
      scanner: { id: "find_sec_bugs", name: "Find Security Bugs" },
      location: {
        file: "src/main/java/App.java",
        start_line: 47,
        end_line: 47,
        class: "com.acme.App",
        method: "token",
      },
      identifiers: [
        {
          type: "find_sec_bugs_type",
          name: "Find Security Bugs-PREDICTABLE_RANDOM",
          value: "PREDICTABLE_RANDOM",
          url: "https://find-sec-bugs.github.io/bugs.htm#PREDICTABLE_RANDOM",
        },
      ],
    },
  ],
  remediations: [
    {
      fixes: [{ cve: "818bf5dacb291e15d9e6dc3c5ac32178:PREDICTABLE_RANDOM:src/main/java/App.java:47" }],
      summary: "Use SecureRandom",
      diff: Buffer.from("--- a/src/main/java/App.java\n+++ b/src/main/java/App.java\n@@ -47 +47 @@\n-a\n+b\n").toString(
        "base64",
      ),
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
      category: "secret_detection",
      name: "GitLab personal access token",
      description: "A personal access token was found.",
      severity: "Critical",
      raw_source_code_extract: "glpat-JUST20LETTERSANDNUMB",
      scanner: { id: "gitleaks", name: "Gitleaks" },
      location: { file: "data/day.txt", commit: { sha: "0000000" }, start_line: 2 },
      identifiers: [
        {
          type: "gitleaks_rule_id",
          name: "Gitleaks rule ID gitlab_personal_access_token",
          value: "gitlab_personal_access_token",
        },
      ],
    },
  ],
  scan: { type: "secret_detection", scanner: { id: "gitleaks", name: "Gitleaks" } },
};

export const kics = {
  version: "15.0.4",
  vulnerabilities: [
    {
      id: "2",
      category: "sast",
      name: "Missing user instruction",
      description: "A user should be specified in the dockerfile.",
      severity: "Info",
      location: { file: "Dockerfile", start_line: 1 },
      identifiers: [{ type: "kics_id", name: "KICS-fd54f200", value: "fd54f200", url: "https://docs.kics.io/" }],
    },
  ],
  scan: {
    type: "sast",
    scanner: { id: "kics", name: "Kics" },
    analyzer: { id: "kics", name: "kics" },
  },
};

export const trivy = {
  version: "15.0.7",
  vulnerabilities: [
    {
      id: "3",
      name: "CVE-2022-0778",
      description: "openssl: Infinite loop in BN_mod_sqrt()",
      severity: "High",
      solution: "Upgrade libssl1.1 to 1.1.1n-r0",
      location: {
        dependency: { package: { name: "libssl1.1" }, version: "1.1.1l-r8" },
        operating_system: "alpine 3.14.3",
        image: "registry.example.com/demo/station:main",
      },
      identifiers: [
        {
          type: "cve",
          name: "CVE-2022-0778",
          value: "CVE-2022-0778",
          url: "https://nvd.nist.gov/vuln/detail/CVE-2022-0778",
        },
      ],
      links: [{ url: "https://www.openssl.org/news/secadv/20220315.txt" }],
    },
  ],
  scan: { type: "container_scanning", scanner: { id: "trivy", name: "Trivy" } },
};

export const gemnasium = {
  version: "14.0.0",
  vulnerabilities: [
    {
      id: "4",
      category: "dependency_scanning",
      name: "Regular expression denial of service",
      message: "Regular expression denial of service in debug",
      severity: "Unknown",
      solution: "Upgrade to latest versions.",
      scanner: { id: "gemnasium", name: "Gemnasium" },
      location: { file: "package-lock.json", dependency: { package: { name: "debug" }, version: "1.0.5" } },
      identifiers: [{ type: "gemnasium", name: "Gemnasium-37283ed4", value: "37283ed4", url: "javascript:alert(1)" }],
    },
  ],
};

export const eslint = [
  {
    description: "'unused' is assigned a value but never used.",
    check_name: "no-unused-vars",
    fingerprint: "7815696ecbf1c96e6894b779456d330e",
    severity: "minor",
    location: { path: "src/a.js", lines: { begin: 42 } },
  },
  {
    type: "issue",
    engine_name: "structure",
    description: "Function `page` has 31 lines of code (exceeds 25 allowed). Consider refactoring.",
    check_name: "method_lines",
    content: { body: "Long functions are hard to read." },
    categories: ["Complexity"],
    fingerprint: "c4",
    severity: "major",
    location: { path: "./src/page.js", positions: { begin: { line: 5, column: 1 }, end: { line: 36, column: 2 } } },
  },
  { type: "measurement", name: "complexity", value: 4 },
];
