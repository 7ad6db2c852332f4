import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("pipelines");

export const jobs = {
  "jobs.list": pair(
    async (client, project, own) => {
      await own.job();
      return first(client.jobs.list(project));
    },
    async (client, project, own) => {
      await own.finishedJob();
      return firstTwo(client.jobs.list(project, { scope: ["success", "failed"] }, { perPage: 1 }));
    },
  ),
  "jobs.listForPipeline": pair(
    async (client, project, own) =>
      first(client.jobs.listForPipeline(project, await own.pipeline(), { scope: "success" })),
    async (client, project, own) => {
      const query = { scope: ["success", "failed"], include_retried: true } as const;
      return firstTwo(client.jobs.listForPipeline(project, await own.pipeline(), query, { perPage: 1 }));
    },
  ),
  "jobs.get": pair(
    async (client, project, own) => client.jobs.get(project, await own.job()),
    async (client, project, own) => client.jobs.get(project, (await own.artifacts()).job),
  ),
  "jobs.artifacts": pair(
    async (client, project, own) => client.jobs.artifacts(project, (await own.artifacts()).job),
    async (client, project, own) =>
      client.jobs.artifacts(project, (await own.artifacts()).job, { range: { start: 0, end: 4 } }),
  ),
  "jobs.artifactsByRef": same(async (client, project, own) => {
    const { ref, name } = await own.newestArtifacts();
    return client.jobs.artifactsByRef(project, ref, { job: name });
  }),
  "jobs.artifactFile": same(async (client, project, own) => {
    const { job, file } = await own.artifacts();
    return client.jobs.artifactFile(project, job, file);
  }),
  "jobs.artifactFileByRef": same(async (client, project, own) => {
    const { ref, file, name } = await own.newestArtifacts();
    return client.jobs.artifactFileByRef(project, ref, file, { job: name });
  }),
  "jobs.trace": pair(
    async (client, project, own) => client.jobs.trace(project, await own.finishedJob()),
    async (client, project, own) =>
      client.jobs.trace(project, await own.finishedJob(), { start: 1, etag: '"of another log"' }),
  ),
  "jobs.cancel": same(async (client, project, own) => client.jobs.cancel(project, await own.runningJob())),
  "jobs.retry": same(async (client, project, own) => client.jobs.retry(project, await own.retryableJob())),
} satisfies CallsOf<"jobs">;
