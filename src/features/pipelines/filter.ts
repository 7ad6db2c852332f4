import { l10n, ThemeIcon } from "vscode";
import type { Context } from "../../core/context.ts";
import { filledText } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import type { PipelineFilter } from "../../core/pipelines/filter.ts";
import type { Choice } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import { statusIcon, statusLabel } from "../../core/ui/statusIcon.ts";
import { knownStatuses, statusStyle } from "../../core/ui/statusStyle.ts";
import type { OpenProject } from "../../git/project.ts";

/** Documented sources; hosts have others, which can be typed. */
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

/** Whether a text can be a commit hash or its beginning. */
export const isSha = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text.trim());

const value = (text: string): string => plainText(text, 80);
const spaced = (text: string): string => text.replaceAll("_", " ");
const projectOf = ({ current: { value: current } }: Context): Partial<OpenProject> =>
  "project" in current ? current.project : {};

const anyRow = { label: l10n.t("Any"), iconPath: new ThemeIcon("circle-outline") };

/** A choice where any word can be typed, as hosts may have other values. */
const open = {
  parse: filledText,
  typed: (text: string): Choice<string> | undefined =>
    /^\w+$/.test(text.trim()) ? { label: l10n.t("Use “{0}”", text.trim()), value: text.trim() } : undefined,
};

export const pipelineFilters = new FilterTable<PipelineFilter>(
  "pipelineFilter",
  ({ choice, ref, text, moment, flag }) => [
    {
      title: l10n.t("Show only"),
      fields: [
        choice<string>("status", {
          ...open,
          name: l10n.t("Status"),
          values: ["", ...knownStatuses],
          otherwise: l10n.t("any"),
          words: statusLabel,
          row: (status) =>
            status === ""
              ? anyRow
              : { label: statusLabel(status), description: status, iconPath: statusIcon(statusStyle(status)) },
          summary: (status) => l10n.t("status {0}", statusLabel(status)),
        }),
        choice("scope", {
          name: l10n.t("Scope"),
          values: ["", "running", "pending", "finished", "branches", "tags"],
          otherwise: l10n.t("any"),
          words: spaced,
          row: (scope) =>
            ({
              "": anyRow,
              running: { label: l10n.t("Running") },
              pending: { label: l10n.t("Pending") },
              finished: { label: l10n.t("Finished") },
              branches: { label: l10n.t("Latest of each branch") },
              tags: { label: l10n.t("Latest of each tag") },
            })[scope],
          summary: (scope) =>
            ({
              "": undefined,
              running: l10n.t("running"),
              pending: l10n.t("pending"),
              finished: l10n.t("finished"),
              branches: l10n.t("branches only"),
              tags: l10n.t("tags only"),
            })[scope],
        }),
        ref("ref", {
          name: l10n.t("Branch or Tag"),
          placeholder: l10n.t("Select or enter a branch or tag"),
          active: (context) => projectOf(context).branch,
          shown: spaced,
          summary: (name) => l10n.t("ref {0}", value(name)),
        }),
        text("sha", {
          name: l10n.t("Commit"),
          prompt: l10n.t("Enter the full SHA of the commit. Leave empty for any"),
          placeholder: (context) => projectOf(context).head,
          validate: (typed) =>
            typed.trim() === "" || isSha(typed) ? undefined : l10n.t("Use only the digits 0–9 and a–f."),
          shown: (sha) => sha.slice(0, 12),
          summary: (sha) => l10n.t("commit {0}", shortSha(sha)),
        }),
        choice<string>("source", {
          ...open,
          name: l10n.t("Source"),
          values: ["", ...sources],
          otherwise: l10n.t("any"),
          words: spaced,
          row: (source) => (source === "" ? anyRow : { label: spaced(source) }),
          summary: (source) => l10n.t("source {0}", value(source)),
        }),
        text("username", {
          name: l10n.t("Started By"),
          prompt: l10n.t("Enter the username of who triggered the pipeline. Leave empty for any"),
          shown: spaced,
          summary: (username) => l10n.t("by {0}", value(username)),
        }),
        text("name", {
          name: l10n.t("Name"),
          prompt: l10n.t("Enter the name of the pipeline. Leave empty for any"),
          shown: spaced,
          summary: (name) => l10n.t("name {0}", value(name)),
        }),
        moment("updated_after", {
          name: l10n.t("Updated After"),
          summary: (at) => l10n.t("updated after {0}", value(at)),
        }),
        moment("updated_before", {
          name: l10n.t("Updated Before"),
          summary: (at) => l10n.t("updated before {0}", value(at)),
        }),
        flag("yaml_errors", {
          name: l10n.t("Invalid Configuration Only"),
          summary: () => l10n.t("invalid configuration"),
        }),
      ],
    },
    {
      title: l10n.t("Order"),
      fields: [
        choice("order_by", {
          name: l10n.t("Order By"),
          values: ["id", "updated_at", "status", "ref", "user_id"],
          otherwise: l10n.t("ID"),
          words: spaced,
          row: (order) => ({
            label: {
              id: l10n.t("ID (when it was created)"),
              updated_at: l10n.t("Last update"),
              status: l10n.t("Status"),
              ref: l10n.t("Branch or tag"),
              user_id: l10n.t("User"),
            }[order],
          }),
          summary: (order) => l10n.t("ordered by {0}", spaced(order)),
        }),
        choice("sort", {
          name: l10n.t("Direction"),
          values: ["desc", "asc"],
          words: (sort) => (sort === "asc" ? l10n.t("ascending") : l10n.t("descending")),
          row: (sort) => ({
            label: sort === "asc" ? l10n.t("Ascending") : l10n.t("Descending"),
            ...(sort === "desc" && { description: l10n.t("newest first, when ordered by ID") }),
          }),
          summary: () => l10n.t("oldest or lowest first"),
        }),
      ],
    },
  ],
);
