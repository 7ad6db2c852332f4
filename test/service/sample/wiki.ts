import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectRecord, UserName } from "../types.ts";
import type { People } from "../users/people.ts";
import { pageNames } from "../wikis/names.ts";
import type { Wikis } from "../wikis/store.ts";

const day = 24 * 3_600_000;
const folder = join(import.meta.dirname, "wiki");
const picture = "wind-rose.png";

/** Who wrote which page, and how many days ago. */
const pages: readonly { readonly file: string; readonly by: UserName; readonly ago: number }[] = [
  { file: "Decisions/2026-03-One-line-per-reading.org", by: "alice", ago: 9 },
  { file: "Sensors/North-pier.md", by: "bob", ago: 8 },
  { file: "Sensors/Calibration.md", by: "bob", ago: 8 },
  { file: "Glossary.asciidoc", by: "max", ago: 7 },
  { file: "Runbooks/The-lighthouse-does-not-answer.md", by: "alice", ago: 5 },
  { file: "Runbooks/How-to-release.md", by: "max", ago: 3 },
  { file: "気象観測の手引き.md", by: "bob", ago: 2 },
];

/** The wiki of the weather station: folders, formats, a picture, and a start page that had an earlier version. `now`: milliseconds since the epoch. */
export async function writeSampleWiki(wikis: Wikis, project: ProjectRecord, people: People, now: number): Promise<void> {
  const written = (by: UserName, ago: number) => ({ project, user: people[by].user, at: now - ago * day });
  await wikis.create(written("alice", 9), { slug: "home", format: "markdown", content: "# Weather Station\n\nComing soon.\n" });
  for (const { file, by, ago } of pages) {
    const names = pageNames(file);
    if (!names) throw new Error(`${file} is no page.`);
    await wikis.create(written(by, ago), { ...names, content: await readFile(join(folder, file), "utf8") });
  }
  const { path } = await wikis.attach(written("alice", 1), { filename: picture, bytes: await readFile(join(folder, picture)) });
  const home = await readFile(join(folder, "home.md"), "utf8");
  await wikis.update(written("alice", 1), "home", (page) => ({ ...page, content: home.replace(`uploads/${picture}`, path) }));
}
