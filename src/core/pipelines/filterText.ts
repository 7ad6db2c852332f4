import { l10n } from "vscode";
import { plainText } from "../ui/plainText.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import type { PipelineFilter } from "./filter.ts";

/** The active filter in words, for the view's message; undefined when there is none. */
export function filterText(filter: PipelineFilter): string | undefined {
  const value = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : plainText(text, 80);
  const scopes = {
    running: l10n.t("running"),
    pending: l10n.t("pending"),
    finished: l10n.t("finished"),
    branches: l10n.t("branches only"),
    tags: l10n.t("tags only"),
  };
  const parts = [
    filter.status && l10n.t("status {0}", statusLabel(filter.status)),
    filter.scope && scopes[filter.scope],
    filter.ref && l10n.t("ref {0}", value(filter.ref) ?? ""),
    filter.sha && l10n.t("commit {0}", filter.sha.slice(0, 8)),
    filter.source && l10n.t("source {0}", value(filter.source) ?? ""),
    filter.username && l10n.t("by {0}", value(filter.username) ?? ""),
    filter.name && l10n.t("name {0}", value(filter.name) ?? ""),
    filter.updated_after && l10n.t("updated after {0}", value(filter.updated_after) ?? ""),
    filter.updated_before && l10n.t("updated before {0}", value(filter.updated_before) ?? ""),
    filter.yaml_errors === true && l10n.t("invalid configuration"),
    filter.order_by && l10n.t("ordered by {0}", filter.order_by.replaceAll("_", " ")),
    filter.sort === "asc" && l10n.t("oldest or lowest first"),
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : l10n.t("Filter: {0}", parts.join(", "));
}
