import type { Hosting } from "../hosting.ts";
import type { ProjectRecord, UserName } from "../types.ts";

const DAY = 24 * 3_600_000;
/** Titles that merge requests of the sample are planned for. */
export const MILESTONES = { past: "1.0", next: "1.1", season: "Autumn season" } as const;

/** The weather station's milestones, one of its group, and the issues planned for them. */
export function planSample({ milestones, state }: Pick<Hosting, "milestones" | "state">, project: ProjectRecord): void {
  const now = state.clock.now();
  const day = (days: number): string => new Date(now + days * DAY).toISOString().slice(0, 10);
  const person = (name: UserName): number => state.userNamed(name)!.id;
  milestones.add({ projectId: project.id }, { title: MILESTONES.past, description: "Readings, a summary, and a page about the day", state: "closed", startDate: day(-12), dueDate: day(-3), createdAt: now - 12 * DAY, updatedAt: now - 3 * DAY });
  const next = milestones.add({ projectId: project.id }, { title: MILESTONES.next, description: "Humidity, wind, and nicer numbers", startDate: day(-2), dueDate: day(19), createdAt: now - 2.5 * DAY });
  const group = state.groups.ofProject(project.path);
  const season = group && milestones.add({ groupId: group.id }, { title: MILESTONES.season, description: "Everything that must stand before the storms", startDate: day(-10), dueDate: day(40), createdAt: now - 10 * DAY });

  const issue = { projectId: project.id, milestoneId: next.id };
  milestones.issues.add({ ...issue, title: "Show the dew point", authorId: person("rita"), assigneeIds: [person("bob")], labels: ["feature"], weight: 3, createdAt: now - 2 * DAY });
  milestones.issues.add({ ...issue, title: "Pressure has too many digits", authorId: person("max"), labels: ["bug"], weight: 1, createdAt: now - 1.6 * DAY });
  milestones.issues.add({ ...issue, title: "The lighthouse loses its cable", authorId: person("alice"), labels: ["bug", "sensor"], weight: 5, createdAt: now - 2.2 * DAY, closedAt: now - 1.5 * DAY, reopenedAt: now - 0.5 * DAY });
  milestones.issues.add({ ...issue, title: "Say which sensors are simulated", authorId: person("rita"), assigneeIds: [person("alice")], labels: ["documentation"], weight: 1, createdAt: now - 2.3 * DAY, closedAt: now - DAY });
  milestones.issues.add({ projectId: project.id, milestoneId: season?.id ?? null, title: "Survive a storm", authorId: person("max"), labels: ["sensor"], weight: 8, createdAt: now - 9 * DAY });
  milestones.issues.add({ projectId: project.id, milestoneId: season?.id ?? null, title: "Warn when the pressure falls fast", authorId: person("rita"), assigneeIds: [person("max")], labels: ["feature"], weight: 3, createdAt: now - 7 * DAY });
}
