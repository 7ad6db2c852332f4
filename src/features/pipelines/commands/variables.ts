import { env, l10n, ThemeIcon, ViewColumn } from "vscode";
import type { AllItems } from "../../../api/pages.ts";
import type { PipelineVariable } from "../../../api/resources/pipelines.ts";
import type { Context } from "../../../core/context.ts";
import { pickPipeline, pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { variablesText } from "../../../core/pipelines/variableRules.ts";
import { notice } from "../../../core/ui/notice.ts";
import { partialText } from "../../../core/ui/partialList.ts";
import { partialRows, pickOne, type Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";

type Answer = PipelineVariable | "values" | "document";

/** Lists a pipeline's variables. Values are hidden at first, because they may be secrets. */
export async function showVariables(context: Context, given?: PipelineRef): Promise<void> {
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Show Pipeline Variables"),
    placeholder: l10n.t("Select a pipeline to show its variables"),
  });
  const { client } = context.connections.get(ref.instance);
  const list = await withProgress(l10n.t("Loading variables of {0}…", pipelineName(ref)), (signal) =>
    client.pipelines.variables(ref.project, ref.pipeline.id, { signal }).all({ signal }),
  );
  const { items } = list;
  if (items.length === 0 && !list.capped) {
    notice(l10n.t("Pipeline #{0} has no variables.", ref.pipeline.id));
    return;
  }
  let shown = false;
  for (;;) {
    const answer = await pickOne<Answer>({
      title: l10n.t("Variables of Pipeline #{0}", ref.pipeline.id),
      placeholder: l10n.t("Select a variable to copy its value"),
      choices: rows(list, shown),
      buttons: [
        shown
          ? { iconPath: new ThemeIcon("eye-closed"), tooltip: l10n.t("Hide Values"), value: "values" }
          : { iconPath: new ThemeIcon("eye"), tooltip: l10n.t("Show Values"), value: "values" },
        { iconPath: new ThemeIcon("open-preview"), tooltip: l10n.t("Open in Editor"), value: "document" },
      ],
    });
    if (answer === "values") {
      shown = !shown;
      continue;
    }
    if (answer === "document") {
      await context.texts.show(l10n.t("Variables of pipeline {0}", ref.pipeline.id) + ".env", documentText(list), {
        viewColumn: ViewColumn.Active,
      });
      return;
    }
    await env.clipboard.writeText(answer.value);
    notice(l10n.t("Copied the value of {0}.", answer.key));
    return;
  }
}

const hidden = "••••••••";

const documentText = ({ items, capped }: AllItems<PipelineVariable>): string =>
  (capped ? `# ${partialText(items.length)}\n` : "") + variablesText(items);

function rows(list: AllItems<PipelineVariable>, shown: boolean): Row<Answer>[] {
  return [
    ...list.items.map((variable) => ({
      label: plainText(variable.key, 120),
      description: variable.variable_type === "file" ? l10n.t("file") : "",
      detail: shown ? plainText(variable.value, 200) || l10n.t("(empty)") : hidden,
      iconPath: new ThemeIcon(variable.variable_type === "file" ? "file" : "symbol-variable"),
      value: variable,
    })),
    ...partialRows(list),
    {
      label: shown ? l10n.t("Hide Values") : l10n.t("Show Values"),
      iconPath: new ThemeIcon(shown ? "eye-closed" : "eye"),
      value: "values",
    },
    { label: l10n.t("Open in Editor"), iconPath: new ThemeIcon("open-preview"), value: "document" },
  ];
}
