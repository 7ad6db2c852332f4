import type { ServiceControl } from "../../service/control.ts";
import type { FabricatedJob, FabricatedPipeline } from "../../service/fabricated.ts";
import { once } from "../context.ts";
import type { PipelineSubjects } from "./pipelines.ts";

const junit = `<testsuite><testcase name="adds" classname="sum" time="0.5"/><testcase name="carries" classname="sum" time="1"><failure message="1 is not 2"/></testcase></testsuite>`;
const artifact = "reports/of day 1/ä.txt";
const ref = "release/1 + 2";

/** Pipelines of any kind, without waiting for one to run. */
export function fabricatedPipelines(control: ServiceControl, project: string): PipelineSubjects {
  const add = (spec: FabricatedPipeline) => control.addPipeline({ project, ...spec });
  const one = async (spec: FabricatedPipeline): Promise<number> => (await add(spec)).id;
  const oneJob = async (job: FabricatedJob): Promise<number> => (await add({ jobs: [job] })).jobs[0]!;
  const made = once(async () => {
    const { id, jobs } = await add({
      ref,
      status: "success",
      name: "Release",
      coverage: "98.10",
      variables: [
        { key: "A", value: "1" },
        { key: "B", value: "2", variable_type: "file" },
      ],
      jobs: [
        {
          name: "build & test",
          stage: "build",
          trace: "compiling\ndone\n",
          coverage: 98.1,
          artifacts: { [artifact]: "sunny\n" },
          junit: [junit],
        },
        { name: "lint", status: "failed", allowFailure: true, trace: "a line is too long\n" },
        { name: "lint", status: "failed", allowFailure: true, retried: true },
      ],
    });
    return {
      pipeline: id,
      failedJob: jobs[1]!,
      artifacts: { job: jobs[0]!, name: "build & test", ref, file: artifact },
    };
  });
  const pipeline = async (): Promise<number> => (await made()).pipeline;
  return {
    filter: async () => {
      const sha = "ab".repeat(20);
      const shared = { sha, ref: "feature/odd", name: "Odd", source: "schedule", status: "failed" } as const;
      for (const _ of [1, 2]) await add({ ...shared, user: "bob", yamlErrors: "no jobs" });
      return {
        ...shared,
        ...{ username: "bob", yaml_errors: true, scope: "finished", order_by: "updated_at", sort: "asc" },
        ...{ updated_after: "2020-01-01T00:00:00Z", updated_before: new Date(Date.now() + 86_400_000) },
      } as const;
    },
    some: async () => void (await made()),
    pipeline,
    pipelineWithVariables: pipeline,
    pipelineWithTests: pipeline,
    latest: async () => void (await one({})),
    ref: async () => (await made()).artifacts.ref,
    start: () => ({
      ref: "main",
      variables: [
        { key: "GREETING", value: "good = day & more", variable_type: "env_var" },
        { key: "NOTES", value: "", variable_type: "file" },
      ],
    }),
    runningPipeline: () => one({ jobs: [{ status: "running" }] }),
    retryablePipeline: () => one({ jobs: [{ status: "failed" }] }),
    sparePipeline: () => one({ jobs: [{}] }),
    job: async () => (await made()).failedJob,
    finishedJob: async () => (await made()).artifacts.job,
    runningJob: () => oneJob({ status: "running" }),
    retryableJob: () => oneJob({ status: "failed" }),
    artifacts: async () => (await made()).artifacts,
    newestArtifacts: async () => (await made()).artifacts,
  };
}
