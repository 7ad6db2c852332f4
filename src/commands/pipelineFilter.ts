import { env, l10n, ThemeIcon } from "vscode";
import type { App } from "../app.ts";
import { isCancelled } from "../errors.ts";
import { dateTime } from "../ui/age.ts";
import { pickOne, type Row, separator } from "../ui/pick.ts";
import { plainText } from "../ui/plainText.ts";
import { GoBack } from "../ui/quickInput.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { isUnfiltered, type PipelineFilter } from "../views/pipelineFilter.ts";
import { askField } from "./filterQuestions.ts";
import { type FilterField, withField } from "./filterFields.ts";

type Answer = { readonly set: FilterField } | { readonly clear: FilterField } | "clearAll";

/** A menu of what the list can be narrowed to. Each change shows in the view at once; the menu stays until it is closed. */
export async function filter(app: App): Promise<void> {
  app.current.require();
  const pipelines = await app.pipelines.load();
  let last: FilterField | undefined;
  for (;;) {
    const current = pipelines?.filter ?? {};
    const answer = await pickOne<Answer>({
      title: l10n.t("Filter Pipelines"),
      placeholder: isUnfiltered(current) ? l10n.t("Choose what to narrow the list to") : l10n.t("The list is narrowed. Close this to keep it so"),
      choices: rows(current),
      active: (value) => typeof value === "object" && "set" in value && value.set === last,
    });
    if (answer === "clearAll") {
      await pipelines?.setFilter({});
      continue;
    }
    last = "set" in answer ? answer.set : answer.clear;
    const next = "set" in answer ? await changed(app, current, answer.set) : withField(current, answer.clear, undefined);
    if (next) await pipelines?.setFilter(next);
  }
}

export async function clearFilter(app: App): Promise<void> {
  await (await app.pipelines.load())?.setFilter({});
}

/** The filter after a question about one field; undefined when it was left without an answer. */
async function changed(app: App, current: PipelineFilter, field: FilterField): Promise<PipelineFilter | undefined> {
  if (field === "yaml_errors") return withField(current, field, current.yaml_errors !== true);
  try {
    return withField(current, field, await askField(app, current, field, fieldNames()[field]));
  } catch (error) {
    if (error instanceof GoBack || isCancelled(error)) return undefined;
    throw error;
  }
}

function rows(current: PipelineFilter): Row<Answer>[] {
  const names = fieldNames();
  const row = (field: FilterField): Row<Answer> => {
    const value = shown(current, field);
    return {
      label: names[field],
      description: value === undefined ? defaults()[field] : plainText(value, 80),
      iconPath: new ThemeIcon(value === undefined ? "circle-outline" : "circle-filled"),
      buttons: value === undefined ? [] : [{ iconPath: new ThemeIcon("close"), tooltip: l10n.t("Clear"), value: { clear: field } }],
      value: { set: field },
    };
  };
  return [
    ...(isUnfiltered(current) ? [] : [{ label: l10n.t("Clear All"), iconPath: new ThemeIcon("clear-all"), value: "clearAll" } as const]),
    separator(l10n.t("Show only")),
    ...(["status", "scope", "ref", "sha", "source", "username", "name", "updated_after", "updated_before", "yaml_errors"] as const).map(row),
    separator(l10n.t("Order")),
    ...(["order_by", "sort"] as const).map(row),
  ];
}

const fieldNames = (): Record<FilterField, string> => ({
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

const defaults = (): Record<FilterField, string> => {
  const any = l10n.t("any");
  return {
    ...{ status: any, scope: any, ref: any, sha: any, source: any, username: any, name: any, updated_after: any, updated_before: any },
    yaml_errors: l10n.t("no"),
    order_by: l10n.t("ID"),
    sort: l10n.t("descending"),
  };
};

function shown(filter: PipelineFilter, field: FilterField): string | undefined {
  const value = filter[field];
  if (value === undefined || value === false) return undefined;
  if (value === true) return l10n.t("yes");
  if (field === "status") return statusLabel(value);
  if (field === "updated_after" || field === "updated_before") return dateTime(value, env.language) ?? value;
  if (field === "sha") return value.slice(0, 12);
  return value === "asc" ? l10n.t("ascending") : value.replaceAll("_", " ");
}
