import type { CommentReply, TestItem, Uri } from "vscode";
import type { DraftComment } from "../../features/repository/comments/shownComment.ts";
import type { ChangedFile } from "../comparisons/comparison.ts";
import type {
  ArtifactRef,
  AttributesRef,
  CommentRef,
  CommitRef,
  JobRef,
  MergeRequestRef,
  MilestoneHome,
  MilestoneRef,
  ProjectScope,
  ProtectedAccessRef,
  ProtectedBranchRef,
  PackageRef,
  PipelineRef,
  WebRef,
  WikiPageRef,
  SnippetRef,
  SshKeyRef,
  SystemHookRef,
  UserRef,
  VulnerabilityRef,
  JobTokenEntryRef,
} from "../refs.ts";

type Raw = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null;
const hasId = (value: unknown): boolean =>
  isObject(value) && (typeof value["id"] === "number" || typeof value["id"] === "string");
const isScope = (value: unknown): value is Raw =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  (typeof value["project"] === "number" || typeof value["project"] === "string");

// VS Code hands commands whatever the menu stands on (a row, a whole selection, a view's title), so what does not fit
// counts as not given, and the command asks.

export const isPipelineRef = (value: unknown): value is PipelineRef => isScope(value) && hasId(value["pipeline"]);
export const isJobRef = (value: unknown): value is JobRef => isScope(value) && hasId(value["job"]);
export const isArtifactRef = (value: unknown): value is ArtifactRef =>
  isJobRef(value) &&
  isObject((value as Raw & JobRef)["artifact"]) &&
  typeof (value as ArtifactRef).artifact.path === "string";
export const isWebRef = (value: unknown): value is WebRef => isObject(value) && typeof value["webUrl"] === "string";

export const isPackageRef = (value: unknown): value is PackageRef =>
  isScope(value) && typeof value["packageName"] === "string";

export const isUri = (value: unknown): value is Uri =>
  isObject(value) &&
  typeof value["scheme"] === "string" &&
  typeof value["path"] === "string" &&
  typeof value["query"] === "string";
export const isChangedFile = (value: unknown): value is ChangedFile =>
  isObject(value) &&
  isObject(value["changes"]) &&
  isScope(value["changes"]["comparison"]) &&
  isObject(value["file"]) &&
  typeof value["file"]["path"] === "string";
export const isMergeRequestRef = (value: unknown): value is MergeRequestRef =>
  isScope(value) && isObject(value["mergeRequest"]) && typeof value["mergeRequest"]["iid"] === "number";
export const isCommitRef = (value: unknown): value is CommitRef =>
  isScope(value) && isObject(value["commit"]) && typeof value["commit"]["id"] === "string";

export const isSnippetRef = (value: unknown): value is SnippetRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["snippet"]) &&
  typeof value["snippet"]["id"] === "number" &&
  typeof value["snippet"]["title"] === "string";
export const isWikiPageRef = (value: unknown): value is WikiPageRef =>
  isScope(value) && typeof value["slug"] === "string";

export const isMilestoneRef = (value: unknown): value is MilestoneRef =>
  isScope(value) &&
  isObject(value["milestone"]) &&
  typeof value["milestone"]["id"] === "number" &&
  typeof value["milestone"]["title"] === "string";

export const isJobTokenEntryRef = (value: unknown): value is JobTokenEntryRef =>
  isScope(value) &&
  isObject(value["entry"]) &&
  typeof value["entry"]["id"] === "number" &&
  (value["entry"]["of"] === "project" || value["entry"]["of"] === "group");
export const isVulnerabilityRef = (value: unknown): value is VulnerabilityRef =>
  isScope(value) && isObject(value["vulnerability"]) && typeof value["vulnerability"]["id"] === "number";

export const isSshKeyRef = (value: unknown): value is SshKeyRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["key"]) &&
  typeof value["key"]["id"] === "number" &&
  typeof value["key"]["title"] === "string";

type Take<A extends readonly unknown[]> = (given: readonly unknown[]) => A;

