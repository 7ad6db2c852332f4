import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Snippets, SnippetVisibility } from "../snippets/store.ts";
import type { ProjectRecord, UserName } from "../types.ts";
import type { People } from "../users/people.ts";

interface SampleSnippet {
  readonly by: UserName;
  /** Days. */
  readonly ago: number;
  readonly title: string;
  readonly description?: string;
  readonly visibility: SnippetVisibility;
  readonly files: readonly string[];
  /** Belongs to the weather station. */
  readonly ofProject?: boolean;
}

const day = 24 * 3_600_000;
const folder = join(import.meta.dirname, "snippets");

const snippets: readonly SampleSnippet[] = [
  { by: "bob", ago: 12, title: "Pressure at sea level", description: "With tests. The lapse rate is the standard one.", visibility: "internal", files: ["pressure.py", "test_pressure.py"] },
  { by: "alice", ago: 8, title: "Count the readings of a day", description: "Run it on `day.txt`.", visibility: "public", files: ["readDay.js", "day.txt"] },
  { by: "alice", ago: 6, title: "Smoke test of a station", visibility: "private", files: ["smoke.sh"] },
  { by: "alice", ago: 4, title: "Wake the lighthouse", visibility: "internal", files: ["restart.md"], ofProject: true },
  { by: "bob", ago: 3, title: "A simulated sensor for CI", description: "To be included in a pipeline.", visibility: "public", files: ["simulator.yml"] },
  { by: "bob", ago: 1, title: "A quiet morning", visibility: "private", files: ["day.txt"] },
];

/** Snippets of two people, of every visibility, of one file and of several. `now`: milliseconds since the epoch. */
export async function writeSampleSnippets(store: Snippets, project: ProjectRecord, people: People, now: number): Promise<void> {
  for (const { by, ago, title, description, visibility, files: names, ofProject } of snippets) {
    const files = await Promise.all(names.map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })));
    const origin = { userAgent: "Mozilla/5.0 (X11; Linux x86_64)", address: "127.0.0.1" };
    await store.create({ user: people[by].user, at: now - ago * day }, { title, description, visibility, files, origin, projectId: ofProject === true ? project.id : undefined });
  }
}
