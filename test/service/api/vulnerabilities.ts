import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { forbidden, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { UserRecord } from "../types.ts";
import type { VulnerabilityRecord, VulnerabilityState } from "../vulnerabilities/records.ts";
import { levelIn, LEVELS, requireUser } from "./access.ts";
import { time } from "./present.ts";

const ACTIONS = { confirm: "confirmed", resolve: "resolved", dismiss: "dismissed", revert: "detected" } as const;

/** Part 3, Vulnerabilities. */
export function vulnerabilityRoutes(hosting: Hosting): Route[] {
  return [
    GET("/vulnerabilities/:id", (request) => json(showVulnerability(hosting, judged(hosting, request).record))),
    ...Object.entries(ACTIONS).map(([name, state]): Route =>
      POST(`/vulnerabilities/:id/${name}`, (request) => move(hosting, request, state)),
    ),
  ];
}

/** The vulnerability of the route, for developers of its project. Throws 401, 403 or 404. */
function judged(hosting: Hosting, request: Incoming): { record: VulnerabilityRecord; user: UserRecord } {
  const { user } = requireUser(hosting, request);
  const id = request.holes["id"] ?? "";
  const record = /^\d+$/.test(id) ? hosting.vulnerabilities.get(Number(id)) : undefined;
  const project = record && hosting.state.projects.get(record.projectId);
  if (!record || !project) throw notFound();
  if (levelIn(project, user) < LEVELS.developer) throw forbidden();
  return { record, user };
}

/** 304 without a body where there is nothing to do. Real hosts answer a change with 201, as to any POST. */
function move(hosting: Hosting, request: Incoming, state: Exclude<VulnerabilityState, "opened">): Reply {
  const { record, user } = judged(hosting, request);
  if (shownState(hosting, record.state) === shownState(hosting, state)) return reply(304);
  hosting.vulnerabilities.move(record, state, user);
  hosting.state.changed();
  return json(showVulnerability(hosting, record), hosting.dialect === "gitlab" ? 201 : 200);
}

function shownState(hosting: Hosting, state: VulnerabilityState): string {
  if (hosting.dialect === "gitlab") return state === "opened" ? "detected" : state;
  return state === "dismissed" ? "closed" : state;
}

/** The fields of part 3 in the neutral dialect, those of real hosts else: they differ in states, confidence and decisions. */
function showVulnerability(hosting: Hosting, record: VulnerabilityRecord): Record<string, unknown> {
  const project = hosting.state.projects.get(record.projectId)!;
  const group = hosting.state.groups.ofProject(project.path);
  const shared = {
    id: record.id,
    title: record.title,
    description: record.description,
    state: shownState(hosting, record.state),
    severity: record.severity,
    report_type: record.reportType,
    project: {
      id: project.id,
      name: project.name,
      full_path: project.path,
      full_name: group ? `${group.name} / ${project.name}` : project.name,
    },
    author_id: record.authorId,
    created_at: time(hosting, record.createdAt),
    updated_at: time(hosting, record.updatedAt),
  };
  const { confirmed, resolved, dismissed } = record;
  if (hosting.dialect === "neutral")
    return {
      ...shared,
      confidence: record.confidence,
      closed_by_id: dismissed?.userId ?? null,
      closed_at: time(hosting, dismissed?.at),
    };
  return {
    ...shared,
    resolved_on_default_branch: false,
    finding: finding(record),
    confirmed_by_id: confirmed?.userId ?? null,
    confirmed_at: time(hosting, confirmed?.at),
    resolved_by_id: resolved?.userId ?? null,
    resolved_at: time(hosting, resolved?.at),
    dismissed_by_id: dismissed?.userId ?? null,
    dismissed_at: time(hosting, dismissed?.at),
  };
}

/** What the scanner reported. */
function finding(record: VulnerabilityRecord): object {
  return {
    id: record.id,
    report_type: record.reportType,
    name: record.title,
    severity: record.severity,
    scanner: { name: record.scanner, external_id: record.scanner.toLowerCase().replaceAll(" ", "_") },
    location: record.location,
    description: record.description,
  };
}
