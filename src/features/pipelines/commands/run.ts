import { commands, l10n } from "vscode";
import type { PipelineDetails } from "../../../api/resources/pipelines.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import { readCiFileText } from "../../../core/ciFile/ciFileText.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import type { Variable } from "../../../core/pipelines/variableRules.ts";
import { startPipeline } from "../../../core/pipelines/writes.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { runForm } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { pickRef, pickRefElsewhere } from "../../../core/ui/pickRef.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import type { PipelinesContext } from "../context.ts";
import { keepValues, lastValues, type Offer, type Plan, toSend, withOffer } from "./offeredVariables.ts";
import { editVariables } from "./variablesEditor.ts";

/** The project to run a pipeline in, with its ID if known. */
interface RunTarget extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** Asks for a ref and variables and starts a pipeline. */
export async function run(context: PipelinesContext): Promise<void> {
  const { project } = context.current.require();
  const key = `${project.instance} ${project.project}`;
  const { variables = [], offer } = context.unsentRuns.get(key) ?? {};
  // The branch may be another one by now, and its CI file.
  const initial: Plan = { ref: undefined, variables, offer: offer && { ...offer, ref: "" } };
  await runPlan(context, project, l10n.t("Run Pipeline"), { initial, from: 0 }, (plan) =>
    plan ? context.unsentRuns.set(key, plan) : context.unsentRuns.delete(key),
  );
}

/** Runs a pipeline's ref again with its variables, which can be edited first. */
export async function runAgain(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const title = l10n.t("Repeat Pipeline with Same Variables");
  const { instance, project, pipeline } = await pickPipeline(context, given, {
    title,
    placeholder: l10n.t("Select a pipeline to run again with the same variables"),
  });
  const { client } = context.connections.get(instance);
  const list = await withRefusals(
    {
      forbidden: () => ({
        message: l10n.t(
          "The variables of pipeline #{1} on {0} are not available to your account. Run a new pipeline on “{2}” and enter the variables.",
          instanceHost(instance),
          pipeline.id,
          plainText(pipeline.ref, 100),
        ),
        action: { title: l10n.t("Run Pipeline…"), command: "forgeline.pipeline.run" },
      }),
    },
    () =>
      withProgress(l10n.t("Loading variables of pipeline #{0}…", pipeline.id), (signal) =>
        client.pipelines.variables(project, pipeline.id, { signal }).all({ signal }),
      ),
  );
  // A part of them would not be the same.
  const same = wholeList(list).map(({ key, value, variable_type }): Variable => ({
    key,
    value,
    variable_type: variable_type === "file" ? "file" : "env_var",
  }));
  const { ref } = pipeline;
  if (!ref) throw new UserError(l10n.t("The host did not return the branch of pipeline #{0}.", pipeline.id));
  // The same variables, and no others: what the CI file offers is not added.
  const initial = { ref, variables: same, offer: { ref, variables: [], includes: false } };
  const target = { instance, project, projectId: pipeline.project_id ?? undefined };
  await runPlan(context, target, title, { initial, from: 1 });
}

/**
 * Asks for a plan and runs it; after an error the form reopens with the reason.
 * @param begin what it opens with, and the number of steps that count as answered
 * @param keep called with each change, and with undefined once it is run
 */
async function runPlan(
  context: PipelinesContext,
  { instance, project, projectId }: RunTarget,
  title: string,
  begin: { readonly initial: Plan; readonly from: 0 | 1 },
  keep?: (plan: Plan | undefined) => void,
): Promise<void> {
  const scope = { instance, project };
  let { initial: plan, from } = begin;
  let refused: ErrorWords | undefined;
  for (;;) {
    const asked = await askPlan(context, { ...scope, projectId }, title, { initial: plan, from }, refused, (next) => {
      plan = next;
      keep?.(next);
    });
    from = 1;
    if (asked === "explain") {
      const action = refused?.action;
      refused = undefined;
      if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
      continue;
    }
    const ref = plan.ref ?? "";
    const { offer } = plan;
    const variables = toSend(plan.variables, offer);
    let pipeline: PipelineDetails;
    try {
      pipeline = await startPipeline(context, scope, { ref, variables });
    } catch (error) {
      context.report.background(error, title);
      refused = whyRefused(error);
      continue;
    }
    keep?.(undefined);
    // Failing to remember the values does not fail the command.
    if (offer)
      await keepValues(context.memory, scope, offer, plan.variables).catch((error: unknown) =>
        context.report.background(error, "Keep the values of variables"),
      );
    await started(context, { ...scope, pipeline });
    return;
  }
}

