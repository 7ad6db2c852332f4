import { commands, l10n } from "vscode";
import { ApiError } from "../api/errors.ts";
import type { PipelineDetails } from "../api/resources/pipelines.ts";
import type { App } from "../app.ts";
import { isCancelled } from "../errors.ts";
import type { PipelineRef } from "../refs.ts";
import { describeError, type ErrorWords } from "../ui/describeError.ts";
import { runForm } from "../ui/form.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { pickRef } from "./gitRefs.ts";
import { announce, send } from "./send.ts";
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
    const asked = await askPlan(app, plan, refused, (next) => {
      plan = next;
    });
    if (asked === "explain") {
      const action = refused?.action;
      refused = undefined;
      if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
      continue;
    }
    const ref = plan.ref ?? "";
    const { variables } = plan;
    let pipeline: PipelineDetails;
    try {
      // The account may have been renewed from the form, so the connection is asked for anew.
      const { client } = app.connections.get(connection.instance.url);
      pipeline = await send(app, l10n.t("Starting a pipeline on “{0}”…", ref), { ...scope, subject: "pipeline" }, (signal) =>
        client.pipelines.create(project.project, { ref, ...(variables.length > 0 && { variables }) }, { signal }),
      );
    } catch (error) {
      app.report.background(error, "Run Pipeline");
      refused = whyRefused(error);
      continue;
    }
    await started(app, { ...scope, pipeline });
    return;
  }
}

const unsure: ReadonlySet<string> = new Set(["timeout", "network", "server", "invalidResponse"]);

/** A refusal in words. Where no answer came, the pipeline may be there all the same, and a second try would be a second one. */
function whyRefused(error: unknown): ErrorWords {
  const mayRun = l10n.t("The pipeline may have started all the same; look at the list before trying again.");
  if (isCancelled(error)) return { message: mayRun };
  const words = describeError(error);
  return error instanceof ApiError && unsure.has(error.kind) ? { ...words, message: `${words.message} ${mayRun}` } : words;
}

/**
 * @param keep hears every change at once. The steps go by what was kept, not by the values that the form hands on:
 * those of a step that the person leaves by Back are not among them.
 */
async function askPlan(app: App, initial: Plan, refused: ErrorWords | undefined, keep: (plan: Plan) => void): Promise<"confirm" | "explain"> {
  let answer: "confirm" | "explain" = "confirm";
  let plan = initial;
  const change = (part: Partial<Plan>): Plan => {
    plan = { ...plan, ...part };
    keep(plan);
    return plan;
  };
  const current = app.current.value;
  const branch = current.kind === "ready" ? current.project.branch : undefined;
  await runForm<Plan>(
    l10n.t("Run Pipeline"),
    initial,
    [
      {
        ask: async (place) =>
          change({
            ref: await pickRef(app, { title: place.title, place, placeholder: l10n.t("Branch or tag to run on, picked or typed"), active: plan.ref ?? branch }),
          }),
      },
      {
        ask: async (place) => {
          answer = await editVariables({
            place,
            variables: plan.variables,
            changed: (variables) => void change({ variables }),
            confirm: l10n.t("Run Pipeline on “{0}”", plainText(plan.ref, 100)),
            refused,
          });
          return plan;
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
  announce(app, { instance: ref.instance, project: ref.project, subject: "pipeline", id: ref.pipeline.id });
  try {
    await (await app.pipelines.load())?.reveal(ref);
  } catch (error) {
    app.report.background(error, "Reveal Pipeline");
  }
}
