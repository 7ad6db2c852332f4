import { env, l10n, ThemeColor, ThemeIcon } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import { stateLabel } from "../../../core/mergeRequests/labels.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { styleIcons, mergeRequestStyle } from "../../../core/mergeRequests/style.ts";
import { age } from "../../../core/ui/age.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";

export interface AskMergeRequestOptions {
  readonly title: string;
  readonly placeholder: string;
  /** State to list; open by default. */
  readonly state?: "opened" | "closed" | "merged" | "all";
  /** Filters rows; a typed number is not checked. */
  readonly applies?: (mergeRequest: MergeRequest) => boolean;
}

const perPage = 50;

/** Returns the merge request for a command: the given one, or one of the current project that the user picks or types. */
export async function pickMergeRequest(
  context: Context,
  given: MergeRequestRef | undefined,
  options: AskMergeRequestOptions,
): Promise<MergeRequestRef> {
  if (given) return given;
  const { project, connection } = context.current.require();
  const { applies = () => true, state = "opened" } = options;
  const scope = { instance: project.instance, project: project.project };
  const chosen = await pickPaged<MergeRequest, MergeRequest | number>({
    title: options.title,
    placeholder: options.placeholder,
    load: (signal) =>
      connection.client.mergeRequests.listForProject(project.project, { state, scope: "all" }, { perPage, signal }),
    toChoice: (mergeRequest) => (applies(mergeRequest) ? row(mergeRequest) : undefined),
    typed: typedNumber,
    empty: l10n.t("No matching merge requests"),
  });
  if (typeof chosen !== "number") return { ...scope, mergeRequest: chosen };
  const sought = { ...scope, mergeRequest: { iid: chosen, title: "", state: "", web_url: "" } };
  return {
    ...scope,
    mergeRequest: await withProgress(l10n.t("Looking for merge request !{0}…", chosen), (signal) =>
      readMergeRequest(context, sought, signal),
    ),
  };
}

/** Returns the name of a merge request for titles and messages. */
export const mergeRequestName = ({ mergeRequest: { iid, title } }: MergeRequestRef): string =>
  title === "" ? l10n.t("merge request !{0}", iid) : l10n.t("merge request !{0} “{1}”", iid, plainText(title, 60));

/** Returns the change that a write announces. */
export const mergeRequestChange = ({ instance, project, mergeRequest: { iid } }: MergeRequestRef): Change => ({
  instance,
  project,
  subject: "mergeRequest",
  iid,
});

/** Reads the merge request with progress. */
export const readNow = (context: Context, ref: MergeRequestRef): Promise<MergeRequest> =>
  withProgress(l10n.t("Loading merge request !{0}…", ref.mergeRequest.iid), (signal) =>
    readMergeRequest(context, ref, signal),
  );

function typedNumber(text: string): Choice<number> | undefined {
  const iid = Number(/^!?(\d+)$/.exec(text.trim())?.[1]);
  return iid > 0 && Number.isSafeInteger(iid)
    ? { label: l10n.t("Merge Request !{0}", iid), exact: true, value: iid }
    : undefined;
}

function row(mergeRequest: MergeRequest): Choice<MergeRequest> {
  const { iid, title, source_branch: source, target_branch: target, state, author, created_at: created } = mergeRequest;
  const [icon, color] = styleIcons[mergeRequestStyle(mergeRequest)];
  const detail = [stateLabel(state), author?.username, age(created, Date.now(), env.language)].filter(
    (part) => part !== undefined && part !== "",
  );
  return {
    label: plainText(`!${iid} ${title}`, 120),
    description: plainText([source, target].filter(Boolean).join(" → "), 120),
    detail: plainText(detail.join(" · "), 200),
    iconPath: new ThemeIcon(icon, new ThemeColor(color)),
    value: mergeRequest,
  };
}
