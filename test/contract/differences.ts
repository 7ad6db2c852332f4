/**
 * Where the client or a real host rightly is not what the contract says. Each entry has its reason, and tests fail for
 * entries about parameters that are needed no longer. Numbers are those of SERVICE-FACTS, what real hosts are known to do.
 */

/** Documented parameters that no call sends, by operation; `Authorization` and the like are headers. */
export const neverSent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "oauth.token": {
    client_secret: "grants with a secret are for programs on a server; an extension cannot keep one",
    username: "the password grant is client-only: discouraged by the documents, gone from hosts (37)",
    password: "the password grant is client-only: discouraged by the documents, gone from hosts (37)",
    Authorization: "HTTP Basic carries a client secret, which an extension cannot keep",
  },
  "oauth.tokenInfo": { access_token: "a token in an address ends up in logs; the documented header does the same" },
  "oauth.revoke": { client_secret: "a public application has none; hosts take the client id alone" },
  ...Object.fromEntries(
    ["jobs.artifacts", "jobs.artifactsByRef", "jobs.artifactFile", "jobs.artifactFileByRef"].map((id) => [
      id,
      {
        job_token: "a token in an address ends up in logs; the documented header does the same",
        "JOB-TOKEN": "exists inside a running CI job only; test/unit/api covers that it is sent",
      },
    ]),
  ),
};

/** Undocumented parameters that calls send, by operation. */
export const beyond: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "jobs.artifacts": { range: "the archive's directory only, where the host honours it (59)" },
  "jobs.listForPipeline": { include_retried: "lists old attempts too (58)" },
  "jobs.trace": {
    range: "new bytes only, where the host honours it (48)",
    "if-none-match": "an unchanged log costs a 304 (27)",
  },
  "mergeRequests.merge": { auto_merge: "the name of merge_when_pipeline_succeeds on hosts from 17.11 on" },
};

export interface FieldDifference {
  /** Absent or null although the contract does not say so. */
  readonly may: "be absent" | "be null" | "be absent or null";
  readonly why: string;
}

const person = { avatar_url: { may: "be null", why: "users without a picture" } } as const;
const unfilled = { may: "be null", why: "not filled in" } as const;
const profile = { ...person, location: unfilled, public_email: unfilled, organization: unfilled } as const;
const milestone = Object.fromEntries(
  ["description", "due_date", "start_date"].map((name) => [name, { may: "be null", why: "those without" } as const]),
);
const unlimited = { may: "be null", why: "no limit of the user's own" } as const;

/** By resource and field. */
export const fields: Readonly<Record<string, Readonly<Record<string, FieldDifference>>>> = {
  Pipeline: { name: { may: "be absent or null", why: "hosts before 16.3; pipelines without a name (62)" } },
  PipelineListEntry: {
    name: { may: "be absent or null", why: "hosts before 16.3, merge request lists; pipelines without a name (62)" },
  },
  PipelineUser: person,
  UserObject: person,
  UserPublic: person,
  UserSingle: profile,
  Snippet: { description: { may: "be null", why: "those without" } },
  SnippetAuthor: person,
  AllowlistedProject: { avatar_url: { may: "be null", why: "projects without a picture" } },
  Job: {
    duration: { may: "be null", why: "jobs that never ran (56)" },
    commit: { may: "be null", why: "56" },
    artifacts_file: { may: "be absent", why: "jobs without an archive (56)" },
  },
  Commit: { last_pipeline: { may: "be null", why: "commits without a pipeline" } },
  CommitLastPipeline: { ref: { may: "be null", why: "pipelines of older hosts" } },
  Namespace: {
    avatar_url: { may: "be absent or null", why: "hosts before it was added; groups without a picture" },
    web_url: { may: "be absent or null", why: "hosts before it was added" },
  },
  ProtectedBranch: { id: { may: "be absent or null", why: "hosts before it was added" } },
  AccessLevelRecord: { id: { may: "be absent or null", why: "hosts before it was added" } },
  MergeRequest: {
    ...Object.fromEntries(
      ["merged_by", "merge_user"].map((name) => [name, { may: "be null", why: "those that nobody has merged" }]),
    ),
    ...Object.fromEntries(
      ["description", "assignee", "milestone"].map((name) => [name, { may: "be null", why: "those without (67)" }]),
    ),
    ...Object.fromEntries(
      [
        "should_remove_source_branch",
        "force_remove_source_branch",
        "allow_collaboration",
        "allow_maintainer_to_push",
      ].map((name) => [name, { may: "be null", why: "until somebody says so (67)" }]),
    ),
    ...Object.fromEntries(
      ["source_project_id", "sha"].map((name) => [
        name,
        { may: "be null", why: "those whose fork or branch is gone (67)" },
      ]),
    ),
    ...Object.fromEntries(
      ["pipeline", "diff_refs"].map((name) => [
        name,
        { may: "be absent or null", why: "single ones have them, where there is any (67)" },
      ]),
    ),
  },
  MergeRequestMilestone: { ...milestone, project_id: { may: "be absent", why: "milestones of groups" } },
  Milestone: milestone,
  LabelDetails: { description: { may: "be null", why: "labels without one" } },
  WikiPage: Object.fromEntries(
    ["content", "encoding"].map((name) => [name, { may: "be absent", why: "lists that were not asked for content" }]),
  ),
  Vulnerability: {
    ...Object.fromEntries(
      ["confidence", "closed_at"].map((name) => [
        name,
        { may: "be absent", why: "hosts have other fields for it (79)" },
      ]),
    ),
    closed_by_id: { may: "be absent or null", why: "open ones; hosts have other fields for it (79)" },
  },
  JobArtifact: { file_format: { may: "be null", why: "logs (56)" } },
  OAuthTokenResponse: { expires_in: { may: "be absent or null", why: "old hosts (33)" } },
  UserAdmin: {
    ...profile,
    is_admin: { may: "be absent", why: "administrators only" },
    shared_runners_minutes_limit: unlimited,
    extra_shared_runners_minutes_limit: unlimited,
    note: unfilled,
  },
};

