import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("pipelines");

export const pipelines = {
  "pipelines.list": pair(
    async (client, project, own) => {
      await own.some();
      return first(client.pipelines.list(project));
    },
    async (client, project, own) => firstTwo(client.pipelines.list(project, await own.filter(), { perPage: 1 })),
  ),
  "pipelines.get": pair(
    async (client, project, own) => client.pipelines.get(project, await own.pipeline()),
    async (client, project, own) => client.pipelines.get(project, await own.pipelineWithVariables()),
  ),
  "pipelines.variables": pair(
    async (client, project, own) => first(client.pipelines.variables(project, await own.pipelineWithVariables())),
    async (client, project, own) =>
      firstTwo(client.pipelines.variables(project, await own.pipelineWithVariables(), { perPage: 1 })),
  ),
  "pipelines.testReport": same(async (client, project, own) =>
    client.pipelines.testReport(project, await own.pipelineWithTests()),
  ),
  "pipelines.testReportSummary": same(async (client, project, own) =>
    client.pipelines.testReportSummary(project, await own.pipelineWithTests()),
  ),
  "pipelines.latest": pair(
    async (client, project, own) => {
      await own.latest();
      return client.pipelines.latest(project);
    },
    async (client, project, own) => client.pipelines.latest(project, { ref: await own.ref() }),
  ),
  "pipelines.create": pair(
    async (client, project, own) => client.pipelines.create(project, { ref: (await own.start()).ref }),
    async (client, project, own) => {
      const { ref, variables } = await own.start();
      return client.pipelines.create(project, { ref, variables });
    },
  ),
  "pipelines.retry": same(async (client, project, own) =>
    client.pipelines.retry(project, await own.retryablePipeline()),
  ),
  "pipelines.cancel": same(async (client, project, own) =>
    client.pipelines.cancel(project, await own.runningPipeline()),
  ),
  "pipelines.delete": same(async (client, project, own) => client.pipelines.delete(project, await own.sparePipeline())),
  "pipelines.updateMetadata": same(async (client, project, own) =>
    client.pipelines.updateMetadata(project, await own.sparePipeline(), { name: "Ünïcode & <b>more</b>" }),
  ),
} satisfies CallsOf<"pipelines">;
