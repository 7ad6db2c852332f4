import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectRecord, UserRecord } from "../types.ts";
import type { NewVulnerability } from "../vulnerabilities/records.ts";
import type { VulnerabilityStore } from "../vulnerabilities/store.ts";

const hour = 60 * 60_000;

type Sample = NewVulnerability & { readonly hoursAgo: number };
const samples = JSON.parse(readFileSync(join(import.meta.dirname, "vulnerabilities.json"), "utf8")) as readonly Sample[];

/** One vulnerability in each state, and one more that nobody looked at. */
export function addSampleVulnerabilities(store: VulnerabilityStore, project: ProjectRecord, author: UserRecord, now: number): void {
  for (const { hoursAgo, ...spec } of samples) store.add(project, author, { ...spec, createdAt: now - hoursAgo * hour });
}
