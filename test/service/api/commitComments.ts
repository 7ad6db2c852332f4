import { placeIn, placeInFile } from "../commitComments/placement.ts";
import type { CommentPlace, CommitCommentRecord } from "../commitComments/store.ts";
import { diff } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { invalid } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { CommitRecord, ProjectRecord } from "../types.ts";
import { LEVELS, readableProject, requireLevel } from "./access.ts";
import { commitOf } from "./commitShow.ts";
import { showUser, time } from "./present.ts";

/** Part 2, Commits: comments. */
export function commitCommentRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/commits/:sha/comments";
  return [
    GET(path, async (request) => {
      const project = readableProject(hosting, request);
      const { id } = await commitOf(hosting, project, request);
      return listReply(hosting.commitComments.of(project.id, id), request, (comment) => show(hosting, comment));
    }),
    POST(path, (request) => comment(hosting, request)),
  ];
}

/** A branch's or tag's name stands for its last commit. What cannot be placed is a comment on the whole commit. */
async function comment(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = requireLevel(hosting, request, LEVELS.guest);
  const fields = await request.fields();
  const note = fields.required("note");
  if (note.trim() === "") throw invalid("note is empty");
  const [path, line, type] = [fields.text("path"), fields.integer("line"), fields.oneOf("line_type", ["new", "old"])];
  const lacking = [
    ...(line === undefined ? ["line is missing"] : []),
    ...(type === undefined ? ["line_type is missing"] : []),
  ];
  // Real hosts want all three or none; the documents place no comment without them, but take it.
  if (path !== undefined && lacking.length > 0 && hosting.dialect === "gitlab") throw invalid(lacking.join(", "));
  const commit = await commitOf(hosting, project, request);
  const place = await placeOf(hosting, project, commit, { path, line, lineType: type === "old" ? "old" : "new" });
  const record = hosting.commitComments.add({
    projectId: project.id,
    sha: commit.id,
    note,
    place,
    authorId: user.id,
    createdAt: hosting.state.clock.now(),
  });
  return json(show(hosting, record), 201);
}

/** Real hosts place comments on lines that the commit changed; the documents on any line of a file. */
async function placeOf(
  { repositories, dialect }: Hosting,
  project: ProjectRecord,
  commit: CommitRecord,
  wanted: Parameters<typeof placeIn>[1],
): Promise<CommentPlace | undefined> {
  if (wanted.path === undefined) return undefined;
  if (dialect === "gitlab")
    return placeIn(await diff(repositories, project.path, commit.parent_ids[0], commit.id), wanted);
  const at = wanted.lineType === "new" ? commit.id : commit.parent_ids[0];
  const file = at === undefined ? undefined : await repositories.at(project.path).file(at, wanted.path);
  return placeInFile(file?.content.toString(), wanted);
}

function show(hosting: Hosting, { note, place, authorId, createdAt }: CommitCommentRecord): object {
  const author = hosting.state.users.get(authorId);
  return {
    note,
    path: place?.path ?? null,
    line: place?.line ?? null,
    line_type: place?.lineType ?? null,
    author: author
      ? { ...showUser(hosting, author), email: author.email, created_at: time(hosting, author.createdAt) }
      : null,
    created_at: time(hosting, createdAt),
  };
}
