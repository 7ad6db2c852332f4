import { commands, l10n } from "vscode";
import type { App } from "../app.ts";
import { isCancelled } from "../errors.ts";
import type { PipelineRef } from "../refs.ts";
import { describeError, type ErrorWords } from "../ui/describeError.ts";
import { runForm } from "../ui/form.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { pickRef } from "./gitRefs.ts";
import { send } from "./send.ts";
import type { Variable } from "./variableRules.ts";
import { editVariables } from "./variablesEditor.ts";

interface Plan {
  readonly ref: string | undefined;
  readonly variables: readonly Variable[];
}

/** Asks for a ref and variables and starts a pipeline. Whatever fails, the form comes back as it was, with the reason. */
export async function run(app: App): Promise<void> {
  const { project, connection } = app.current.require();
  const scope = { instance: project.instance, project: project.project };
  let plan: Plan = { ref: undefined, variables: [] };
  let refused: ErrorWords | undefined;
  for (;;) {
    const asked = await askPlan(app, plan, refused, (next) => (plan = next));
    if (asked === "explain") {
      const action = refused?.action;
      refused = undefined;
      if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
      continue;
    }
    const ref = plan.ref ?? "";
    const { variables } = plan;
    try {
      // The account may have been renewed from the form, so the connection is asked for anew.
      const { client } = app.connections.get(connection.instance.url);
      const pipeline = await send(app, l10n.t("Starting a pipeline on “{0}”…", ref), { ...scope, kind: "pipeline" }, (signal) =>
        client.pipelines.create(project.project, { ref, ...(variables.length > 0 && { variables }) }, { signal }),
      );
      await started(app, { ...scope, pipeline });
      return;
    } catch (error) {
      app.report.background(error, "Run Pipeline");
      refused = isCancelled(error) ? undefined : describeError(error);
    }
  }
}

async function askPlan(app: App, initial: Plan, refused: ErrorWords | undefined, keep: (plan: Plan) => Plan): Promise<"confirm" | "explain"> {
  let answer: "confirm" | "explain" = "confirm";
  const current = app.current.value;
  const branch = current.kind === "ready" ? current.project.branch : undefined;
  await runForm<Plan>(
    l10n.t("Run Pipeline"),
    initial,
    [
      {
        ask: async (place, plan) => {
          const ref = await pickRef(app, { title: place.title, place, placeholder: l10n.t("Branch or tag to run on, picked or typed"), active: plan.ref ?? branch });
          return keep({ ...plan, ref });
        },
      },
      {
        ask: async (place, plan) => {
          let next = plan;
          answer = await editVariables({
            place,
            variables: plan.variables,
            changed: (variables) => (next = keep({ ...next, variables })),
            confirm: l10n.t("Run Pipeline on “{0}”", plainText(plan.ref, 100)),
            refused,
          });
          return next;
        },
      },
    ],
    { from: initial.ref === undefined ? 0 : 1 },
  );
  return answer;
}

/** The pipeline exists, so a view that cannot show it is no failure of the command. */
async function started(app: App, ref: PipelineRef): Promise<void> {
  notice(l10n.t("Pipeline #{0} started on “{1}”.", ref.pipeline.id, ref.pipeline.ref));
  app.changes.fire({ instance: ref.instance, project: ref.project, kind: "pipeline", id: ref.pipeline.id });
  try {
    await app.pipelines.reveal(ref);
  } catch (error) {
    app.report.background(error, "Reveal Pipeline");
  }
}
