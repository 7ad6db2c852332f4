import { l10n } from "vscode";
import type { Diagnosis } from "../../core/diagnosis/diagnosis.ts";
import type { Suspects } from "../../core/diagnosis/history.ts";
import { plural } from "../../core/ui/plural.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import { statusLabel } from "../../core/ui/statusIcon.ts";
import { statusStyle } from "../../core/ui/statusStyle.ts";
import { element, type PageElement, styled } from "../../core/webview/element.ts";
import { icon, moment, own, section, textOf } from "../../core/webview/parts.ts";
import type { FailureDrawing } from "./failure.ts";

/** Returns since when the branch is red, and who changed what since. */
export function sinceSection(
  { since, suspects, pipeline }: Diagnosis,
  { scope, targets, writing }: FailureDrawing,
): PageElement | undefined {
  if (since === undefined || pipeline === undefined) return undefined;
  const { lastGreen, firstRed, redCount, read } = since;
  return section(
    "since",
    l10n.t("Since when"),
    element(
      "p",
      { key: "since" },
      firstRed.id === pipeline.id
        ? l10n.t("First failed pipeline of {0},", textOf(pipeline.ref) ?? "")
        : plural(
            redCount,
            (shown) => ({
              one: l10n.t("{0} failed pipeline in a row, since ", shown),
              other: l10n.t("{0} failed pipelines in a row, since ", shown),
            }),
            writing.language,
          ),
      firstRed.id !== pipeline.id &&
        targets.button(`pipeline-${firstRed.id}`, { kind: "diagnosis", scope, pipeline: firstRed }, `#${firstRed.id}`),
      " ",
      moment(firstRed.created_at, writing),
    ),
    lastGreen
      ? element(
          "p",
          { key: "green" },
          l10n.t("Last passed: "),
          targets.button(`pipeline-${lastGreen.id}`, { kind: "pipeline", pipeline: lastGreen }, `#${lastGreen.id}`),
          " ",
          moment(lastGreen.created_at, writing),
        )
      : element("p", { key: "green", attributes: { class: "quiet" } }, noGreenWords(read, writing.language)),
    suspects &&
      suspects.mergeRequests.length > 0 &&
      element(
        "ul",
        { key: "mergeRequests", attributes: { "aria-label": l10n.t("Merge requests merged in between") } },
        ...suspects.mergeRequests.map((mergeRequest) =>
          element(
            "li",
            { key: `merge request ${mergeRequest.iid}` },
            icon("merge"),
            targets.button(
              `mergeRequest-${mergeRequest.iid}`,
              { kind: "mergeRequest", mergeRequest },
              `!${mergeRequest.iid} ${textOf(mergeRequest.title) ?? ""}`,
            ),
            " ",
            styled("span", "quiet", own(textOf(mergeRequest.author?.name) ?? "")),
          ),
        ),
      ),
    suspects &&
      suspects.commits.length > 0 &&
      element(
        "p",
        { key: "between", attributes: { class: "quiet" } },
        suspects.since === "green"
          ? l10n.t("Commits between the last passed and the first failed pipeline:")
          : l10n.t("Commits that are not in the target branch:"),
      ),
    suspects && suspects.commits.length > 0 && commitList(suspects, { targets, writing }),
  );
}

function noGreenWords(read: number, language: string): string {
  return read === 0
    ? l10n.t("The branch has no earlier pipeline.")
    : plural(
        read,
        (shown) => ({
          one: l10n.t("The {0} earlier pipeline did not pass.", shown),
          other: l10n.t("None of the {0} earlier pipelines passed.", shown),
        }),
        language,
      );
}

function commitList(
  { commits, isCut }: Suspects,
  { targets, writing }: Pick<FailureDrawing, "targets" | "writing">,
): PageElement {
  return element(
    "ul",
    { key: "commits", attributes: { "aria-label": l10n.t("Commits") } },
    ...commits.map((commit) =>
      element(
        "li",
        { key: `commit ${commit.id}` },
        targets.button(`commit-${commit.id}`, { kind: "commit", commit }, shortSha(commit.id)),
        " ",
        own(textOf(commit.title) ?? ""),
        " ",
        styled("span", "quiet", own(textOf(commit.author_name) ?? ""), " ", moment(commit.committed_date, writing)),
      ),
    ),
    isCut && styled("li", "quiet", l10n.t("and more commits")),
  );
}

/** Returns how the branch that the changes go to is doing. */
export function targetSection({ target }: Diagnosis, { targets, writing }: FailureDrawing): PageElement | undefined {
  if (!target) return undefined;
  const { ref, pipeline } = target;
  return section(
    "target",
    l10n.t("Target branch"),
    element(
      "p",
      undefined,
      styled("code", "branch", own(ref)),
      " ",
      ...(pipeline
        ? [
            icon(statusStyle(pipeline.status).icon.replace(/~.*/, "")),
            " ",
            targets.button(
              `pipeline-${pipeline.id}`,
              { kind: "pipeline", pipeline },
              l10n.t("Pipeline #{0}", pipeline.id),
            ),
            " ",
            statusLabel(pipeline.status),
            " ",
            moment(pipeline.created_at, writing) ?? "",
          ]
        : [styled("span", "quiet", l10n.t("No finished pipeline"))]),
    ),
  );
}
