import type { Client } from "../../src/api/client.ts";
import type { Pages } from "../../src/api/pages.ts";
import type { AnswerOf, ImplementedId } from "./ids.ts";
import type { Subjects } from "./subjects.ts";

export type Call<Id extends ImplementedId> = (client: Client, on: Subjects) => Promise<AnswerOf<Id>>;

/** One call with what is required, one with everything the documents allow. An operation without its calls does not compile. */
export type Calls = { readonly [Id in ImplementedId]: { readonly minimal: Call<Id>; readonly maximal: Call<Id> } };

export const calls: Calls = {
  "pipelines.list": {
    minimal: async (client, on) => first(client.pipelines.list(on.project)),
    maximal: async (client, on) => firstTwo(client.pipelines.list(on.sameProject, await on.pipelineFilter(), { perPage: 1 })),
  },
  "pipelines.get": {
    minimal: async (client, on) => client.pipelines.get(on.project, await on.pipeline()),
    maximal: async (client, on) => client.pipelines.get(on.sameProject, await on.pipelineWithVariables()),
  },
  "pipelines.variables": {
    minimal: async (client, on) => first(client.pipelines.variables(on.project, await on.pipelineWithVariables())),
    maximal: async (client, on) => firstTwo(client.pipelines.variables(on.sameProject, await on.pipelineWithVariables(), { perPage: 1 })),
  },
  "pipelines.testReport": {
    minimal: async (client, on) => client.pipelines.testReport(on.project, await on.pipelineWithTests()),
    maximal: async (client, on) => client.pipelines.testReport(on.sameProject, await on.pipelineWithTests()),
  },
  "pipelines.testReportSummary": {
    minimal: async (client, on) => client.pipelines.testReportSummary(on.project, await on.pipelineWithTests()),
    maximal: async (client, on) => client.pipelines.testReportSummary(on.sameProject, await on.pipelineWithTests()),
  },
  "pipelines.latest": {
    minimal: async (client, on) => client.pipelines.latest(on.project),
    maximal: async (client, on) => client.pipelines.latest(on.sameProject, { ref: await on.ref() }),
  },
  "pipelines.create": {
    minimal: async (client, on) => {
      const { project, ref } = await on.start();
      return client.pipelines.create(project, { ref });
    },
    maximal: async (client, on) => {
      const { project, ref, variables } = await on.start();
      return client.pipelines.create(project, { ref, variables });
    },
  },
  "pipelines.retry": {
    minimal: async (client, on) => client.pipelines.retry(on.project, await on.retryablePipeline()),
    maximal: async (client, on) => client.pipelines.retry(on.sameProject, await on.retryablePipeline()),
  },
  "pipelines.cancel": {
    minimal: async (client, on) => client.pipelines.cancel(on.project, await on.runningPipeline()),
    maximal: async (client, on) => client.pipelines.cancel(on.sameProject, await on.runningPipeline()),
  },
  "pipelines.delete": {
    minimal: async (client, on) => client.pipelines.delete(on.project, await on.sparePipeline()),
    maximal: async (client, on) => client.pipelines.delete(on.sameProject, await on.sparePipeline()),
  },
  "pipelines.updateMetadata": {
    minimal: async (client, on) => client.pipelines.updateMetadata(on.project, await on.sparePipeline(), { name: "Nightly" }),
    maximal: async (client, on) => client.pipelines.updateMetadata(on.sameProject, await on.sparePipeline(), { name: "Ünïcode & <b>more</b>" }),
  },
  "jobs.list": {
    minimal: async (client, on) => first(client.jobs.list(on.project)),
    maximal: async (client, on) => firstTwo(client.jobs.list(on.sameProject, { scope: ["success", "failed"] }, { perPage: 1 })),
  },
  "jobs.listForPipeline": {
    minimal: async (client, on) => first(client.jobs.listForPipeline(on.project, await on.pipeline(), { scope: "success" })),
    maximal: async (client, on) => firstTwo(client.jobs.listForPipeline(on.sameProject, await on.pipeline(), { scope: ["success", "failed"], include_retried: true }, { perPage: 1 })),
  },
  "jobs.get": {
    minimal: async (client, on) => client.jobs.get(on.project, await on.job()),
    maximal: async (client, on) => client.jobs.get(on.sameProject, (await on.artifacts()).job),
  },
  "jobs.artifacts": {
    minimal: async (client, on) => client.jobs.artifacts(on.project, (await on.artifacts()).job),
    maximal: async (client, on) => client.jobs.artifacts(on.sameProject, (await on.artifacts()).job),
  },
  "jobs.artifactsByRef": {
    minimal: async (client, on) => {
      const { ref, name } = await on.artifacts();
      return client.jobs.artifactsByRef(on.project, ref, { job: name });
    },
    maximal: async (client, on) => {
      const { ref, name } = await on.artifacts();
      return client.jobs.artifactsByRef(on.sameProject, ref, { job: name });
    },
  },
  "jobs.artifactFile": {
    minimal: async (client, on) => {
      const { job, file } = await on.artifacts();
      return client.jobs.artifactFile(on.project, job, file);
    },
    maximal: async (client, on) => {
      const { job, file } = await on.artifacts();
      return client.jobs.artifactFile(on.sameProject, job, file);
    },
  },
  "jobs.artifactFileByRef": {
    minimal: async (client, on) => {
      const { ref, file, name } = await on.artifacts();
      return client.jobs.artifactFileByRef(on.project, ref, file, { job: name });
    },
    maximal: async (client, on) => {
      const { ref, file, name } = await on.artifacts();
      return client.jobs.artifactFileByRef(on.sameProject, ref, file, { job: name });
    },
  },
  "jobs.trace": {
    minimal: async (client, on) => client.jobs.trace(on.project, await on.finishedJob()),
    maximal: async (client, on) => client.jobs.trace(on.sameProject, await on.finishedJob(), { start: 1, etag: '"of another log"' }),
  },
  "jobs.cancel": {
    minimal: async (client, on) => client.jobs.cancel(on.project, await on.runningJob()),
    maximal: async (client, on) => client.jobs.cancel(on.sameProject, await on.runningJob()),
  },
  "jobs.retry": {
    minimal: async (client, on) => client.jobs.retry(on.project, await on.retryableJob()),
    maximal: async (client, on) => client.jobs.retry(on.sameProject, await on.retryableJob()),
  },
  "ciTemplates.list": {
    minimal: async (client) => first(client.ciTemplates.list()),
    maximal: async (client) => firstTwo(client.ciTemplates.list({ perPage: 1 })),
  },
  "ciTemplates.get": {
    minimal: async (client) => client.ciTemplates.get("Bash"),
    maximal: async (client) => client.ciTemplates.get("Getting-Started"),
  },
  "users.current": {
    minimal: async (client) => client.users.current(),
    maximal: async (client, on) => client.users.current({ sudo: await on.otherUser() }),
  },
  "oauth.authorize": {
    minimal: async (client, on) => {
      const { request, approve } = await on.authorization();
      return approve(client.oauth.authorizeUrl(request));
    },
    maximal: async (client, on) => {
      const { request, approve } = await on.authorization();
      return approve(client.oauth.authorizeUrl({ ...request, scope: ["read_user", "read_api"] }));
    },
  },
  "oauth.token": {
    minimal: async (client, on) => client.oauth.token(await on.code()),
    maximal: async (client, on) => client.oauth.token(await on.refresh()),
  },
  "oauth.tokenInfo": { minimal: async (client) => client.oauth.tokenInfo(), maximal: async (client) => client.oauth.tokenInfo() },
  "oauth.revoke": {
    minimal: async (client, on) => client.oauth.revoke(await on.spareToken()),
    maximal: async (client, on) => client.oauth.revoke(await on.spareToken()),
  },
  "oauth.userinfo": { minimal: async (client) => client.oauth.userinfo(), maximal: async (client) => client.oauth.userinfo() },
};

async function first<T>(pages: Pages<T>): Promise<readonly T[]> {
  return (await pages.page()).items;
}

async function firstTwo<T>(pages: Pages<T>): Promise<readonly T[]> {
  const { items, next } = await pages.page();
  return next ? [...items, ...(await pages.page(next)).items] : items;
}
