import type { ProjectId } from "../api/path.ts";
import type { Commit } from "../api/resources/commitTypes.ts";
import type { AttributedKind, CustomAttribute } from "../api/resources/customAttributes.ts";
import type { Job } from "../api/resources/jobs.ts";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { Milestone } from "../api/resources/milestoneTypes.ts";
import type { Pipeline } from "../api/resources/pipelines.ts";
import type { AccessLevelRecord, ProtectedBranch } from "../api/resources/protectedBranches.ts";
import type { Snippet } from "../api/resources/snippets.ts";
import type { SystemHook } from "../api/resources/systemHooks.ts";
import type { User } from "../api/resources/userTypes.ts";
import type { SshKey } from "../api/resources/userTypes.ts";
import type { Vulnerability } from "../api/resources/vulnerabilities.ts";
import type { WikiFormat } from "../api/resources/wikis.ts";
import type { AccessKind } from "../features/projectSettings/protectedBranches/permissions.ts";

export type { ChangedFile, Changes } from "./comparisons/comparison.ts";

/** A project on an instance; `instance` is its base address without a trailing slash. */
export interface ProjectScope {
  readonly instance: string;
  readonly project: ProjectId;
}

/** A project by what it is called, and by its number where that is known. */
interface NamedProject extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** What pipeline commands take. Tree nodes carry these fields, so a context menu and a quick pick pass the same. */
export interface PipelineRef extends ProjectScope {
  readonly pipeline: Pick<Pipeline, "id" | "status" | "ref" | "sha" | "web_url"> & Partial<Pipeline>;
}

/** What job commands take. */
export interface JobRef extends ProjectScope {
  readonly job: Pick<Job, "id" | "name" | "status" | "web_url"> & Partial<Job>;
}

/** What commands about artifacts take: a file in the archive of a job. */
export interface ArtifactRef extends JobRef {
  /** Path in the archive, and bytes, where they are known. */
  readonly artifact: { readonly path: string; readonly size?: number };
}

/** What merge request commands take. */
export interface MergeRequestRef extends ProjectScope {
  readonly mergeRequest: Pick<MergeRequest, "iid" | "title" | "state" | "web_url"> & Partial<MergeRequest>;
}

/** What package commands take. */
export interface PackageRef extends ProjectScope {
  readonly packageName: string;
  readonly version?: string;
  /** Number of the group whose feed showed it; `project` is then the open one, and may be another than the package's own. */
  readonly group?: number;
  /** Number of the project that holds it, where a group's feed tells. */
  readonly holder?: number;
}

/** What commands about wiki pages take. A folder of pages has a slug, too. */
export interface WikiPageRef extends ProjectScope {
  readonly slug: string;
  readonly title?: string;
  readonly format?: WikiFormat;
}

/** What snippet commands take. Snippets are of an instance, not of a project. */
export interface SnippetRef {
  readonly instance: string;
  readonly snippet: Pick<Snippet, "id" | "title" | "web_url"> & Partial<Snippet>;
  /** Path of a file in it, or of a folder. */
  readonly file?: string;
}

/** What commands about system hooks take. Hooks are of an instance, not of a project. */
export interface SystemHookRef {
  readonly instance: string;
  readonly hook: Pick<SystemHook, "id" | "url"> & Partial<SystemHook>;
}

/** What commands about users take. Users are of an instance, not of a project. */
export interface UserRef {
  readonly instance: string;
  readonly user: Pick<User, "id" | "username" | "name"> & Partial<User>;
}

/** What commands about custom attributes take: what has them, or one of them. */
export interface AttributesRef {
  readonly instance: string;
  /** A user by user name, a group or project by path, each by its number where nobody knows more; `id` where the number is known. */
  readonly owner: { readonly kind: AttributedKind; readonly name: string; readonly id?: number };
  readonly attribute?: CustomAttribute;
}

/** Where milestones are: in a project, or in a group that it stands in. */
export interface MilestoneHome extends ProjectScope {
  /** Number or path, of a group's; `project` is then the open one. */
  readonly group?: string | number;
}

/** What milestone commands take. */
export interface MilestoneRef extends MilestoneHome {
  readonly milestone: Pick<Milestone, "id" | "iid" | "title" | "state"> & Partial<Milestone>;
}

/** What commands about protected branches take. */
export interface ProtectedBranchRef extends ProjectScope {
  readonly protectedBranch: Pick<ProtectedBranch, "name"> & Partial<ProtectedBranch>;
}

/** What commands about the job token scope take: an entry of one of a project's two lists. */
export interface JobTokenEntryRef extends ProjectScope {
  /** Without a name where the host tells none, as of what was deleted. */
  readonly entry: { readonly of: "project" | "group"; readonly id: number; readonly name?: string };
}

/** What vulnerability commands take: one of the list of the open project, which may be in another. */
export interface VulnerabilityRef extends ProjectScope {
  readonly vulnerability: Pick<Vulnerability, "id"> & Partial<Vulnerability>;
}

/** What commands about access to protected branches take: a list of theirs, or an entry in it; neither for the branch itself. */
export interface ProtectedAccessRef extends ProtectedBranchRef {
  readonly access?: AccessKind;
  readonly entry?: AccessLevelRecord;
}

/** What commit commands take. */
export interface CommitRef extends ProjectScope {
  readonly commit: Pick<Commit, "id"> & Partial<Commit>;
}

/** What commands about comments on a commit take: a place in its files, or none for all of them. */
export interface CommentRef extends CommitRef {
  readonly path?: string;
  /** Of the file as the commit leaves it, counted from 1. */
  readonly line?: number;
}

/** A file at a branch, tag or commit. The path is from the root of the repository, without a slash before it. */
export interface FileRef extends ProjectScope {
  readonly path: string;
  readonly ref: string;
}

/** What commands about the own SSH keys take. Keys are of an account, not of a project. */
export interface SshKeyRef {
  readonly instance: string;
  readonly key: Pick<SshKey, "id" | "title"> & Partial<SshKey>;
}

/** Anything with a page on the host. */
export interface WebRef {
  readonly webUrl: string;
}

/** A project's numeric id, where it is known. */
export function projectNumber({ project, projectId }: NamedProject): number | undefined {
  return projectId ?? (/^\d+$/.test(String(project)) ? Number(project) : undefined);
}

/** Whether two names mean the same project: by their words, in which hosts do not tell upper from lower case, or by the number where both are known. */
export function sameProject(a: NamedProject, b: NamedProject): boolean {
  if (a.instance !== b.instance) return false;
  if (String(a.project).toLowerCase() === String(b.project).toLowerCase()) return true;
  const number = projectNumber(a);
  return number !== undefined && number === projectNumber(b);
}
