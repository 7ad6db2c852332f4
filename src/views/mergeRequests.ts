import { l10n } from "vscode";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { MergeRequestRef, WebRef } from "../refs.ts";
import type { Open } from "./contents.ts";
import { type MergeRequestFilter, mergeRequestFilters, mergeRequestQuery } from "./mergeRequestFilter.ts";
import { mergeRequestItem } from "./mergeRequestItem.ts";
import { mergeRequestFilterText } from "./mergeRequestWords.ts";
import { type ListNode, ProjectList } from "./projectList.ts";
import type { ProjectView } from "./projectView.ts";

/** Is a MergeRequestRef and a WebRef, for commands. */
export interface MergeRequestNode extends MergeRequestRef, WebRef {
  readonly kind: "mergeRequest";
  readonly mergeRequest: MergeRequest;
}

export type MergeRequestsContents = ProjectList<MergeRequest, MergeRequestNode, MergeRequestFilter>;
/** The Merge Requests view: the project's, open ones unless a filter says otherwise. */
export type MergeRequestsView = ProjectView<MergeRequestNode | ListNode, MergeRequestsContents>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const openMergeRequests: Open<MergeRequestNode | ListNode, MergeRequestsContents> = ({ instance, project }, { client, session }, frame) =>
  new ProjectList<MergeRequest, MergeRequestNode, MergeRequestFilter>(
    {
      name: "mergeRequests",
      scope: { instance, project },
      filter: mergeRequestFilters,
      filterText: mergeRequestFilterText,
      source: (filter) => (page) => client.mergeRequests.listForProject(project, mergeRequestQuery(filter, session?.user.username), page),
      node: (mergeRequest) => ({ kind: "mergeRequest", instance, project, mergeRequest, webUrl: text(mergeRequest.web_url) }),
      kinds: {
        mergeRequest: {
          id: (node) => `${node.instance} ${node.project}/mergeRequests/${node.mergeRequest.iid}`,
          item: mergeRequestItem,
          // Tooltips are loaded with the first one that is asked for.
          detail: async ({ mergeRequest }, item) =>
            Object.assign(item, { tooltip: (await import("./mergeRequestTooltip.ts")).mergeRequestTooltip(mergeRequest) }),
        },
      },
      note: (filter) => (Object.keys(filter).length > 0 ? l10n.t("No merge request matches the filter") : l10n.t("No open merge requests")),
      read: ([first]) => {
        if (first) frame.learn(first.project_id);
      },
    },
    frame,
  );
