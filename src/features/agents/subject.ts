import { l10n } from "vscode";
import type { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";
import { oneLine } from "../../core/diagnosis/answer.ts";
import { branchQuery } from "../../core/mergeRequests/folders.ts";
import { readHeadPipeline, readMergeRequest } from "../../core/mergeRequests/read.ts";
import { type MergeRequestPlace, refOf } from "../../core/mergeRequests/review/place.ts";
import { forkOf } from "../../core/mergeRequests/sourceBranch.ts";
import { targetOf } from "../../core/pipelines/branchPipeline.ts";
import { inQuotes } from "../../core/ui/inQuotes.ts";
import type { AgentsContext } from "./context.ts";
import { type InputProperty, nameLimit, toolError, type ToolInput } from "./input.ts";
import { isKnownRef, readMatching } from "./matching.ts";

/** The project that a tool works on, with what requests are sent with. */
export interface ToolProject extends ProjectScope {
  readonly connection: Connection;
}

/** A pipeline that a tool works on, and what is known around it. */
export interface PipelineSubject extends ToolProject {
  readonly pipeline: number;
  /** Target branch of the merge request that it was found by. */
  readonly target?: string | undefined;
}

/** A merge request that a tool works on. */
export interface MergeRequestSubject extends ToolProject, MergeRequestPlace {}

/** Returns the project of the window. @throws UserError without one, or without an account */
export function toolProject({ current }: AgentsContext): ToolProject {
  const { project, connection } = current.require();
  return { instance: project.instance, project: project.project, connection };
}

/** Properties by which a pipeline is named. */
export const pipelineInput = {
  pipeline: {
    type: "integer",
    description: "ID of a pipeline. Default: the latest one of the current branch.",
    minimum: 1,
  },
  job: { type: "integer", description: "ID of a job, for its pipeline.", minimum: 1 },
  merge_request: {
    type: "integer",
    description: "Number (IID) of a merge request, for its latest pipeline.",
    minimum: 1,
  },
  ref: { type: "string", description: "A branch or tag, for its latest pipeline." },
} as const satisfies Readonly<Record<string, InputProperty>>;

/**
 * Returns the pipeline that the input names; the latest of what is checked out if it names none.
 * @throws UserError if there is none; ApiError
 */
export async function pipelineSubject(
  context: AgentsContext,
  input: ToolInput,
  signal: AbortSignal,
): Promise<PipelineSubject> {
  const scope = toolProject(context);
  const { instance, project, connection } = scope;
  const { client } = connection;
  const [pipeline, job, iid, ref] = [
    input.id("pipeline"),
    input.id("job"),
    input.id("merge_request"),
    input.string("ref"),
  ];
  if (pipeline !== undefined) return { ...scope, pipeline };
  if (job !== undefined) {
    const { pipeline: of } = await client.jobs.get(project, job, { signal });
    if (of) return { ...scope, pipeline: of.id };
    throw noPipeline(`job ${job}`);
  }
  if (iid !== undefined) {
    const mergeRequest = await readMergeRequest(context, refOf({ instance, project, iid }), signal);
    const head = await readHeadPipeline(client, mergeRequest, project, signal);
    if (head) return { ...scope, pipeline: head.id, target: mergeRequest.target_branch ?? undefined };
    throw noPipeline(`merge request !${iid}`);
  }
  const isKnown = ref === undefined || (await isKnownRef(context, ref, signal));
  const latest = await latestOf(context, { ref, isKnown }, signal);
  if (latest === undefined && !isKnown) throw toolError(`None of the newest pipelines is for ${oneLine(ref)}.`);
  if (latest === undefined) throw noPipeline(ref ?? "what is checked out");
  return { ...scope, pipeline: latest };
}

async function latestOf(
  context: AgentsContext,
  { ref, isKnown }: { readonly ref: string | undefined; readonly isKnown: boolean },
  signal: AbortSignal,
): Promise<number | undefined> {
  const { project, connection } = context.current.require();
  const { pipelines } = connection.client;
  const target = ref === undefined ? targetOf(project) : ({ kind: "branch", ref } as const);
  switch (target.kind) {
    case "branch": {
      const { items } = await readMatching(
        (perPage) => pipelines.list(project.project, isKnown ? { ref: target.ref } : {}, { perPage, signal }),
        { most: 1, conditions: isKnown ? [] : [(one) => one.ref === ref] },
      );
      return items[0]?.id;
    }
    case "default":
      return (await pipelines.latest(project.project, {}, { signal }))?.id;
    case "commit": {
      const { items } = await pipelines.list(project.project, { sha: target.sha }, { perPage: 1, signal }).page();
      return items[0]?.id;
    }
    case "nothing":
      return undefined;
  }
}

const noPipeline = (of: string): UserError => toolError(`There is no pipeline for ${of}.`);

/** Property by which a merge request is named. */
export const mergeRequestInput = {
  merge_request: {
    type: "integer",
    description: "Number (IID) of a merge request. Default: the open one of the current branch.",
    minimum: 1,
  },
} as const satisfies Readonly<Record<string, InputProperty>>;

/** Returns the merge request that the input names; the open one of what is checked out if it names none. @throws UserError if there is none; ApiError */
export async function mergeRequestSubject(
  context: AgentsContext,
  input: ToolInput,
  signal: AbortSignal,
): Promise<MergeRequestSubject> {
  const scope = toolProject(context);
  const named = input.id("merge_request");
  if (named !== undefined) return { ...scope, iid: named };
  const target = targetOf(context.current.require().project);
  if (target.kind !== "branch") throw toolError("No branch is checked out. Name a merge_request.");
  const query = { state: "opened", scope: "all", ...branchQuery(target.ref, false) } as const;
  const { items } = await scope.connection.client.mergeRequests
    .listForProject(scope.project, query, { perPage: 1, signal })
    .page();
  const [found] = items;
  if (!found) throw toolError(`There is no open merge request for ${target.ref}.`);
  return { ...scope, iid: found.iid };
}

/** Returns a merge request in words for people, and the project of its source branch if that is a fork. @throws UserError, ApiError */
export async function readForWrite(
  context: AgentsContext,
  place: MergeRequestSubject,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly fork: number | undefined }> {
  const mergeRequest = await readMergeRequest(context, refOf(place), signal);
  const title = inQuotes(mergeRequest.title, 100);
  return {
    text: l10n.t("!{0} “{1}” in {2}", place.iid, title, projectText(place)),
    fork: forkOf(mergeRequest),
  };
}

/** Returns a project in words for people. */
export const projectText = ({ instance, project }: ProjectScope): string =>
  l10n.t("{0} on {1}", nameText(String(project)), instanceHost(instance));

/** Returns a name in words for people, whole; it does not seem to end the quotation marks around it. */
export const nameText = (name: string): string => inQuotes(name, nameLimit);
