import { type CallsOf, first, firstTwo } from "../call.ts";

export const jobs = {
  "jobs.list": {
    minimal: async (client, on) => {
      await on.pipelines.job();
      return first(client.jobs.list(on.pipelines.project));
    },
    maximal: async (client, on) => {
      await on.pipelines.finishedJob();
      return firstTwo(client.jobs.list(on.pipelines.sameProject, { scope: ["success", "failed"] }, { perPage: 1 }));
    },
  },
  "jobs.listForPipeline": {
    minimal: async (client, on) =>
      first(client.jobs.listForPipeline(on.pipelines.project, await on.pipelines.pipeline(), { scope: "success" })),
    maximal: async (client, on) =>
      firstTwo(
        client.jobs.listForPipeline(
          on.pipelines.sameProject,
          await on.pipelines.pipeline(),
          { scope: ["success", "failed"], include_retried: true },
          { perPage: 1 },
        ),
      ),
  },
  "jobs.get": {
    minimal: async (client, on) => client.jobs.get(on.pipelines.project, await on.pipelines.job()),
    maximal: async (client, on) => client.jobs.get(on.pipelines.sameProject, (await on.pipelines.artifacts()).job),
  },
  "jobs.artifacts": {
    minimal: async (client, on) => client.jobs.artifacts(on.pipelines.project, (await on.pipelines.artifacts()).job),
    maximal: async (client, on) =>
      client.jobs.artifacts(on.pipelines.sameProject, (await on.pipelines.artifacts()).job, {
        range: { start: 0, end: 4 },
      }),
  },
  "jobs.artifactsByRef": {
    minimal: async (client, on) => {
      const { ref, name } = await on.pipelines.newestArtifacts();
      return client.jobs.artifactsByRef(on.pipelines.project, ref, { job: name });
    },
    maximal: async (client, on) => {
      const { ref, name } = await on.pipelines.newestArtifacts();
      return client.jobs.artifactsByRef(on.pipelines.sameProject, ref, { job: name });
    },
  },
  "jobs.artifactFile": {
    minimal: async (client, on) => {
      const { job, file } = await on.pipelines.artifacts();
      return client.jobs.artifactFile(on.pipelines.project, job, file);
    },
    maximal: async (client, on) => {
      const { job, file } = await on.pipelines.artifacts();
      return client.jobs.artifactFile(on.pipelines.sameProject, job, file);
    },
  },
  "jobs.artifactFileByRef": {
    minimal: async (client, on) => {
      const { ref, file, name } = await on.pipelines.newestArtifacts();
      return client.jobs.artifactFileByRef(on.pipelines.project, ref, file, { job: name });
    },
    maximal: async (client, on) => {
      const { ref, file, name } = await on.pipelines.newestArtifacts();
      return client.jobs.artifactFileByRef(on.pipelines.sameProject, ref, file, { job: name });
    },
  },
  "jobs.trace": {
    minimal: async (client, on) => client.jobs.trace(on.pipelines.project, await on.pipelines.finishedJob()),
    maximal: async (client, on) =>
      client.jobs.trace(on.pipelines.sameProject, await on.pipelines.finishedJob(), {
        start: 1,
        etag: '"of another log"',
      }),
  },
  "jobs.cancel": {
    minimal: async (client, on) => client.jobs.cancel(on.pipelines.project, await on.pipelines.runningJob()),
    maximal: async (client, on) => client.jobs.cancel(on.pipelines.sameProject, await on.pipelines.runningJob()),
  },
  "jobs.retry": {
    minimal: async (client, on) => client.jobs.retry(on.pipelines.project, await on.pipelines.retryableJob()),
    maximal: async (client, on) => client.jobs.retry(on.pipelines.sameProject, await on.pipelines.retryableJob()),
  },
} satisfies CallsOf<"jobs">;
