import { type CallsOf, first, firstTwo } from "../call.ts";

export const pipelines = {
  "pipelines.list": {
    minimal: async (client, on) => {
      await on.pipelines.some();
      return first(client.pipelines.list(on.pipelines.project));
    },
    maximal: async (client, on) =>
      firstTwo(client.pipelines.list(on.pipelines.sameProject, await on.pipelines.filter(), { perPage: 1 })),
  },
  "pipelines.get": {
    minimal: async (client, on) => client.pipelines.get(on.pipelines.project, await on.pipelines.pipeline()),
    maximal: async (client, on) =>
      client.pipelines.get(on.pipelines.sameProject, await on.pipelines.pipelineWithVariables()),
  },
  "pipelines.variables": {
    minimal: async (client, on) =>
      first(client.pipelines.variables(on.pipelines.project, await on.pipelines.pipelineWithVariables())),
    maximal: async (client, on) =>
      firstTwo(
        client.pipelines.variables(on.pipelines.sameProject, await on.pipelines.pipelineWithVariables(), {
          perPage: 1,
        }),
      ),
  },
  "pipelines.testReport": {
    minimal: async (client, on) =>
      client.pipelines.testReport(on.pipelines.project, await on.pipelines.pipelineWithTests()),
    maximal: async (client, on) =>
      client.pipelines.testReport(on.pipelines.sameProject, await on.pipelines.pipelineWithTests()),
  },
  "pipelines.testReportSummary": {
    minimal: async (client, on) =>
      client.pipelines.testReportSummary(on.pipelines.project, await on.pipelines.pipelineWithTests()),
    maximal: async (client, on) =>
      client.pipelines.testReportSummary(on.pipelines.sameProject, await on.pipelines.pipelineWithTests()),
  },
  "pipelines.latest": {
    minimal: async (client, on) => {
      await on.pipelines.latest();
      return client.pipelines.latest(on.pipelines.project);
    },
    maximal: async (client, on) => client.pipelines.latest(on.pipelines.sameProject, { ref: await on.pipelines.ref() }),
  },
  "pipelines.create": {
    minimal: async (client, on) => {
      const { ref } = await on.pipelines.start();
      return client.pipelines.create(on.pipelines.project, { ref });
    },
    maximal: async (client, on) => {
      const { ref, variables } = await on.pipelines.start();
      return client.pipelines.create(on.pipelines.sameProject, { ref, variables });
    },
  },
  "pipelines.retry": {
    minimal: async (client, on) => client.pipelines.retry(on.pipelines.project, await on.pipelines.retryablePipeline()),
    maximal: async (client, on) =>
      client.pipelines.retry(on.pipelines.sameProject, await on.pipelines.retryablePipeline()),
  },
  "pipelines.cancel": {
    minimal: async (client, on) => client.pipelines.cancel(on.pipelines.project, await on.pipelines.runningPipeline()),
    maximal: async (client, on) =>
      client.pipelines.cancel(on.pipelines.sameProject, await on.pipelines.runningPipeline()),
  },
  "pipelines.delete": {
    minimal: async (client, on) => client.pipelines.delete(on.pipelines.project, await on.pipelines.sparePipeline()),
    maximal: async (client, on) =>
      client.pipelines.delete(on.pipelines.sameProject, await on.pipelines.sparePipeline()),
  },
  "pipelines.updateMetadata": {
    minimal: async (client, on) =>
      client.pipelines.updateMetadata(on.pipelines.project, await on.pipelines.sparePipeline(), { name: "Nightly" }),
    maximal: async (client, on) =>
      client.pipelines.updateMetadata(on.pipelines.sameProject, await on.pipelines.sparePipeline(), {
        name: "Ünïcode & <b>more</b>",
      }),
  },
} satisfies CallsOf<"pipelines">;
