import type { Project } from "../../api/resources/extraTypes.ts";

/** A commit as far as its words matter here. */
export interface CommitWords {
  readonly title: string;
  readonly message: string;
}

/** What a new merge request is called and says, made of the commits that it brings. Newest commit first. */
export function proposedWords(
  commits: readonly CommitWords[],
  branch: string,
): { readonly title: string; readonly description: string } {
  const [only, ...others] = commits;
  if (only && others.length === 0) return { title: only.title, description: bodyOf(only) };
  return {
    title: branchTitle(branch),
    description: [...commits]
      .reverse()
      .map(({ title }) => `- ${title}`)
      .join("\n"),
  };
}

const bodyOf = ({ message }: CommitWords): string => message.split("\n").slice(1).join("\n").trim();

/** `feature/dew-point` as `Dew point`; numbers of issues in front stay. */
function branchTitle(branch: string): string {
  const words = branch
    .slice(branch.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** What the page of a new merge request is filled in with. */
interface PageFields {
  readonly source: string;
  readonly target: string;
  /** Number of the project to merge into; the host chooses when it is not told. */
  readonly targetProject?: number | undefined;
  readonly title: string;
  readonly description: string;
}

/** The host's own page for a new merge request of a project's branch, filled in as far as an address can hold it. */
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
  // Editors decode addresses before they open them: signs that end a field would. What is too long is left to the person, too.
  const query = Object.entries(fields)
    .filter(
      ([name, value]) => value !== "" && (name.endsWith("_branch") || (value.length <= 2000 && !/[&#+%]/.test(value))),
    )
    .map(([name, value]) => `merge_request[${name}]=${encodeURIComponent(value)}`);
  return `${instance}/${project}/-/merge_requests/new?${query.join("&")}`;
}

const openness: readonly string[] = ["private", "internal", "public"];

/** Whether the host's own page has a project's branches go into the project that it was forked from: not by its settings, and not where more people would see them there. */
export function goesUpstream({
  visibility,
  forked_from_project: origin,
  mr_default_target_self: stays,
}: Pick<Project, "visibility" | "forked_from_project" | "mr_default_target_self">): boolean {
  if (!origin || stays === true) return false;
  const [here, there] = [visibility, origin.visibility].map((name) => openness.indexOf(name ?? "")) as [number, number];
  return here < 0 || there < 0 || there <= here;
}
