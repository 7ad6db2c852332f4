import { parseCi } from "./ci/parse.ts";
import type { ServiceControl, ServiceInfo, Waited } from "./control.ts";
import type { Hosting } from "./hosting.ts";
import { fitsMethod } from "./http/faults.ts";
import { makeUpMergeRequest, reachedMergeRequest } from "./mergeRequests/makeUp.ts";
import { milestoneControl } from "./milestones/control.ts";
import { packageControl } from "./packages/control.ts";
import { artifactControl } from "./pipelines/artifacts.ts";
import { fabricate, inventedSha } from "./pipelines/fabricate.ts";
import { repositoryControl } from "./projects/control.ts";
import type { JobRecord } from "./records.ts";
import type { FabricatedPipeline, PipelineMade, ProjectRecord, UserRecord } from "./types.ts";
import { vulnerabilityControl } from "./vulnerabilities/control.ts";

export interface ControlParts {
  readonly hosting: Hosting;
  readonly info: () => ServiceInfo;
}

/** The control in the service's own process. Waits end (rejected) when `signal` aborts. */
export function makeControl({ hosting, info }: ControlParts, signal: AbortSignal): ServiceControl {
  const { state, tokens, repositories, scheduler, front } = hosting;
  const userNamed = (name: string): UserRecord => state.userNamed(name) ?? fail(`There is no user ${name}.`);
  const jobNumbered = (id: number): JobRecord => state.jobs.get(id) ?? fail(`There is no job ${id}.`);
  const projectAt = (path: string | undefined): ProjectRecord =>
    state.projectAt(path ?? info().project.path) ?? fail(`There is no project ${path ?? ""}.`);
  const done = Promise.resolve();
  return {
    info: () => Promise.resolve(info()),
    requests: (since) => Promise.resolve([...front.recording.list(since)]),
    lastRequest: () => Promise.resolve(front.recording.last),
    clearRequests: () => (front.recording.clear(), done),
    fault: (rule) => (front.faults.add(rule), done),
    clearFaults: () => (front.faults.clear(), done),
    commit: (files, options = {}) =>
      commit(hosting, projectAt(options.project), userNamed(options.by ?? "alice"), files, options),
    async createProject({ empty, files, ...project }) {
      const record = state.addProject(project);
      await repositories.create(record.path, files ?? {}, {
        defaultBranch: record.defaultBranch,
        empty: empty === true || files === undefined,
      });
      return { id: record.id, path: record.path, httpUrl: `${hosting.url}/${record.path}.git` };
    },
    addPipeline: (spec) => addPipeline(hosting, projectAt(spec.project), userNamed(spec.user ?? "alice"), spec),
    runPipeline: (pipelineId) => (
      scheduler.run(state.pipelines.get(pipelineId) ?? fail(`There is no pipeline ${pipelineId}.`)),
      done
    ),
    exactWikiSlugs: (project) => (hosting.wikis.keepTitles(projectAt(project)), done),
    appendTrace(jobId, data) {
      const job = jobNumbered(jobId);
      if (job.status === "pending" || job.status === "created") scheduler.setJobStatus(job, "running");
      job.trace.append(typeof data === "string" ? Buffer.from(data) : Buffer.from(data.base64, "base64"));
      state.changed();
      return Promise.resolve({ size: job.trace.size });
    },
    finishJob: (jobId, status) => (scheduler.setJobStatus(jobNumbered(jobId), status), done),
    traceParts: (change) => (Object.assign(hosting.traceParts, change), done),
    revokeTokens: (username, kind) => (tokens.revokeAllOf(userNamed(username), kind), done),
    expireAccessTokens: (username) => (tokens.expireAllOf(userNamed(username)), done),
    tokenStats: (username) => Promise.resolve(tokens.stats(username === undefined ? undefined : userNamed(username))),
    secrets: () => Promise.resolve(hosting.secrets.list()),
    familyRevocation: (on) => ((tokens.familyRevocation = on), done),
    refreshGrace: (on) => ((tokens.refreshGrace = on), done),
    createToken: (username, scopes, options) =>
      Promise.resolve({ token: tokens.addPersonal(userNamed(username), scopes, options).token }),
    async waitForDelivery({ hookId }) {
      await state.when(() => hosting.systemHooks.delivered.has(hookId) || undefined, signal);
    },
    createGroup(group) {
      const { id, path } = state.addGroup(group);
      return Promise.resolve({ id, path });
    },
    setMember({ project, group, user, level }) {
      const { members } =
        group === undefined ? projectAt(project) : (state.groups.at(group) ?? fail(`There is no group ${group}.`));
      if (level > 0) members.set(userNamed(user).id, level);
      else members.delete(userNamed(user).id);
      return done;
    },
    setUserState: (username, wanted) => ((userNamed(username).state = wanted), done),
    advanceClock: (milliseconds) => (state.clock.advance(milliseconds), done),
    ...repositoryControl(hosting, projectAt),
    ...milestoneControl(hosting, projectAt),
    ...artifactControl(hosting),
    ...packageControl(hosting, projectAt),
    ...vulnerabilityControl(hosting, projectAt),
    waitFor: (what) => state.when(() => reached(hosting, what), signal),
    addMergeRequest: (spec) => makeUpMergeRequest(hosting, projectAt(spec.project), spec),
    setMergeRules: ({ project, ...rules }) => (hosting.mergeRequests.setRules(projectAt(project).id, rules), done),
    extras: (on) => ((hosting.extras.served = on), done),
    quickActions: (on) => ((hosting.extras.quickActions = on), done),
    review: (change) => (Object.assign(hosting.review, change), done),
    waitForMergeRequest: (what) =>
      state.when(() => reachedMergeRequest(hosting, projectAt(what.project), what), signal),
    waitForRequest({ path, method, since, aborted = false, worked = false }) {
      const wanted = new RegExp(path);
      return state.when(
        () =>
          front.recording
            .list(since)
            .find(
              (request) =>
                wanted.test(request.path) &&
                fitsMethod(method, request.method) &&
                (!aborted || request.aborted) &&
                (!worked || request.answers.length > 0),
            ),
        signal,
      );
    },
  };
}