export const nothing: Take<[]> = () => [];
export const text: Take<[text?: string]> = ([value]) => (typeof value === "string" ? [value] : []);
export const listEnd: Take<[view: string, below: string]> = ([view, below]) => [
  typeof view === "string" ? view : "",
  typeof below === "string" ? below : "",
];
export const pipeline: Take<[pipeline?: PipelineRef]> = ([value]) => (isPipelineRef(value) ? [value] : []);
/** A job row may carry its pipeline too, so the job is looked for first. */
export const job: Take<[job?: JobRef]> = ([value]) => (isJobRef(value) ? [value] : []);
/** A row, or the document of a log. */
export const jobLog: Take<[job?: JobRef | Uri]> = ([value]) => (isJobRef(value) || isUri(value) ? [value] : []);
/** A row, or the document of an editor's menu. */
export const artifact: Take<[artifact?: ArtifactRef | Uri]> = ([value]) =>
  isArtifactRef(value) || isUri(value) ? [value] : [];
export const target: Take<[target?: PipelineRef | JobRef | WebRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) || isWebRef(value) ? [value] : [];
export const watched: Take<[watched?: PipelineRef | JobRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) ? [value] : [];
/** A row, or the document of an editor's menu. */
export const snippet: Take<[snippet?: SnippetRef | Uri]> = ([value]) =>
  isSnippetRef(value) || isUri(value) ? [value] : [];
const packageRef: Take<[target?: PackageRef]> = ([value]) => (isPackageRef(value) ? [value] : []);
export { packageRef as package };
/** A row, or the document of an editor's menu. */
export const wikiPage: Take<[page?: WikiPageRef | Uri]> = ([value]) =>
  isWikiPageRef(value) || isUri(value) ? [value] : [];
export const wikiPageAt: Take<[page?: WikiPageRef | Uri, line?: number]> = ([value, line]) => {
  if (!isWikiPageRef(value) && !isUri(value)) return [];
  return typeof line === "number" && Number.isSafeInteger(line) && line >= 0 ? [value, line] : [value];
};
export const wikiVersion: Take<[page?: WikiPageRef | Uri, sha?: string]> = ([value, sha]) => {
  if (!isWikiPageRef(value) && !isUri(value)) return [];
  return typeof sha === "string" ? [value, sha] : [value];
};
export const isUserRef = (value: unknown): value is UserRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["user"]) &&
  typeof value["user"]["id"] === "number" &&
  typeof value["user"]["username"] === "string";
export const user: Take<[user?: UserRef]> = ([value]) => (isUserRef(value) ? [value] : []);
export const isAttributesRef = (value: unknown): value is AttributesRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["owner"]) &&
  typeof value["owner"]["kind"] === "string" &&
  typeof value["owner"]["name"] === "string";
/** What has custom attributes, one of them, or a user, who has some. */
export const attributes: Take<[owner?: AttributesRef]> = ([value]) => {
  if (isAttributesRef(value)) return [value];
  return isUserRef(value)
    ? [{ instance: value.instance, owner: { kind: "users", name: value.user.username, id: value.user.id } }]
    : [];
};
export const isSystemHookRef = (value: unknown): value is SystemHookRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["hook"]) &&
  typeof value["hook"]["id"] === "number" &&
  typeof value["hook"]["url"] === "string";
export const systemHook: Take<[hook?: SystemHookRef]> = ([value]) => (isSystemHookRef(value) ? [value] : []);
export const sshKey: Take<[key?: SshKeyRef]> = ([value]) => (isSshKeyRef(value) ? [value] : []);
export const isProtectedBranchRef = (value: unknown): value is ProtectedBranchRef =>
  isScope(value) && isObject(value["protectedBranch"]) && typeof value["protectedBranch"]["name"] === "string";
export const protectedBranch: Take<[branch?: ProtectedBranchRef]> = ([value]) =>
  isProtectedBranchRef(value) ? [value] : [];
/** The row of a list, of one of its entries, or of the protected branch itself. */
export const protectedAccess: Take<[access?: ProtectedAccessRef]> = ([value]) =>
  isProtectedBranchRef(value) ? [value] : [];
