import type { DiscussionRecord, NoteRecord } from "../discussions/records.ts";
import { isAppliable, linesOf, rangeOf, type SuggestionRecord } from "../discussions/suggestions.ts";
import { CommitRefused } from "../git/commits.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { forbidden, invalid, message, notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { PUT, type Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { CommitAction } from "../types.ts";
import { levelIn, LEVELS, maySee, requireUser } from "./access.ts";
import { showSuggestion } from "./discussionsShow.ts";

interface Found {
  readonly record: MergeRequestRecord;
  readonly discussion: DiscussionRecord;
  readonly note: NoteRecord;
  readonly suggestion: SuggestionRecord;
}

/** Beyond the documents: applying suggestions, as one commit on the source branch. */
export function suggestionRoutes(hosting: Hosting): Route[] {
  return [
    PUT("/suggestions/:suggestion_id/apply", async (request) => {
      const [shown] = await apply(hosting, request, [request.holes["suggestion_id"] ?? ""]);
      return json(shown);
    }),
    PUT("/suggestions/batch_apply", async (request): Promise<Reply> => {
      const ids = (await request.fields()).texts("ids");
      if (ids === undefined) throw invalid("ids is missing");
      return json(await apply(hosting, request, ids));
    }),
  ];
}

async function apply(hosting: Hosting, request: Incoming, ids: readonly string[]): Promise<object[]> {
  const { user } = requireUser(hosting, request);
  await hosting.merging.settled();
  const wanted = ids.map((id) => find(hosting, id));
  const found = wanted.filter((one) => one !== undefined);
  const [first] = found;
  if (!first || found.length < wanted.length) throw notFound("Suggestion");
  const { record } = first;
  const project = hosting.state.projects.get(record.projectId)!;
  if (!maySee(project, user)) throw notFound("Suggestion");
  const source = record.sourceProjectId === null ? undefined : hosting.state.projects.get(record.sourceProjectId);
  if (!source || levelIn(source, user) < LEVELS.developer) throw forbidden();
  if (found.some((one) => one.record !== record)) throw message(400, "Suggestions must all be on the same branch.");
  for (const { note, suggestion } of found)
    if (!isAppliable(record, note, suggestion))
      throw message(400, "Can't apply as these lines were changed in a more recent version.");

  const byPath = new Map<string, Found[]>();
  for (const one of found) {
    const path = one.note.position!.new_path;
    byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  const actions = await Promise.all(
    [...byPath].map(async ([path, changes]): Promise<CommitAction> => {
      const file = await hosting.repositories.at(source.path).file(`refs/heads/${record.sourceBranch}`, path);
      const lines = linesOf(file?.content.toString());
      let end = Infinity;
      // From the last line up, so that the numbers of those above stay right.
      for (const { note, suggestion } of changes.sort(
        (a, b) => rangeOf(b.note, b.suggestion).from - rangeOf(a.note, a.suggestion).from,
      )) {
        const range = rangeOf(note, suggestion);
        if (range.to >= end) throw message(400, "Suggestions are not applicable as their lines cannot overlap.");
        if (lines.slice(range.from - 1, range.to).join("") !== suggestion.from)
          throw message(400, "Can't apply as these lines were changed in a more recent version.");
        lines.splice(range.from - 1, range.to - range.from + 1, suggestion.to);
        end = range.from;
      }
      return { action: "update", file_path: path, content: Buffer.from(lines.join("")) };
    }),
  );
  const text = (await request.fields()).text("commit_message");
  try {
    await hosting.repositories.commit(source.path, {
      branch: record.sourceBranch,
      message: text ?? `Apply ${found.length} suggestion(s) to ${byPath.size} file(s)`,
      author: { name: user.name, email: user.email },
      actions,
      at: hosting.state.clock.now(),
      user,
    });
  } catch (error) {
    if (error instanceof CommitRefused) throw message(400, error.message);
    throw error;
  }
  for (const { suggestion } of found) suggestion.applied = true;
  await hosting.merging.settled();
  for (const { discussion } of found) hosting.mergeRequests.discussions.resolve(record, discussion.notes, user.id);
  return found.map(({ note, suggestion }) => showSuggestion(record, note, suggestion));
}

function find({ mergeRequests }: Hosting, id: string): Found | undefined {
  for (const record of mergeRequests.all())
    for (const discussion of mergeRequests.discussions.of(record))
      for (const note of discussion.notes) {
        const suggestion = note.suggestions.find((one) => String(one.id) === id);
        if (suggestion) return { record, discussion, note, suggestion };
      }
  return undefined;
}
