import { commands, l10n, type Uri } from "vscode";
import type { ArtifactPlace } from "../../../../core/artifacts/address.ts";
import type { ArtifactRef } from "../../../../core/artifacts/refs.ts";
import { UserError } from "../../../../core/base/errors.ts";
import { pickJob } from "../../../../core/pipelines/pickPipeline.ts";
import { hasArtifacts } from "../../../../core/pipelines/rowContext.ts";
import { setContextKey } from "../../../../core/ui/contextKeys.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import type { PipelinesContext } from "../../context.ts";
import { preparedUri } from "./open.ts";
import { pickArtifact, wholeJob } from "./pickArtifact.ts";

/** Selects an artifact to compare others with. */
export async function selectForCompare(context: PipelinesContext, given?: ArtifactRef | Uri): Promise<void> {
  const { instance, project, job, artifact } = await pickArtifact(
    context,
    given,
    l10n.t("Select Artifact for Compare"),
  );
  const files = await context.artifacts.load();
  files.selected = { instance, project, job: job.id, path: artifact.path };
  await setContextKey("forgeline.artifactSelected", true);
  notice(l10n.t("Selected {0} of job #{1} for compare.", plainText(artifact.path, 200), job.id));
}

/** Shows a diff with the selected artifact. */
export async function compareWithSelected(context: PipelinesContext, given?: ArtifactRef | Uri): Promise<void> {
  const { selected } = await context.artifacts.load();
  if (!selected) throw new UserError(l10n.t("No artifact is selected. Use “Select Artifact for Compare” first."));
  await showDiff(
    context,
    refAt(selected),
    await pickArtifact(context, given, l10n.t("Compare Artifact with Selected")),
  );
}

/** Shows a diff with the same artifact of another job of that name on the branch. */
export async function compareWithJob(context: PipelinesContext, given?: ArtifactRef | Uri): Promise<void> {
  const title = l10n.t("Compare Artifact with Another Job");
  const ref = await pickArtifact(context, given, title);
  const job = await wholeJob(context, ref);
  const name = plainText(job.name, 100);
  const other = await pickJob(context, undefined, {
    title,
    placeholder: l10n.t(
      "Select a job “{0}” on “{1}” to compare {2} with",
      name,
      plainText(job.ref, 100),
      plainText(ref.artifact.path, 100),
    ),
    scope: ["success", "failed", "canceled"],
    applies: (one) => one.id !== job.id && one.name === job.name && one.ref === job.ref && hasArtifacts(one),
    empty: l10n.t("No other job “{0}” on “{1}” with artifacts", name, plainText(job.ref, 100)),
  });
  await showDiff(context, { ...ref, job }, { ...other, artifact: { path: ref.artifact.path } });
}

const refAt = ({ instance, project, job, path }: ArtifactPlace): ArtifactRef => ({
  instance,
  project,
  job: { id: job, name: `#${job}`, status: "", web_url: "" },
  artifact: { path },
});

/** Opens the diff editor with the older job on the left. */
async function showDiff(context: PipelinesContext, one: ArtifactRef, other: ArtifactRef): Promise<void> {
  const [left, right] = one.job.id <= other.job.id ? [one, other] : [other, one];
  const uris: Uri[] = [];
  for (const ref of [left, right]) {
    const uri = await preparedUri(context, ref);
    if (!uri) return;
    uris.push(uri);
  }
  const name = (ref: ArtifactRef): string =>
    plainText(ref.artifact.path.slice(ref.artifact.path.lastIndexOf("/") + 1), 120);
  const title =
    name(left) === name(right)
      ? l10n.t("{0} (job #{1} ↔ job #{2})", name(left), left.job.id, right.job.id)
      : l10n.t("{0} (job #{1}) ↔ {2} (job #{3})", name(left), left.job.id, name(right), right.job.id);
  await commands.executeCommand("vscode.diff", uris[0], uris[1], title, { preview: true });
}
