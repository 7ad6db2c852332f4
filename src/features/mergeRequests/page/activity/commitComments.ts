import { l10n } from "vscode";
import { shortSha } from "../../../../core/ui/shortSha.ts";
import { element, type PageElement, styled } from "../../../../core/webview/element.ts";
import { moment, own, person } from "../../../../core/webview/parts.ts";
import { button } from "../model.ts";
import type { Drawing } from "./drawing.ts";

/** Returns the comments on commits, for hosts without discussions. */
export function commitComments({ overview, activity, writing }: Drawing): (PageElement | undefined)[] {
  const { commits } = activity;
  const { instance } = overview.ref;
  return [
    styled(
      "p",
      "quiet",
      l10n.t("This host has no discussions on merge requests. The comments on its commits are shown instead."),
    ),
    activity.problem === undefined ? undefined : styled("p", "trouble", activity.problem),
    commits === undefined
      ? activity.problem === undefined
        ? styled("p", "quiet", l10n.t("Loading…"))
        : undefined
      : commits.every(({ comments }) => comments.length === 0)
        ? styled("p", "quiet", l10n.t("No comments yet"))
        : element(
            "ol",
            { key: "timeline", attributes: { class: "timeline" } },
            ...commits
              .filter(({ comments }) => comments.length > 0)
              .map(({ sha, title, comments }) =>
                element(
                  "li",
                  { key: sha },
                  element(
                    "article",
                    { attributes: { class: "thread" } },
                    element("h3", undefined, styled("code", "", shortSha(sha)), " ", own(title)),
                    ...comments.map(({ body, author, created_at: created }) =>
                      element(
                        "article",
                        { attributes: { class: "comment" } },
                        styled(
                          "div",
                          "about",
                          person(author, instance) ?? l10n.t("unknown user"),
                          styled("span", "quiet", moment(created, writing)),
                        ),
                        element("div", { attributes: { class: "text", dir: "auto" } }, ...activity.render(body).nodes),
                      ),
                    ),
                  ),
                ),
              ),
          ),
    button({ do: "openInBrowser" }, l10n.t("Open in Browser"), { icon: "external" }),
  ];
}