/** Returns the error in words, with a warning if the pipeline may have started in spite of it. */
function whyRefused(error: unknown): ErrorWords {
  const mayRun = l10n.t("The pipeline may have started anyway. Check the list before you try again.");
  return unsureWords(error, mayRun);
}

/**
 * Asks for ref and variables.
 * @param keep called after each change. The steps use what was kept, because the form's values lack those of a step left by Back.
 */
async function askPlan(
  context: PipelinesContext,
  scope: RunTarget,
  title: string,
  { initial, from }: { readonly initial: Plan; readonly from: 0 | 1 },
  refused: ErrorWords | undefined,
  keep: (plan: Plan) => void,
): Promise<"confirm" | "explain"> {
  let answer: "confirm" | "explain" = "confirm";
  let plan = initial;
  const change = (part: Partial<Plan>): Plan => {
    plan = { ...plan, ...part };
    keep(plan);
    return plan;
  };
  const current = context.current.value;
  const here = current.kind === "ready" && sameProject(current.project, scope) ? current.project : undefined;
  await runForm<Plan>(
    title,
    initial,
    [
      {
        ask: async (place) => {
          const asked = {
            title: place.title,
            place,
            placeholder: l10n.t("Select or enter a branch or tag"),
            active: plan.ref ?? here?.branch,
          };
          // Local refs are known only for the open project.
          return change({ ref: await (here ? pickRef(context, asked) : pickRefElsewhere(context, scope, asked)) });
        },
      },
      {
        ask: async (place) => {
          const ref = plan.ref ?? "";
          if (plan.offer?.ref !== ref) {
            const offer = await readOffer(context, scope, ref);
            change({
              offer,
              variables: withOffer(plan.variables, plan.offer, offer, lastValues(context.memory, scope)),
            });
          }
          answer = await editVariables({
            place,
            variables: plan.variables,
            changed: (variables) => void change({ variables }),
            confirm: l10n.t("Run Pipeline on “{0}”", plainText(plan.ref, 100)),
            refused,
            offer: plan.offer,
          });
          return plan;
        },
      },
    ],
    { from },
  );
  return answer;
}

/** Reads the variables that a ref's CI file offers. An error is shown in the form, which works without them. */
async function readOffer(context: PipelinesContext, { instance, project }: ProjectScope, ref: string): Promise<Offer> {
  const none = { ref, variables: [], includes: false };
  const { client } = context.connections.get(instance);
  try {
    const found = await withProgress(l10n.t("Loading the CI file of “{0}”…", plainText(ref, 100)), (signal) =>
      readCiFileText({ client, project, ref, dialect: context.templates.dialect(instance) }, signal),
    );
    if (found.kind !== "found") return none;
    const { findRunVariables } = await context.loadCiFile();
    return { ref, path: found.path, ...findRunVariables(found.text) };
  } catch (error) {
    context.report.background(error, "Reading the CI file");
    return isCancelled(error) ? none : { ...none, unread: describeError(error).message };
  }
}

/** Announces and reveals the new pipeline; failing to reveal it does not fail the command. */
async function started(context: PipelinesContext, ref: PipelineRef): Promise<void> {
  notice(l10n.t("Started pipeline #{0} on “{1}”.", ref.pipeline.id, ref.pipeline.ref ?? ""));
  announce(context, { instance: ref.instance, project: ref.project, subject: "pipeline", id: ref.pipeline.id });
  try {
    await (await context.view.load())?.reveal(ref);
  } catch (error) {
    context.report.background(error, "Reveal Pipeline");
  }
}
