import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Position } from "../discussions/records.ts";
import { readSuggestions } from "../discussions/suggestions.ts";
import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserName } from "../types.ts";

const HOUR = 3_600_000;
type Parts = Pick<Hosting, "state" | "repositories" | "mergeRequests" | "merging">;
type Said = readonly [by: UserName, text: string];

/** Plain comments, by source branch. */
const COMMENTS = JSON.parse(readFileSync(join(import.meta.dirname, "comments.json"), "utf8")) as Readonly<
  Record<string, readonly Said[]>
>;

/** The same for the first attempt at a branch that has two merge requests. */
const FIRST_ATTEMPT: readonly Said[] = [["bob", "The tests fail; I'll open a new one."]];

/** Fills the sample's merge requests with comments, between their creation and their last change. */
export async function discussSample(hosting: Parts, project: ProjectRecord): Promise<void> {
  for (const record of hosting.mergeRequests.ofProject(project.id)) {
    const comments = record.title.endsWith("first attempt") ? FIRST_ATTEMPT : (COMMENTS[record.sourceBranch] ?? []);
    const step = (record.updatedAt - record.createdAt) / (comments.length + 1);
    comments.forEach(([by, body], at) =>
      hosting.mergeRequests.discussions.start(record, {
        authorId: hosting.state.userNamed(by)!.id,
        body,
        type: null,
        at: Math.round(record.createdAt + step * (at + 1)),
      }),
    );
  }
  const windRose = hosting.mergeRequests.ofProject(project.id).find((one) => one.sourceBranch === "feature/wind-rose");
  if (windRose) await reviewWindRose(hosting, project, windRose);
}

/** Bob reviews the wind rose; Alice answers with a commit that makes one thread outdated. */
async function reviewWindRose(hosting: Parts, project: ProjectRecord, record: MergeRequestRecord): Promise<void> {
  const { state, repositories, merging } = hosting;
  const { discussions } = hosting.mergeRequests;
  const [rose, units] = ["src/windRose.js", "src/units.js"];
  const version = record.versions.at(-1);
  if (!version) return;
  const now = state.clock.now();
  const id = (name: UserName): number => state.userNamed(name)!.id;
  const textOf = async (sha: string, path: string): Promise<string> =>
    (await repositories.at(project.path).file(sha, path))?.content.toString() ?? "";
  const [roseText, unitsText, oldUnits] = await Promise.all([
    textOf(version.head, rose),
    textOf(version.head, units),
    textOf(version.base, units),
  ]);
  const line = (text: string, part: string): number => text.split("\n").findIndex((one) => one.includes(part)) + 1;
  const at = (path: string, place: Partial<Position>): Position => ({
    base_sha: version.base,
    start_sha: version.start,
    head_sha: version.head,
    old_path: path,
    new_path: path,
    position_type: "text",
    old_line: null,
    new_line: null,
    line_range: null,
    ...place,
  });
  const suggesting: Promise<void>[] = [];
  const thread = (ago: number, position: Position | null, [[by, body], ...replies]: readonly [Said, ...Said[]]) => {
    const started = discussions.start(record, {
      authorId: id(by),
      body,
      type: position ? "DiffNote" : null,
      position,
      at: now - ago * HOUR,
    });
    suggesting.push(readSuggestions(hosting, record, started.notes[0]!).then((found) => void (started.notes[0]!.suggestions = found)));
    replies.forEach(([name, text], index) =>
      discussions.reply(record, started, { authorId: id(name), body: text, at: now - (ago - 0.5 * (index + 1)) * HOUR }),
    );
    return started;
  };

  thread(28, null, [["bob", "Nice and small. I left a few questions; the names are the only thing I feel strongly about."]]);
  thread(28, at(rose, { new_line: line(roseText, "const direction = ") }), [
    ["bob", "What about readings without wind? `values.wind` is `undefined` for the pressure sensors, so they would all be counted as `undefined`."],
    ["max", "North Pier always sends both, but the harbour sensor doesn't. We should skip those readings."],
  ]);
  thread(27.5, at(units, { old_line: line(oldUnits, "const units") }), [
    ["bob", "Quantities without a unit fell back to an empty string before. Is that still the case for `humidity`?"],
  ]);
  const modulo = thread(27.5, at(rose, { new_line: line(roseText, "return directions") }), [
    ["bob", "Why the remainder twice? Is it only for negative degrees?"],
    ["alice", "Yes, some vanes report −10 instead of 350. I'd rather handle it here than in every caller."],
    ["bob", "Makes sense, thanks."],
  ]);
  discussions.resolve(record, modulo.notes, id("bob"), now - 26 * HOUR);
  const [first, last] = [line(unitsText, "wind:"), line(unitsText, "speed:")];
  const end = (number: number) => ({
    line_code: `${createHash("sha1").update(units).digest("hex")}_${line(oldUnits, "const units") + 1}_${number}`,
    type: "new",
    old_line: null,
    new_line: number,
  });
  thread(27, at(units, { new_line: last, line_range: { start: end(first), end: end(last) } }), [
    ["bob", "Could we call these `windDirection` and `windSpeed`? `speed` alone could be anything.\n\n```suggestion:-1+0\n  windDirection: \"°\",\n  windSpeed: \"m/s\",\n```"],
  ]);
  thread(27, at(rose, { position_type: "file" }), [["bob", "Could you add tests for this file? `test/units.test.js` is a good template."]]);
  thread(27, at(rose, { new_line: line(roseText, "const counts = {}") }), [
    ["bob", "Directions without any reading are missing from the result. Could they start at 0?"],
    ["alice", "Good point, I'll fill them in."],
  ]);

  await Promise.all(suggesting);

  const alice = state.userNamed("alice")!;
  const pushedAt = now - 25 * HOUR;
  await repositories.commit(project.path, {
    branch: record.sourceBranch,
    message: "Count calm directions, too\n",
    author: { name: alice.name, email: alice.email },
    actions: [
      {
        action: "update",
        file_path: rose,
        content: Buffer.from(
          roseText
            .replace("const counts = {};", "const counts = Object.fromEntries(directions.map((name) => [name, 0]));")
            .replace("counts[direction] = (counts[direction] ?? 0) + 1;", "counts[direction] += 1;"),
        ),
      },
    ],
    at: pushedAt,
    user: alice,
  });
  await merging.catchUp(record, alice, pushedAt);
}
