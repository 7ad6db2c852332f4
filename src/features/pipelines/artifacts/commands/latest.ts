import { l10n } from "vscode";
import type { Client } from "../../../../api/client.ts";
import type { Job } from "../../../../api/resources/jobs.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import type { Connection } from "../../../../core/connections.ts";
import { hasArtifacts } from "../../../../core/pipelines/rowContext.ts";
import { inputText, runForm } from "../../../../core/ui/form.ts";
import { type Choice, pickOne, partialRows, type Row } from "../../../../core/ui/pick.ts";
import { pickRef } from "../../../../core/ui/pickRef.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withRefusals } from "../../../../core/ui/refusals.ts";
import { saveAs } from "../../../../core/ui/saveAs.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import type { OpenProject } from "../../../../git/project.ts";
import type { PipelinesContext } from "../../context.ts";
import { filenameOf } from "./download.ts";
import { listArtifacts, pickFile } from "./pickArtifact.ts";

/** A job name, with the job if it was picked. */
interface NamedJob {
  readonly name: string;
  readonly job?: Job;
}

interface LatestAnswers {
  readonly ref: string;
  readonly job: NamedJob;
  readonly what: "archive" | "file";
}

/** Downloads a job's artifact archive, or a file of it, from the latest successful pipeline of a branch or tag. */
export async function downloadLatest(context: PipelinesContext): Promise<void> {
  const { project, connection } = context.current.require();
  const title = l10n.t("Download Latest Artifacts");
  const { ref, job, what } = await runForm<LatestAnswers>(title, { ref: "", job: { name: "" }, what: "archive" }, [
    {
      ask: async (place, answers) => ({
        ...answers,
        ref: await pickRef(context, {
          title,
          place,
          placeholder: l10n.t("Select or enter a branch or tag"),
          active: project.branch,
        }),
      }),
    },
    {
      ask: async (place, answers) => ({
        ...answers,
        job: await pickOne<NamedJob>({
          title,
          place,
          placeholder: l10n.t("Select or enter the name of a job in the latest successful pipeline"),
          choices: (signal) => jobsOf(project, connection, answers.ref, signal),
          typed: typedName,
        }),
      }),
    },
    {
      ask: async (place, answers) => ({
        ...answers,
        what: await pickOne<LatestAnswers["what"]>({
          title,
          place,
          placeholder: l10n.t("Select what to download"),
          choices: whatChoices(answers.job),
        }),
      }),
    },
  ]);
  // Not cached, because the account may change while the save dialog is open.
  const latest = (): Client["jobs"] => context.connections.get(project.instance).client.jobs;
  const query = { job: job.name };
  const save = async (): Promise<void> => {
    if (what === "archive") {
      await saveAs(
        context,
        title,
        filenameOf(job.job?.artifacts_file?.filename ?? "artifacts.zip"),
        (signal, onProgress) => latest().artifactsByRef(project.project, ref, query, { signal, onProgress }),
      );
      return;
    }
    const path = await askPath(context, project, job, title);
    await saveAs(context, title, filenameOf(path), (signal, onProgress) =>
      latest().artifactFileByRef(project.project, ref, path, query, { signal, onProgress }),
    );
  };
  await withRefusals(
    {
      notFound: () =>
        l10n.t(
          "No artifact of job “{1}” found in the latest successful pipeline of “{2}” on {0}. The job may never have succeeded, or its artifacts have expired or were erased.",
          instanceHost(project.instance),
          plainText(job.name, 100),
          plainText(ref, 100),
        ),
    },
    save,
  );
}

/** Returns the jobs with artifacts of a ref's latest successful pipeline. */
async function jobsOf(
  { project }: OpenProject,
  { client }: Connection,
  ref: string,
  signal: AbortSignal,
): Promise<Row<NamedJob>[]> {
  const {
    items: [latest],
  } = await client.pipelines.list(project, { ref, status: "success" }, { perPage: 1, signal }).page();
  if (!latest) return [];
  const jobs = await client.jobs
    .listForPipeline(project, latest.id, { scope: "success" }, { perPage: 100, signal })
    .all({ signal });
  return [
    ...jobs.items.filter(hasArtifacts).flatMap((job): Choice<NamedJob>[] => {
      const { name } = job;
      // The route knows jobs by name only.
      if (!name) return [];
      return [
        {
          label: plainText(name, 120),
          description: [plainText(job.stage, 60), `#${job.id}`].join(" · "),
          detail: l10n.t("pipeline #{0}", latest.id),
          value: { name, job },
        },
      ];
    }),
    ...partialRows(jobs),
  ];
}

const typedName = (text: string): Choice<NamedJob> | undefined =>
  text.trim() === ""
    ? undefined
    : { label: l10n.t("Job “{0}”", plainText(text.trim(), 200)), value: { name: text.trim() } };

function whatChoices({ job }: NamedJob): Choice<LatestAnswers["what"]>[] {
  const size = job?.artifacts_file?.size;
  return [
    {
      label: l10n.t("Archive"),
      ...(typeof size === "number" && { description: sizeText(size) }),
      value: "archive",
    },
    { label: l10n.t("Single File…"), value: "file" },
  ];
}

/** Asks for a file: picked from the archive, or typed if only the job's name is known. */
async function askPath(
  context: PipelinesContext,
  { instance, project }: OpenProject,
  { job }: NamedJob,
  title: string,
): Promise<string> {
  if (job) return (await pickFile(await listArtifacts(context, { instance, project, job }), title)).path;
  const path = await inputText({
    title,
    prompt: l10n.t("Enter the path of a file in the archive, for example dist/app.js"),
    validate: (text) => (text.trim() === "" ? l10n.t("Enter a path.") : undefined),
  });
  return path.trim().replace(/^\/+/, "");
}
