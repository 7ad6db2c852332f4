import { identify, maySee } from "../api/access.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { reply, type Reply } from "../http/reply.ts";
import { signInPage } from "../oauth/signIn.ts";
import type { JobRecord, PipelineRecord } from "../records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { markup, page, upFrom, type Markup } from "./page.ts";

/** The pages behind the API's `web_url`s: project, pipelines, pipeline, job, raw log, commit. Undefined when there is none at this path. */
export async function projectPage(hosting: Hosting, request: Incoming): Promise<Reply | undefined> {
  const match = /^\/(.+?)(?:\.git)?(?:\/-\/(.*?))?\/?$/.exec(request.path);
  const project = match && hosting.state.projectAt(decodePath(match[1]!));
  if (!match || !project) return undefined;
  const user = visitor(hosting, request);
  if (!maySee(project, user)) return user ? undefined : signInPage(request, `${request.path}${request.search}`);
  const [area = "", id = "", part = ""] = (match[2] ?? "").split("/");
  if (area === "") return overview(hosting, request, project);
  if (area === "pipelines" && id === "") return overview(hosting, request, project);
  if (area === "pipelines") return pipelinePage(hosting, request, project, hosting.state.pipelines.get(Number(id)));
  if (area === "jobs") return jobPage(request, project, hosting.state.jobs.get(Number(id)), part === "raw");
  if (area === "commit" || area === "tree" || area === "blob")
    return commitPage(hosting, request, project, decodePath(id));
  return undefined;
}

function visitor(hosting: Hosting, request: Incoming): UserRecord | undefined {
  return hosting.sessions.of(request)?.user ?? identify(hosting, request)?.user;
}

function overview(hosting: Hosting, request: Incoming, project: ProjectRecord): Reply {
  const pipelines = [...hosting.state.pipelines.values()].filter((one) => one.projectId === project.id).reverse();
  const rows = pipelines
    .slice(0, 50)
    .map(
      (one) =>
        markup`<tr><td><a href="${upFrom(request.path)}${project.path}/-/pipelines/${one.id}">#${one.id}</a></td><td>${one.status}</td><td>${one.ref}</td><td><code>${one.sha.slice(0, 8)}</code></td><td>${one.name ?? ""}</td></tr>`,
    );
  return page(
    request.path,
    project.name,
    markup`<p>${project.description}</p><p>Clone: <code>${hosting.url}/${project.path}.git</code></p><h2>Pipelines</h2>${table(["Pipeline", "Status", "Ref", "Commit", "Name"], rows)}`,
  );
}

function pipelinePage(
  hosting: Hosting,
  request: Incoming,
  project: ProjectRecord,
  pipeline: PipelineRecord | undefined,
): Reply | undefined {
  if (pipeline?.projectId !== project.id) return undefined;
  const rows = hosting.state
    .currentJobsOf(pipeline.id)
    .map(
      (job) =>
        markup`<tr><td><a href="${upFrom(request.path)}${project.path}/-/jobs/${job.id}">#${job.id}</a></td><td>${job.stage}</td><td>${job.name}</td><td>${job.status}</td></tr>`,
    );
  return page(
    request.path,
    `Pipeline #${pipeline.id}`,
    markup`<p>${pipeline.status} for <code>${pipeline.ref}</code> at <code>${pipeline.sha.slice(0, 8)}</code> in <a href="${upFrom(request.path)}${project.path}">${project.name}</a></p>${pipeline.yamlErrors === null ? undefined : markup`<p class="error">${pipeline.yamlErrors}</p>`}${table(["Job", "Stage", "Name", "Status"], rows)}`,
  );
}

function jobPage(
  request: Incoming,
  project: ProjectRecord,
  job: JobRecord | undefined,
  raw: boolean,
): Reply | undefined {
  if (job?.projectId !== project.id) return undefined;
  if (raw)
    return reply(
      200,
      { file: job.trace.path, start: 0, end: job.trace.size },
      { "Content-Type": "text/plain; charset=utf-8" },
    );
  const up = `${upFrom(request.path)}${project.path}/-`;
  return page(
    request.path,
    `Job ${job.name} #${job.id}`,
    markup`<p>${job.status} in stage ${job.stage} of <a href="${up}/pipelines/${job.pipelineId}">pipeline #${job.pipelineId}</a></p><p><a href="${up}/jobs/${job.id}/raw">Complete raw log</a> (${job.trace.size} bytes)</p>`,
  );
}

async function commitPage(
  hosting: Hosting,
  request: Incoming,
  project: ProjectRecord,
  ref: string,
): Promise<Reply | undefined> {
  const sha = await hosting.repositories.resolve(project.path, ref);
  const commit = sha === undefined ? undefined : await hosting.repositories.commitOf(project.path, sha);
  return (
    commit &&
    page(
      request.path,
      commit.title,
      markup`<p>${commit.author_name}, ${commit.authored_date}</p><pre>${commit.message}</pre><p><code>${commit.id}</code></p>`,
    )
  );
}

function table(heads: readonly string[], rows: readonly Markup[]): Markup {
  return markup`<table><thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
