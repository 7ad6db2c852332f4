/** What pages about a pipeline share. */
import { l10n } from "vscode";
import { duration } from "../ui/age.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { statusStyle } from "../ui/statusStyle.ts";
import { element, type PageElement, styled } from "../webview/element.ts";
import { readKept } from "../webview/messages.ts";
import type { Page, PageKind } from "../webview/pagePanel.ts";
import { capital, icon, own, textOf } from "../webview/parts.ts";
import { type PipelineRef, unreadPipeline } from "./refs.ts";

/** How a page is found again: by its pipeline. */
export const pipelineKey: Pick<PageKind<PipelineRef, Page<PipelineRef>>, "key" | "readKept"> = {
  key: ({ instance, project, pipeline }) => ({
    project: { instance, project, projectId: pipeline.project_id ?? undefined },
    id: pipeline.id,
  }),
  readKept: (given) => {
    const kept = readKept(given, "pipeline");
    if (kept === undefined) return undefined;
    const { number: id, ...scope } = kept;
    return { ...scope, pipeline: unreadPipeline(id) };
  },
};

/**
 * Returns the line below the title: status, duration, branch and commit.
 * @param seconds duration, if it is known
 * @param more words behind the duration
 * @param commit the link to the commit, by its short SHA; without it, the SHA is not a link
 */
export function standingLine(
  { status, ref, sha }: PipelineRef["pipeline"],
  seconds: number | null | undefined,
  tools: readonly (PageElement | false)[],
  {
    language,
    more = [],
    commit,
  }: {
    readonly language: string;
    readonly more?: readonly (string | undefined)[];
    readonly commit?: ((sha: string, short: string) => PageElement) | undefined;
  },
): PageElement {
  const known = textOf(status) !== undefined;
  const id = textOf(sha);
  const short = id?.slice(0, 10) ?? "";
  const took = duration(seconds, language);
  const words = [took === undefined ? undefined : l10n.t("took {0}", took), ...more];
  return element(
    "div",
    { key: "standing", attributes: { class: "standing" } },
    known && icon(statusStyle(status).icon.replace(/~.*/, "")),
    known && element("span", { key: "status" }, capital(statusLabel(status))),
    ...words.map((one) => one !== undefined && styled("span", "quiet", one)),
    textOf(ref) !== undefined && styled("code", "branch", own(textOf(ref) ?? "")),
    id !== undefined && (commit?.(id, short) ?? styled("code", "quiet", short)),
    element("div", { key: "tools", attributes: { class: "tools" } }, ...tools),
  );
}
