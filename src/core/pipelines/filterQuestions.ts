import { l10n, ThemeIcon } from "vscode";
import type { Context } from "../context.ts";
import { inputText } from "../ui/form.ts";
import { type Choice, pickOne } from "../ui/pick.ts";
import { pickRef } from "../ui/pickRef.ts";
import type { Place } from "../ui/quickInput.ts";
import { statusIcon, statusLabel } from "../ui/statusIcon.ts";
import { knownStatuses, statusLook } from "../ui/statusStyle.ts";
import { type PipelineFilter, pipelineScopes } from "./filter.ts";
import { type PipelineFilterField, isSha, momentOf } from "./filterFields.ts";

/** Sources of the documents; hosts add others, which can be typed. */
const sources = [
  "push",
  "web",
  "api",
  "schedule",
  "trigger",
  "merge_request_event",
  "parent_pipeline",
  "pipeline",
  "chat",
  "external",
  "external_pull_request_event",
  "ondemand_dast_scan",
  "ondemand_dast_validation",
  "security_orchestration_policy",
  "webide",
] as const;

/**
 * Asks for the value of one field of the filter; "" and the default of an order leave the field out.
 * @throws CancelledError, GoBack when it is to stay as it is
 */
export async function askField(
  context: Context,
  filter: PipelineFilter,
  field: Exclude<PipelineFilterField, "yaml_errors">,
  title: string,
): Promise<string> {
  const place: Place = { title, step: 1, total: 1, back: true, draft: undefined };
  const now = filter[field];
  switch (field) {
    case "status":
      return pickText(
        place,
        knownStatuses.map((status) => ({
          label: statusLabel(status),
          description: status,
          iconPath: statusIcon(statusLook(status)),
          value: status,
        })),
        now,
        true,
      );
    case "source":
      return pickText(
        place,
        sources.map((source) => ({ label: source.replaceAll("_", " "), value: source })),
        now,
        true,
      );
    case "scope":
      return pickText(
        place,
        pipelineScopes.map((scope) => ({ label: scopeName(scope), value: scope })),
        now,
      );
    case "order_by":
      return pickOne({
        title,
        place,
        choices: [
          { label: l10n.t("ID (when it was created)"), value: "id" },
          { label: l10n.t("Last update"), value: "updated_at" },
          { label: l10n.t("Status"), value: "status" },
          { label: l10n.t("Branch or tag"), value: "ref" },
          { label: l10n.t("Who started it"), value: "user_id" },
        ],
        active: (value) => value === (now ?? "id"),
      });
    case "sort":
      return pickOne({
        title,
        place,
        choices: [
          { label: l10n.t("Descending"), description: l10n.t("newest first, when ordered by ID"), value: "desc" },
          { label: l10n.t("Ascending"), value: "asc" },
        ],
        active: (value) => value === (now ?? "desc"),
      });
    case "ref":
      return pickRef(context, {
        title,
        place,
        placeholder: l10n.t("Branch or tag, picked or typed"),
        active: now ?? branchOf(context),
      });
    case "sha":
      return inputText({
        title,
        place,
        prompt: l10n.t("Hash of the commit, in full. Leave it empty for any"),
        placeholder: headOf(context),
        value: now ?? "",
        validate: (text) =>
          text.trim() === "" || isSha(text) ? undefined : l10n.t("A hash has only the digits 0–9 and a–f."),
      });
    case "username":
      return inputText({
        title,
        place,
        prompt: l10n.t("Username of who started the pipeline. Leave it empty for any"),
        value: now ?? "",
      });
    case "name":
      return inputText({
        title,
        place,
        prompt: l10n.t("Name of the pipeline. Leave it empty for any"),
        value: now ?? "",
      });
    case "updated_after":
    case "updated_before":
      return askMoment(place, now);
  }
}

async function pickText(
  place: Place,
  choices: readonly Choice<string>[],
  now: string | undefined,
  open = false,
): Promise<string> {
  return pickOne<string>({
    title: place.title,
    place,
    choices: [{ label: l10n.t("Any"), iconPath: new ThemeIcon("circle-outline"), value: "" }, ...choices],
    active: (value) => value === (now ?? ""),
    ...(open && {
      typed: (text: string) =>
        /^\w+$/.test(text.trim()) ? { label: l10n.t("Use “{0}”", text.trim()), value: text.trim() } : undefined,
    }),
  });
}

async function askMoment(place: Place, now: string | undefined): Promise<string> {
  const moment = (text: string): string => momentOf(text, Date.now()) ?? "";
  const typed = await inputText({
    title: place.title,
    place,
    prompt: l10n.t(
      "A date (2026-01-31), date and time (2026-01-31 18:00), or how long ago (90min, 12h, 3d, 2w). Leave it empty for any",
    ),
    value: now ?? "",
    validate: (text) =>
      text.trim() === "" || moment(text) !== ""
        ? undefined
        : l10n.t("This is no date, as 2026-01-31, and no time ago, as 3d."),
  });
  return moment(typed);
}

function scopeName(scope: (typeof pipelineScopes)[number]): string {
  switch (scope) {
    case "running":
      return l10n.t("Running");
    case "pending":
      return l10n.t("Pending");
    case "finished":
      return l10n.t("Finished");
    case "branches":
      return l10n.t("Latest of each branch");
    case "tags":
      return l10n.t("Latest of each tag");
  }
}

function branchOf(context: Context): string | undefined {
  const current = context.current.value;
  return "project" in current ? current.project.branch : undefined;
}

function headOf(context: Context): string | undefined {
  const current = context.current.value;
  return "project" in current ? current.project.head : undefined;
}
