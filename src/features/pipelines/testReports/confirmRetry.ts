import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { cutNames } from "./cutNames.ts";
import type { JobOfSuites } from "./rerunJobs.ts";

/** Asks before jobs are retried: Run Test elsewhere in the Testing view runs tests locally. @throws CancelledError */
export async function confirmRetry(
  context: Pick<Context, "connections">,
  { instance, pipeline }: Pick<PipelineRef, "instance" | "pipeline">,
  jobs: readonly Pick<JobOfSuites, "name">[],
): Promise<void> {
  const host = instanceHost(instance);
  const names = cutNames(jobs.map(({ name }) => name));
  const [question, detail, retry] =
    jobs.length === 1
      ? [
          l10n.t("Retry job “{0}” on {1}?", names, host),
          l10n.t(
            "These tests do not run on your machine. The job of pipeline #{0} that ran them runs again as a whole.",
            pipeline.id,
          ),
          l10n.t("Retry Job"),
        ]
      : [
          l10n.t("Retry {0} jobs on {1}?", jobs.length, host),
          l10n.t(
            "These tests do not run on your machine. The jobs of pipeline #{0} that ran them run again as a whole: {1}.",
            pipeline.id,
            names,
          ),
          l10n.t("Retry Jobs"),
        ];
  await confirm(context, { instance }, { question, detail, buttons: [retry] });
}
