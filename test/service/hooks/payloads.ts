import type { HostEvent, MergeRequestEvent } from "../events.ts";
import type { PushEvent, ProjectRecord, RepositoryStore, UserRecord } from "../types.ts";

export interface PayloadContext {
  /** The instance's address. */
  readonly url: string;
  readonly repositories: RepositoryStore;
}

const MAX_COMMITS = 20;
const ZEROS = /^0{40,}$/;

/** What the test of a hook sends and answers, always (part 1, D. System hooks). */
export const MOCK_PAYLOAD = {
  project_id: 1,
  owner_email: "example@example.com",
  owner_name: "Someone",
  name: "Ruby",
  path: "ruby",
  event_name: "project_create",
} as const;

/** The body that hooks get for an event; the documents do not show one, this is real hosts' form. Undefined for events without one. */
export async function payloadOf(context: PayloadContext, event: HostEvent): Promise<object | undefined> {
  switch (event.kind) {
    case "push":
    case "tagPush":
      return pushPayload(context, event.project, event.push, event.kind === "push" ? "push" : "tag_push");
    case "repositoryUpdate":
      return {
        event_name: "repository_update",
        ...actor(event.user),
        project_id: event.project.id,
        project: projectOf(context, event.project),
        changes: event.changes,
        refs: event.changes.map((change) => change.ref),
      };
    case "mergeRequest":
      return mergeRequestPayload(context, event);
    case "userRemoved":
      return undefined;
  }
}

async function pushPayload(
  context: PayloadContext,
  project: ProjectRecord,
  push: PushEvent,
  name: "push" | "tag_push",
): Promise<object> {
  const deleted = ZEROS.test(push.after);
  const commits = deleted || name === "tag_push" ? [] : await newCommits(context, project, push);
  return {
    object_kind: name,
    event_name: name,
    before: push.before,
    after: push.after,
    ref: push.ref,
    checkout_sha: deleted ? null : push.after,
    ...actor(push.user),
    project_id: project.id,
    project: projectOf(context, project),
    commits: commits.slice(0, MAX_COMMITS).reverse(),
    total_commits_count: commits.length,
  };
}

/** Newest first; of a new branch only its tip, as its history is known already. */
async function newCommits(
  { url, repositories }: PayloadContext,
  project: ProjectRecord,
  push: PushEvent,
): Promise<object[]> {
  const log = await repositories.log(project.path, push.after, { limit: ZEROS.test(push.before) ? 1 : 100 });
  const known = log.findIndex((commit) => commit.id === push.before);
  return (known < 0 ? log : log.slice(0, known)).map((commit) => ({
    id: commit.id,
    message: commit.message,
    title: commit.title,
    timestamp: commit.committed_date,
    url: `${url}/${project.path}/-/commit/${commit.id}`,
    author: { name: commit.author_name, email: commit.author_email },
  }));
}

function mergeRequestPayload(
  context: PayloadContext,
  { project, user, action, attributes }: MergeRequestEvent,
): object {
  return {
    object_kind: "merge_request",
    event_type: "merge_request",
    user: { id: user.id, name: user.name, username: user.username, avatar_url: null, email: "[REDACTED]" },
    project: projectOf(context, project),
    object_attributes: { ...attributes, action },
    labels: attributes["labels"] ?? [],
    changes: {},
  };
}

function actor(user: UserRecord | undefined): object {
  return {
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    user_username: user?.username ?? null,
    user_email: user?.email ?? null,
    user_avatar: null,
  };
}

function projectOf({ url }: PayloadContext, project: ProjectRecord): object {
  const levels = { private: 0, internal: 10, public: 20 } as const;
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: `${url}/${project.path}`,
    git_http_url: `${url}/${project.path}.git`,
    namespace: project.path.slice(0, Math.max(project.path.lastIndexOf("/"), 0)),
    path_with_namespace: project.path,
    visibility_level: levels[project.visibility],
    default_branch: project.defaultBranch,
  };
}
