import { commands, l10n } from "vscode";
import type { PipelineDetails } from "../../../api/resources/pipelines.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import { readCiFileText } from "../../../core/ciFile/ciFileText.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { runForm } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickRef, pickRefElsewhere } from "../../../core/ui/pickRef.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import type { PipelinesContext } from "../context.ts";
import { keepValues, lastValues, type Offer, toSend, withOffer } from "./offeredVariables.ts";
import type { Variable } from "./variableRules.ts";
import { editVariables } from "./variablesEditor.ts";

interface Plan {
  readonly ref: string | undefined;
  readonly variables: readonly Variable[];
  /** What the CI file of the ref offers; undefined before it was read. */
  readonly offer: Offer | undefined;
}

/** Where a pipeline is to run: a project, and its number where that is known. */
interface RunTarget extends ProjectScope {
  readonly projectId?: number | undefined;
}

/** Asks for a ref and variables and starts a pipeline. */
export async function run(context: PipelinesContext): Promise<void> {
  const { project } = context.current.require();
  await runPlan(context, project, l10n.t("Run Pipeline"), { ref: undefined, variables: [], offer: undefined });
}

/** Runs a pipeline's ref again with the variables that it was started with, which are shown before and can be changed. */
export async function runAgain(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const title = l10n.t("Run Again with the Same Variables");
  const { instance, project, pipeline } = await pickPipeline(context, given, {
    title,
    placeholder: l10n.t("Pipeline whose branch or tag and variables are run again"),
  });
  const { client } = context.connections.get(instance);
  const { items: variables } = await withRefusals(
    {
      forbidden: () => ({
        message: l10n.t(
          "{0} does not show your account the variables of pipeline #{1}. Run a new one on “{2}”, and give them yourself.",
          instanceHost(instance),
          pipeline.id,
          plainText(pipeline.ref, 100),
        ),
        action: { title: l10n.t("Run Pipeline…"), command: "forgeline.pipeline.run" },
      }),
    },
    () =>
      withProgress(l10n.t("Reading the variables of pipeline #{0}…", pipeline.id), (signal) =>
        client.pipelines.variables(project, pipeline.id, { signal }).all({ signal }),
      ),
  );
  const same = variables.map(({ key, value, variable_type }): Variable => ({
    key,
    value,
    variable_type: variable_type === "file" ? "file" : "env_var",
  }));
  const { ref } = pipeline;
  // The same variables, and no others: what the CI file offers is not added.
  await runPlan(context, { instance, project, projectId: pipeline.project_id }, title, {
    ref,
    variables: same,
    offer: { ref, variables: [], includes: false },
  });
}

/** Whatever fails, the form comes back as it was, with the reason. */
async function runPlan(
  context: PipelinesContext,
  { instance, project, projectId }: RunTarget,
  title: string,
  initial: Plan,
): Promise<void> {
  const scope = { instance, project };
  let plan = initial;
  let refused: ErrorWords | undefined;
  for (;;) {
    const asked = await askPlan(context, { ...scope, projectId }, title, plan, refused, (next) => {
      plan = next;
    });
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
      // The account may have been renewed from the form, so the connection is asked for anew.
      const { client } = context.connections.get(scope.instance);
      pipeline = await runWrite(
        context,
        l10n.t("Starting a pipeline on “{0}”…", ref),
        { ...scope, subject: "pipeline" },
        (signal) =>
          client.pipelines.create(scope.project, { ref, ...(variables.length > 0 && { variables }) }, { signal }),
      );
    } catch (error) {
      context.report.background(error, title);
      refused = whyRefused(error);
      continue;
    }
    // What is remembered for the next time is no part of what was asked for.
    if (offer)
      await keepValues(context.memory, scope, offer, plan.variables).catch((error: unknown) =>
        context.report.background(error, "Keep the values of variables"),
      );
    await started(context, { ...scope, pipeline });
    return;
  }
}

/** A refusal in words. Where no answer came, the pipeline may be there all the same, and a second try would be a second one. */
function whyRefused(error: unknown): ErrorWords {
  const mayRun = l10n.t("The pipeline may have started all the same; look at the list before trying again.");
  return unsureWords(error, mayRun);
}

/**
 * @param keep hears every change at once. The steps go by what was kept, not by the values that the form hands on:
 * those of a step that the person leaves by Back are not among them.
 */
async function askPlan(
  context: PipelinesContext,
  scope: RunTarget,
  title: string,
  initial: Plan,
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
            placeholder: l10n.t("Branch or tag to run on, picked or typed"),
            active: plan.ref ?? here?.branch,
          };
          // Git knows the refs of what is open here, and of no other project.
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
    { from: initial.ref === undefined ? 0 : 1 },
  );
  return answer;
}

/** What the CI file of a ref offers. Where it cannot be read, the form says so, and is otherwise what it is without one. */
async function readOffer(context: PipelinesContext, { instance, project }: ProjectScope, ref: string): Promise<Offer> {
  const none = { ref, variables: [], includes: false };
  const { client } = context.connections.get(instance);
  try {
    const found = await withProgress(l10n.t("Reading the CI file of “{0}”…", plainText(ref, 100)), (signal) =>
      readCiFileText({ client, project, ref, dialect: context.templates.dialect(instance) }, signal),
    );
    if (found.kind !== "found") return none;
    // The parser of YAML is loaded with the first file.
    const { findRunVariables } = await import("../../../core/ciFile/runVariables.ts");
    return { ref, path: found.path, ...findRunVariables(found.text) };
  } catch (error) {
    context.report.background(error, "Reading the CI file");
    return isCancelled(error) ? none : { ...none, unread: describeError(error).message };
  }
}

/** The pipeline exists, so a view that cannot show it is no failure of the command. */
async function started(context: PipelinesContext, ref: PipelineRef): Promise<void> {
  notice(l10n.t("Pipeline #{0} started on “{1}”.", ref.pipeline.id, ref.pipeline.ref));
  announce(context, { instance: ref.instance, project: ref.project, subject: "pipeline", id: ref.pipeline.id });
  try {
    await (await context.view.load())?.reveal(ref);
  } catch (error) {
    context.report.background(error, "Reveal Pipeline");
  }
}
