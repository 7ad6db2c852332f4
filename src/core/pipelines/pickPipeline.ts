import { env, l10n } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { Context } from "../context.ts";
import { age } from "../ui/age.ts";
import { type Choice, pickOne } from "../ui/pick.ts";
import { pickPaged } from "../ui/pickPaged.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { shortSha } from "../ui/shortSha.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { jobStyle, statusStyle } from "../ui/statusStyle.ts";
import { typedId } from "../ui/typedId.ts";
import type { JobRef, PipelineRef } from "./refs.ts";

export interface PipelinePickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Filters the rows; a typed ID is not checked. */
  readonly applies?: (subject: T) => boolean;
}
export interface JobPickOptions extends PipelinePickOptions<Job> {
  /** Job statuses to request; all if omitted. */
  readonly scope?: readonly string[];
  /** Shown when there is no such job. */
  readonly empty: string;
}

const perPage = 50;
const typedChoice = (text: string, word: (id: number) => string): Choice<number> | undefined => {
  const id = typedId(text);
  return id === undefined ? undefined : { label: word(id), exact: true, value: id };
};

/** Returns the given pipeline, or asks for one of the current project by list or ID. */
export async function pickPipeline(
  context: Context,
  given: PipelineRef | undefined,
  options: PipelinePickOptions<Pipeline>,
): Promise<PipelineRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const { applies = () => true } = options;
  const chosen = await pickPaged<Pipeline, Pipeline | number>({
    ...options,
    load: (signal) => connection.client.pipelines.list(project.project, {}, { perPage, signal }),
    toChoice: (pipeline) => (applies(pipeline) ? { ...pipelineRow(pipeline), value: pipeline } : undefined),
    typed: (text) => typedChoice(text, (id) => l10n.t("Pipeline #{0}", id)),
    empty: l10n.t("No matching pipelines"),
  });
  const pipeline =
    typeof chosen === "number"
      ? await withProgress(l10n.t("Looking for pipeline #{0}…", chosen), (signal) =>
          connection.client.pipelines.get(project.project, chosen, { signal }),
        )
      : chosen;
  return { instance: project.instance, project: project.project, pipeline };
}

/** Returns the given job, or asks for one of the project or of a pipeline by list or ID. */
export async function pickJob(context: Context, given: JobRef | undefined, options: JobPickOptions): Promise<JobRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const { client } = connection;
  const { applies = () => true } = options;
  const query = options.scope ? { scope: options.scope } : {};
  let pipeline: number | undefined;
  for (;;) {
    const inPipeline = pipeline;
    const chosen = await pickPaged<Job, Job | number | "pipeline">({
      title: options.title,
      placeholder:
        inPipeline === undefined
          ? options.placeholder
          : l10n.t("{0}, in pipeline #{1}", options.placeholder, inPipeline),
      load: (signal) =>
        inPipeline === undefined
          ? client.jobs.list(project.project, query, { perPage, signal })
          : client.jobs.listForPipeline(project.project, inPipeline, query, { perPage: 100, signal }),
      toChoice: (job) => (applies(job) ? { ...jobRow(job), value: job } : undefined),
      typed: (text) => typedChoice(text, (id) => l10n.t("Job #{0}", id)),
      before: [
        {
          label: inPipeline === undefined ? l10n.t("Jobs of One Pipeline…") : l10n.t("Jobs of Another Pipeline…"),
          value: "pipeline",
        },
      ],
      empty: options.empty,
    });
    if (chosen === "pipeline") {
      const ref = await pickPipeline(context, undefined, {
        title: options.title,
        placeholder: l10n.t("Select a pipeline to choose its jobs"),
      });
      pipeline = ref.pipeline.id;
      continue;
    }
    const job =
      typeof chosen === "number"
        ? await withProgress(l10n.t("Looking for job #{0}…", chosen), (signal) =>
            client.jobs.get(project.project, chosen, { signal }),
          )
        : chosen;
    return { instance: project.instance, project: project.project, job };
  }
}

/** Asks for one of several jobs; a single one is returned at once. */
export async function pickOneOf(jobs: readonly JobRef[], title: string, placeholder: string): Promise<JobRef> {
  const [only, ...others] = jobs;
  if (only && others.length === 0) return only;
  const choices = jobs.map((ref) => ({ ...jobRow(ref.job), value: ref }));
  return pickOne({ title, placeholder, choices });
}

/** Returns a pipeline's name for titles and messages. */
export const pipelineName = ({ pipeline }: PipelineRef): string =>
  pipeline.name
    ? l10n.t("pipeline #{0} “{1}”", pipeline.id, plainText(pipeline.name, 60))
    : l10n.t("pipeline #{0}", pipeline.id);

/** Returns a job's name for titles and messages. */
export const jobName = ({ job }: JobRef): string => l10n.t("job “{0}”", plainText(job.name, 60));

const joinTexts = (parts: readonly (string | null | undefined)[]): string =>
  plainText(parts.filter((part) => part !== undefined && part !== null && part !== "").join(" · "), 200);

function pipelineRow(pipeline: Pipeline): {
  label: string;
  description: string;
  detail: string;
  iconPath: ReturnType<typeof statusIcon>;
} {
  return {
    label: plainText(pipeline.name ? `#${pipeline.id} ${pipeline.name}` : `#${pipeline.id}`, 120),
    description: joinTexts([pipeline.ref, shortSha(pipeline.sha)]),
    detail: joinTexts([
      statusLabel(pipeline.status),
      pipeline.source,
      age(pipeline.created_at, Date.now(), env.language),
    ]),
    iconPath: statusIcon(statusStyle(pipeline.status)),
  };
}

function jobRow(job: JobRef["job"]): {
  label: string;
  description: string;
  detail: string;
  iconPath: ReturnType<typeof statusIcon>;
} {
  return {
    label: plainText(job.name, 120),
    description: joinTexts([job.ref, `#${job.id}`]),
    detail: joinTexts([
      statusLabel(job.status),
      job.stage,
      job.pipeline && l10n.t("pipeline #{0}", job.pipeline.id),
      age(job.created_at, Date.now(), env.language),
    ]),
    iconPath: statusIcon(jobStyle(job)),
  };
}
