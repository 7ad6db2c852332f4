import type { ProjectRecord, UserRecord } from "../types.ts";
import type { NewVulnerability } from "../vulnerabilities/records.ts";
import type { VulnerabilityStore } from "../vulnerabilities/store.ts";

const hour = 60 * 60_000;

const samples: readonly (NewVulnerability & { readonly hoursAgo: number })[] = [
  {
    title: "Names of sensors are not escaped in the page",
    description: "A sensor named `<script>` runs in the browser of whoever looks at the day.",
    severity: "high",
    confidence: "high",
    reportType: "sast",
    location: { file: "src/page.js", start_line: 12, end_line: 14 },
    state: "resolved",
    hoursAgo: 160,
  },
  {
    title: "A regular expression takes exponential time",
    description: "A long line of digits and dots keeps the reader busy for minutes.",
    severity: "medium",
    confidence: "medium",
    reportType: "sast",
    location: { file: "src/readings.js", start_line: 8 },
    state: "confirmed",
    hoursAgo: 50,
  },
  {
    title: "The station accepts readings from everyone",
    description: "No credential is asked for when readings come over HTTP.",
    severity: "critical",
    confidence: "high",
    reportType: "dast",
    scanner: "ZAP",
    location: { hostname: "http://127.0.0.1:8080", method: "POST", path: "/readings" },
    hoursAgo: 26,
  },
  {
    title: "A password in the history",
    description: "The file was deleted; the commit is still there.",
    severity: "critical",
    confidence: "low",
    reportType: "secret_detection",
    scanner: "Gitleaks",
    location: { file: "data/day.txt", commit: { sha: "0000000" } },
    state: "dismissed",
    hoursAgo: 90,
  },
  {
    title: "Responses say which version of the server runs",
    severity: "info",
    confidence: "unknown",
    reportType: "dast",
    scanner: "ZAP",
    hoursAgo: 3,
  },
];

/** One vulnerability in each state, and one more that nobody looked at. */
export function addSampleVulnerabilities(store: VulnerabilityStore, project: ProjectRecord, author: UserRecord, now: number): void {
  for (const { hoursAgo, ...spec } of samples) store.add(project, author, { ...spec, createdAt: now - hoursAgo * hour });
}
