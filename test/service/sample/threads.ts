import type { Position } from "../discussions/positions.ts";
import type { DiscussionRecord } from "../discussions/store.ts";
import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserName } from "../types.ts";
import { featureBranch } from "./commits.ts";

const MINUTE = 60_000;

/** What people say on the sample's open merge requests, on the lines of their diffs. */
export async function discussSampleMerges(hosting: Hosting, project: ProjectRecord): Promise<void> {
  const { state, discussions } = hosting;
  const now = state.clock.now();
  const note = (name: UserName, ago: number, body: string) => ({
    body,
    authorId: state.userNamed(name)?.id ?? 1,
    at: now - ago * MINUTE,
  });
  const open = hosting.mergeRequests.ofProject(project.id).filter(({ state: one }) => one === "opened");
  const at = async (
    record: MergeRequestRecord,
    path: string,
    text: string,
    more: Partial<Position> = {},
  ): Promise<Position | undefined> => {
    const { diff } = record;
    if (!diff) return undefined;
    const file = (await hosting.repositories.file(project.path, diff.head, path))?.content.toString() ?? "";
    const line = file.split("\n").findIndex((one) => one.includes(text)) + 1;
    const shas = { base_sha: diff.base, start_sha: diff.start, head_sha: diff.head };
    const place = { old_path: path, new_path: path, position_type: "text", old_line: null, new_line: line } as const;
    return { ...shas, ...place, line_range: null, ...more };
  };
  const resolve = (discussion: DiscussionRecord, name: UserName, ago: number): void => {
    const byId = state.userNamed(name)?.id ?? 1;
    for (const one of discussion.notes) one.resolved = { byId, at: now - ago * MINUTE };
  };

  const dewPoint = open.find(({ sourceBranch }) => sourceBranch === featureBranch);
  if (dewPoint) {
    const path = "src/dewPoint.js";
    discussions.event(dewPoint.id, note("bob", 78, "requested review from @alice and @max"));
    const limits = discussions.start(
      dewPoint.id,
      note("alice", 62, "Should 100 % be refused, too? The sensor on the summit sends it in fog."),
      await at(dewPoint, path, "RangeError"),
    );
    discussions.reply(limits, note("bob", 58, "No, 100 % is fog indeed. Only what is above cannot be."));
    const names = discussions.start(
      dewPoint.id,
      note("max", 50, "Can the two constants have names? Nobody will remember that they are those of Magnus."),
      await at(dewPoint, path, "17.62"),
    );
    resolve(names, "max", 30);
    discussions.start(
      dewPoint.id,
      note("max", 29, "The summary does not use this file yet. Is that another merge request?"),
      await at(dewPoint, path, "", { position_type: "file", new_line: null }),
    );
    discussions.comment(dewPoint.id, note("alice", 20, "Works on the harbour sensor since this morning. :thumbsup:"));
  }

  const windRose = open.find(({ sourceBranch }) => sourceBranch === "feature/wind-rose");
  if (windRose) {
    const rounding = discussions.start(
      windRose.id,
      note("bob", 240, "**359°** should be north again. Does the rounding do that?"),
      await at(windRose, "src/windRose.js", "Math.round"),
    );
    discussions.reply(rounding, note("bob", 235, "A test for 0, 359 and −1 would say so."));
  }
}