/** The documents hide these names behind neutral ones; a host may send either. */
export const otherNames: Readonly<Record<string, string>> = {
  chat_account: "skype",
  professional_profile: "linkedin",
  social_account: "twitter",
  spamfilter_submitted: "akismet_submitted",
};

/** The same for the start of header names: as documented, and as sent. */
export const headerPrefixes: readonly (readonly [string, string])[] = [["X-Service-", "X-Gitlab-"]];

/** Path segments that the documents hide behind neutral ones: as sent, and as documented. */
export const otherSegments: readonly (readonly [string, string])[] = [
  ["/templates/gitlab_ci_ymls", "/templates/service_ci_ymls"],
];

/** Further values of closed enumerations, by field name: all are open to the client. */
export const furtherValues: Readonly<Record<string, readonly string[]>> = {
  // 55; jobs are statuses of their commit, too
  status: [
    "created",
    "manual",
    "skipped",
    "waiting_for_resource",
    "preparing",
    "waiting_for_callback",
    "canceling",
    "scheduled",
  ],
  // 63
  source: ["external", "container_registry_push", "duo_workflow", "pipeline_execution_policy_schedule", "unknown"],
  // 32
  token_type: ["Bearer"],
  // 79
  state: ["dismissed"],
  // 43
  comment: [
    "Filter and search for packages by keyword.",
    "Get package metadata.",
    "Get package content (.nupkg).",
    "Push and delete (or unlist) packages.",
    "Push symbol packages.",
  ],
};

/** Statuses of success beyond the documented one, by operation. */
export const furtherStatuses: Readonly<Record<string, readonly number[]>> = {
  // A part of a log (48).
  "jobs.trace": [206],
  // Already so, or not to be changed: nothing is sent (79).
  ...Object.fromEntries(["confirm", "resolve", "dismiss", "revert"].map((name) => [`vulnerabilities.${name}`, [304]])),
  // The file lies elsewhere; a part of an archive (59).
  ...Object.fromEntries(
    ["jobs.artifacts", "jobs.artifactsByRef", "jobs.artifactFile", "jobs.artifactFileByRef"].map((id) => [
      id,
      id === "jobs.artifacts" ? [206, 302] : [302],
    ]),
  ),
};

/** Filters whose values a server chooses itself, by operation: where it has others than we ask for, it finds nothing. */
export const openFilters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "commits.listStatuses": { stage: "the documents do not say which stage a status from outside is in" },
};

/** Documented as lists of one; real hosts answer the object itself (74). */
export const singleOrList: readonly string[] = ["systemHooks.get", "systemHooks.create"];

/** Further answers, by operation: whether a body is one of them. */
export const furtherShapes: Readonly<Record<string, (body: unknown) => boolean>> = {
  // What the host did, in place of the merge request (68).
  "mergeRequests.cancelAutoMerge": (body) =>
    typeof body === "object" && body !== null && "status" in body && !("iid" in body),
};