async function commit(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord,
  files: Readonly<Record<string, string | null>>,
  options: { branch?: string; message?: string; startBranch?: string },
): Promise<{ sha: string; pipelineId?: number }> {
  const { repositories, scheduler, state } = hosting;
  const branch = options.branch ?? project.defaultBranch;
  const base =
    options.startBranch ??
    ((await repositories.at(project.path).resolve(branch)) === undefined ? project.defaultBranch : branch);
  const known = (await repositories.at(project.path).resolve(base)) !== undefined;
  const actions = await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const there = known && (await repositories.at(project.path).file(base, path)) !== undefined;
      return text === null
        ? ({ action: "delete", file_path: path } as const)
        : ({ action: there ? "update" : "create", file_path: path, content: Buffer.from(text) } as const);
    }),
  );
  const { sha } = await repositories.commit(project.path, {
    branch,
    message: options.message ?? `Change ${Object.keys(files).join(", ")}`,
    author: { name: user.name, email: user.email },
    actions,
    user,
    ...(base === branch || !known ? {} : { startBranch: base }),
  });
  await scheduler.settled();
  const pipeline = [...state.pipelines.values()]
    .filter((one) => one.projectId === project.id && one.sha === sha && one.ref === branch)
    .at(-1);
  return pipeline ? { sha, pipelineId: pipeline.id } : { sha };
}

export async function addPipeline(
  hosting: Pick<Hosting, "state" | "repositories">,
  project: ProjectRecord,
  user: UserRecord,
  spec: FabricatedPipeline,
): Promise<PipelineMade> {
  const head = await hosting.repositories.at(project.path).resolve(spec.ref ?? project.defaultBranch);
  const sha = spec.sha ?? head ?? inventedSha(spec.ref ?? project.path);
  const file = spec.live === true ? await hosting.repositories.at(project.path).file(sha, ".gitlab-ci.yml") : undefined;
  const made = fabricate(hosting.state, project, user, spec, sha, file && parseCi(file.content.toString("utf8")));
  return { id: made.pipeline.id, jobs: made.jobs.map((job) => job.id) };
}

/** The status once it is among those waited for. Throws when there is nothing to wait for (any more). */
function reached({ state }: Hosting, what: Waited): { status: string } | undefined {
  const record = "jobId" in what ? state.jobs.get(what.jobId) : state.pipelines.get(what.pipelineId);
  if (!record) throw new Error(`There is no ${"jobId" in what ? `job ${what.jobId}` : `pipeline ${what.pipelineId}`}.`);
  return what.status.includes(record.status) ? { status: record.status } : undefined;
}

function fail(text: string): never {
  throw new Error(text);
}
