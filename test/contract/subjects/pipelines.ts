import type { Client } from "../../../src/api/client.ts";
import type { Job } from "../../../src/api/resources/jobs.ts";
import type { PipelineDetails, PipelineQuery } from "../../../src/api/resources/pipelines.ts";
import { type Context, notThere, once } from "../context.ts";
import { ifServed } from "../undocumented.ts";
import { until } from "../waiting.ts";
import { fileIn } from "../zip.ts";

const variables = [
  { key: "FORGELINE_A", value: "good = day & more", variable_type: "env_var" },
  { key: "FORGELINE_B", value: "", variable_type: "file" },
] as const;

/** A job with an archive, and a file in it. */
interface ArtifactSubject {
  readonly job: number;
  readonly name: string;
  readonly ref: string;
  readonly file: string;
}

/** Pipelines and their jobs, which the project has or is given by starting them. Those that a call changes are made anew each time. */
export function pipelines(on: Context) {
  const { client } = on;
  const project = on.ciProject.id;
  const ref = once(
    async () =>
      on.ref ??
      (await client.pipelines.list(project).page()).items[0]?.ref ??
      notThere("a pipeline, or a branch named by --ref"),
  );
  const latest = (branch?: string) => ifServed(() => client.pipelines.latest(project, { ref: branch }));
  const start = async (more: Partial<Parameters<Client["pipelines"]["create"]>[1]> = {}): Promise<PipelineDetails> =>
    client.pipelines.create(project, { ref: await ref(), ...more });
  /** Ended at once, so that it costs the server nothing. */
  const ended = async (more?: Parameters<typeof start>[0]): Promise<PipelineDetails> => {
    const { id } = await start(more);
    await client.pipelines.cancel(project, id);
    return finished(client, project, id);
  };
  const runningPipeline = async (): Promise<number> => (await start()).id;
  const jobOf = async (made: () => Promise<number>): Promise<number> =>
    (await client.jobs.listForPipeline(project, await made()).page()).items[0]?.id ??
    notThere("a job in new pipelines");
  const succeeded = async (): Promise<readonly Job[]> =>
    (await client.jobs.list(project, { scope: "success" }, { perPage: 100 }).page()).items;
  const artifactsOf = async ({ id, name, ref: of }: Job): Promise<ArtifactSubject> => {
    const archive = await client.jobs.artifacts(project, id);
    return { job: id, name: name!, ref: of!, file: (await fileIn(archive.body)) ?? notThere("a file in the archive") };
  };
  return {
    project,
    /** The same by its other name. */
    sameProject: on.ciProject.path,
    /** A filter with every field, which meets at least two pipelines. */
    filter: async (): Promise<Required<PipelineQuery>> => {
      const name = `Contract ${Date.now()}`;
      const [made] = await Promise.all(
        [ended(), ended()].map(async (pipeline) =>
          client.pipelines.updateMetadata(project, (await pipeline).id, { name }),
        ),
      );
      const { sha, source, status } = made!;
      const { username } = await client.users.current();
      const day = 86_400_000;
      return {
        ...{ sha: sha!, ref: await ref(), name, source: source!, status: status!, username },
        ...({ yaml_errors: false, scope: "finished", order_by: "updated_at", sort: "asc" } as const),
        ...{ updated_after: new Date(Date.now() - day), updated_before: new Date(Date.now() + day) },
      };
    },
    /** Has a job that succeeded. */
    pipeline: async () => (await succeeded())[0]?.pipeline?.id ?? notThere("a job that succeeded"),
    /** Has variables of both types. */
    pipelineWithVariables: async () => (await ended({ variables })).id,
    pipelineWithTests: async () => {
      const succeeded = client.pipelines.list(project, { status: "success" }, { perPage: 100 });
      for (const { id } of (await succeeded.page()).items)
        if (((await client.pipelines.testReportSummary(project, id)).total.count ?? 0) > 0) return id;
      return notThere("a pipeline with a test report");
    },
    /** The newest commit of the default branch has a pipeline. */
    latest: async () => void ((await latest()) ?? notThere("a pipeline of the default branch's newest commit")),
    /** A branch or tag whose newest commit has a pipeline. */
    ref: once(async () => {
      const branch = await ref();
      if (!(await latest(branch))) await ended();
      return branch;
    }),
    start: async () => ({ ref: await ref(), variables }),
    runningPipeline,
    retryablePipeline: async () => (await ended()).id,
    /** To be renamed or deleted. */
    sparePipeline: async () => (await ended()).id,
    /** The project has one at least. */
    some: once(async () => {
      if ((await client.pipelines.list(project).page()).items.length === 0) await ended();
    }),
    job: async () =>
      (await client.jobs.list(project).page()).items[0]?.id ?? (await jobOf(async () => (await ended()).id)),
    finishedJob: async () => (await succeeded())[0]?.id ?? notThere("a job that succeeded"),
    runningJob: () => jobOf(runningPipeline),
    retryableJob: () => jobOf(async () => (await ended()).id),
    artifacts: async () => {
      const job =
        (await succeeded()).find(({ artifacts_file: archive }) => archive) ??
        notThere("a successful job with artifacts");
      return artifactsOf(job);
    },
    /** Of the newest pipeline that succeeded for their ref, so that they are found by it. */
    newestArtifacts: async () => {
      const jobs = (await succeeded()).filter(({ pipeline }) => pipeline?.status === "success");
      const newest = (ref: string): number =>
        Math.max(...jobs.flatMap((one) => (one.ref === ref ? (one.pipeline?.id ?? []) : [])));
      const job =
        jobs.find((one) => one.artifacts_file && one.pipeline?.id === newest(one.ref ?? "")) ??
        notThere("a job with artifacts in the newest successful pipeline of its branch");
      return artifactsOf(job);
    },
  };
}

const over = ["success", "failed", "canceled", "skipped"];

async function finished(client: Client, project: number, id: number): Promise<PipelineDetails> {
  return until(`the end of pipeline ${id}, which was canceled`, async () => {
    const pipeline = await client.pipelines.get(project, id);
    return over.includes(pipeline.status ?? "") ? pipeline : undefined;
  });
}
