import { env, l10n } from "vscode";
import type { PipelineFilter } from "../../../core/pipelines/filter.ts";
import { type PipelineFilterField as Field, withField } from "../../../core/pipelines/filterFields.ts";
import { askField } from "../../../core/pipelines/filterQuestions.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { PipelinesContext } from "../context.ts";

const narrowing = [
  "status",
  "scope",
  "ref",
  "sha",
  "source",
  "username",
  "name",
  "updated_after",
  "updated_before",
  "yaml_errors",
] as const;
const ordering = ["order_by", "sort"] as const;

/** A menu of what the Pipelines view can be narrowed to. */
export async function filter(context: PipelinesContext): Promise<void> {
  context.current.require();
  const pipelines = await context.view.load();
  const names = fieldNames();
  const otherwise = defaults();
  const field = (name: Field): FilterField<PipelineFilter> => ({
    name: names[name],
    otherwise: otherwise[name],
    shown: (current) => shown(current, name),
    change: async (current) =>
      withField(
        current,
        name,
        name === "yaml_errors" ? current.yaml_errors !== true : await askField(context, current, name, names[name]),
      ),
    clear: (current) => withField(current, name, undefined),
  });
  await filterMenu<PipelineFilter>({
    title: l10n.t("Filter Pipelines"),
    current: () => pipelines?.filter ?? {},
    set: async (next) => pipelines?.setFilter(next),
    none: {},
    groups: [
      { title: l10n.t("Show only"), fields: narrowing.map(field) },
      { title: l10n.t("Order"), fields: ordering.map(field) },
    ],
  });
}

export async function clearFilter(context: PipelinesContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

const fieldNames = (): Record<Field, string> => ({
  status: l10n.t("Status"),
  scope: l10n.t("Scope"),
  ref: l10n.t("Branch or Tag"),
  sha: l10n.t("Commit"),
  source: l10n.t("Source"),
  username: l10n.t("Started By"),
  name: l10n.t("Name"),
  updated_after: l10n.t("Updated After"),
  updated_before: l10n.t("Updated Before"),
  yaml_errors: l10n.t("Invalid Configuration Only"),
  order_by: l10n.t("Order By"),
  sort: l10n.t("Direction"),
});

const defaults = (): Record<Field, string> => {
  const any = l10n.t("any");
  return {
    ...{
      status: any,
      scope: any,
      ref: any,
      sha: any,
      source: any,
      username: any,
      name: any,
      updated_after: any,
      updated_before: any,
    },
    yaml_errors: l10n.t("no"),
    order_by: l10n.t("ID"),
    sort: l10n.t("descending"),
  };
};

function shown(filter: PipelineFilter, field: Field): string | undefined {
  const value = filter[field];
  if (value === undefined || value === false) return undefined;
  if (value === true) return l10n.t("yes");
  if (field === "status") return statusLabel(value);
  if (field === "updated_after" || field === "updated_before") return dateTime(value, env.language) ?? value;
  if (field === "sha") return value.slice(0, 12);
  return value === "asc" ? l10n.t("ascending") : value.replaceAll("_", " ");
}
