import type { ProjectId } from "../../../api/path.ts";
import type { Project } from "../../../api/resources/extraTypes.ts";
import type { UserSummary } from "../../../api/resources/users.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asFlag, asId, asNumber, asText, listOf, recordOf } from "../../../core/base/stored.ts";

/** The source branch of a merge request that is being created. */
export interface NewMergeRequestRef extends ProjectScope {
  /** Name of the branch on the host. */
  readonly source: string;
}

/** A target project. */
export interface TargetProject {
  /** Full path, if the host returns it. */
  readonly project: ProjectId;
  /** Known for every project except the open one. */
  readonly id?: number | undefined;
  readonly defaultBranch: string;
}

/** A merge request that is being created, as entered so far. */
export interface Proposal {
  readonly source: string;
  readonly into: TargetProject;
  readonly target: string;
  readonly title: string;
  readonly description: string;
  readonly reviewers: readonly UserSummary[];
  readonly assignees?: readonly UserSummary[];
  readonly labels?: readonly string[];
  /** Of the target project or a group above it. */
  readonly milestone?: { readonly id: number; readonly title: string } | undefined;
  readonly removeSource: boolean;
  readonly squash: boolean;
  /** Whether commits that the host lacks stay unpushed. */
  readonly keepLocal?: boolean;
}

const person = recordOf({ id: asNumber, username: asText, name: asText });
const project = recordOf({ project: asId, defaultBranch: asText }, { id: asNumber });

/** What was entered for a branch and did not become a merge request. */
export const proposals: DraftKind<Proposal> = {
  name: "newMergeRequest",
  parse: recordOf(
    {
      source: asText,
      into: project,
      target: asText,
      title: asText,
      description: asText,
      reviewers: listOf(person),
      removeSource: asFlag,
      squash: asFlag,
    },
    {
      assignees: listOf(person),
      labels: listOf(asText),
      milestone: recordOf({ id: asNumber, title: asText }),
      keepLocal: asFlag,
    },
  ),
};

/** Returns the key of a proposal. */
export const keyOf = ({ instance, project: name, source }: NewMergeRequestRef): string =>
  `${instance} ${name} ${source}`;

/** The fields of a commit that are used here. */
export interface CommitWords {
  readonly title?: string | null;
  readonly message?: string | null;
}

/** Returns title and description of a new merge request from its commits, newest first. */
export function proposedWords(
  commits: readonly CommitWords[],
  branch: string,
): { readonly title: string; readonly description: string } {
  const [only, ...others] = commits;
  if (only && others.length === 0) return { title: only.title ?? branchTitle(branch), description: bodyOf(only) };
  return {
    title: branchTitle(branch),
    description: [...commits]
      .reverse()
      .flatMap(({ title }) => (title ? `- ${title}` : []))
      .join("\n"),
  };
}

const bodyOf = ({ message }: CommitWords): string => (message ?? "").split("\n").slice(1).join("\n").trim();

/** Turns `feature/dew-point` into `Dew point`; a leading issue number stays. */
function branchTitle(branch: string): string {
  const words = branch
    .slice(branch.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Fields of the host's page for a new merge request. */
interface PageFields {
  readonly source: string;
  readonly target: string;
  /** Id of the target project; by default the host chooses. */
  readonly targetProject?: number | undefined;
  readonly title: string;
  readonly description: string;
}

/** Returns the URL of the host's page for a new merge request, filled in as far as a URL can hold it. */
export function newRequestPage(
  instance: string,
  project: string,
  { source, target, targetProject, title, description }: PageFields,
): string {
  const fields = {
    source_branch: source,
    target_project_id: targetProject === undefined ? "" : String(targetProject),
    target_branch: target,
    title,
    description,
  };
  // VS Code decodes URLs before it opens them, so characters that end a field are left out, and so is what is too long.
  const query = Object.entries(fields)
    .filter(
      ([name, value]) => value !== "" && (name.endsWith("_branch") || (value.length <= 2000 && !/[&#+%]/.test(value))),
    )
    .map(([name, value]) => `merge_request[${name}]=${encodeURIComponent(value)}`);
  return `${instance}/${project}/-/merge_requests/new?${query.join("&")}`;
}

const openness: readonly string[] = ["private", "internal", "public"];

/**
 * Whether the host's page preselects the project that was forked: not if its settings say otherwise, and not if more people could see the
 * branch there.
 */
export function goesUpstream({
  visibility,
  forked_from_project: origin,
  mr_default_target_self: stays,
}: Pick<Project, "visibility" | "forked_from_project" | "mr_default_target_self">): boolean {
  if (!origin || stays === true) return false;
  const [here, there] = [visibility, origin.visibility].map((name) => openness.indexOf(name ?? "")) as [number, number];
  return here < 0 || there < 0 || there <= here;
}