/** A folder of a project, or a text to begin with. */
export const projectOrText: Take<[given?: ProjectScope | string]> = ([value]) =>
  typeof value === "string" ? [value] : isScope(value) ? [value as unknown as ProjectScope] : [];
export const milestone: Take<[milestone?: MilestoneRef]> = ([value]) => (isMilestoneRef(value) ? [value] : []);
export const jobTokenEntry: Take<[entry?: JobTokenEntryRef]> = ([value]) => (isJobTokenEntryRef(value) ? [value] : []);
export const vulnerability: Take<[vulnerability?: VulnerabilityRef]> = ([value]) =>
  isVulnerabilityRef(value) ? [value] : [];
/** A folder of milestones, or one of them. */
export const milestoneHome: Take<[home?: MilestoneHome]> = ([value]) => {
  if (!isMilestoneRef(value) && !(isScope(value) && value["kind"] === "milestoneFolder")) return [];
  const { instance, project, group } = value as MilestoneHome;
  return [{ instance, project, ...(group !== undefined && { group }) }];
};
/** The Explorer and editor menus hand over the file, then the whole selection. */
export const uri: Take<[file?: Uri]> = ([value]) => (isUri(value) ? [value] : []);
/** The Explorer hands over the file and then the whole selection, Source Control each changed file by itself. */
export const uris: Take<[files?: readonly Uri[]]> = (given) => {
  const files = (Array.isArray(given[1]) ? given[1] : given).map(fileOf).filter((file) => file !== undefined);
  return files.length > 0 ? [files] : [];
};
const fileOf = (value: unknown): Uri | undefined => {
  const file: unknown = isObject(value) && "resourceUri" in value ? value["resourceUri"] : value;
  return isUri(file) ? file : undefined;
};
export const changedFile: Take<[file?: ChangedFile]> = ([value]) => (isChangedFile(value) ? [value] : []);
/** A commit of a merge request's list carries the merge request too, so the commit is looked for first. */
export const changesOf: Take<[of?: MergeRequestRef | CommitRef]> = ([value]) =>
  isCommitRef(value) || isMergeRequestRef(value) ? [value] : [];
export const mergeRequestSince: Take<[mergeRequest?: MergeRequestRef, since?: string]> = ([value, since]) => {
  if (!isMergeRequestRef(value)) return [];
  return typeof since === "string" ? [value, since] : [value];
};
export const mergeRequest: Take<[mergeRequest?: MergeRequestRef]> = ([value]) =>
  isMergeRequestRef(value) ? [value] : [];
export const commit: Take<[commit?: CommitRef]> = ([value]) => (isCommitRef(value) ? [value] : []);
export const commitFrom: Take<[commit?: CommitRef, newFrom?: string]> = ([value, from]) => {
  if (!isCommitRef(value)) return [];
  return typeof from === "string" ? [value, from] : [value];
};
/** The row of a comment is one of its commit, too. */
export const comment: Take<[comment?: CommentRef]> = ([value]) => (isCommitRef(value) ? [value] : []);
/** VS Code hands over what was typed below a thread, with the thread. */
export const commentReply: Take<[reply?: CommentReply]> = ([value]) => (isCommentReply(value) ? [value] : []);
export const draftComment: Take<[draft?: DraftComment]> = ([value]) => (isDraftComment(value) ? [value] : []);

/** VS Code hands over the row of the Testing view. */
export const testItem: Take<[item?: TestItem]> = ([value]) => (isTestItem(value) ? [value] : []);
const isTestItem = (value: unknown): value is TestItem =>
  isObject(value) && typeof value["id"] === "string" && isObject(value["children"]);

const isThread = (value: unknown): boolean =>
  isObject(value) && isUri(value["uri"]) && Array.isArray(value["comments"]);
const isCommentReply = (value: unknown): value is CommentReply =>
  isObject(value) && typeof value["text"] === "string" && isThread(value["thread"]);
const isDraftComment = (value: unknown): value is DraftComment => isObject(value) && isThread(value["draft"]);
