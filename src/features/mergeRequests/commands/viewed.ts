/** Marking changed files of merge requests as viewed, from their rows and from their diffs. */
import { l10n, type Uri, window } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { type ArgumentParser, isObject, isUri } from "../../../core/commands/arguments.ts";
import { changesOfMergeRequest } from "../../../core/comparisons/changes.ts";
import type { Changes, FileChange } from "../../../core/comparisons/comparison.ts";
import type { ChangedFileNode, ChangedFolderNode } from "../../../core/mergeRequests/nodes.ts";
import { isMergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { type MergeRequestPlace, placeOf, refOf } from "../../../core/mergeRequests/review/place.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import { shownFile } from "../tracking/shownFile.ts";
import { filesIn } from "../tracking/trackedRows.ts";

/** A row below a merge request: a changed file, or a folder of them. */
type TrackedRow = (ChangedFileNode | ChangedFolderNode) & {
  readonly mergeRequest: NonNullable<ChangedFileNode["mergeRequest"]>;
};

const isTrackedRow = (value: unknown): value is TrackedRow =>
  isMergeRequestRef(value) &&
  "changes" in value &&
  isObject(value.changes) &&
  "kind" in value &&
  (value.kind === "changedFile" || value.kind === "changedFolder");

/** Parses the row of a changed file or folder, or the address of a diff's document. */
export const trackedArgs: ArgumentParser<[file?: TrackedRow | Uri]> = ([value]) =>
  isTrackedRow(value) || isUri(value) ? [value] : [];

export const markViewed = (context: MergeRequestsContext, given?: TrackedRow | Uri): Promise<void> =>
  mark(context, given, true);

export const markNotViewed = (context: MergeRequestsContext, given?: TrackedRow | Uri): Promise<void> =>
  mark(context, given, false);

async function mark(
  context: MergeRequestsContext,
  given: TrackedRow | Uri | undefined,
  viewed: boolean,
): Promise<void> {
  const files = await filesOf(context, given);
  const { viewed: kept } = await context.tracking();
  if (!kept.isKept(files.place)) throw new UserError(l10n.t("Sign in to mark files as viewed."));
  await kept.mark(files.place, files.changes, files.files, viewed);
}

interface Files {
  readonly place: MergeRequestPlace;
  readonly changes: Changes;
  readonly files: readonly FileChange[];
}

/** @throws UserError if no current diff of a merge request is given or shown */
async function filesOf(context: MergeRequestsContext, given: TrackedRow | Uri | undefined): Promise<Files> {
  if (given && "changes" in given) {
    const files = given.kind === "changedFile" ? [given.file] : filesIn(given.folder);
    return { place: placeOf(given), changes: given.changes, files };
  }
  const shown = shownFile(given ?? window.activeTextEditor?.document.uri);
  if (!shown)
    throw new UserError(l10n.t("Open the diff of a merge request's file first, or use the checkbox of its row."), {
      action: { title: l10n.t("Open All Changed Files"), command: "forgeline.changes.openAll" },
    });
  const { place, ends, path } = shown;
  const { viewed } = await context.tracking();
  const ref = refOf(place);
  const changes =
    viewed.latest(place, ends) ??
    (await withProgress(l10n.t("Loading changes of !{0}…", place.iid), (signal) =>
      changesOfMergeRequest(context, ref, signal),
    ));
  const { base, head } = changes.comparison;
  const file = changes.files.find((one) => one.path === path);
  if (!file || base !== ends.base || head !== ends.head)
    throw new UserError(
      l10n.t(
        "The merge request has changed since this diff was opened. Open the changes again to see the current ones.",
      ),
      { action: { title: l10n.t("Open All Changed Files"), command: "forgeline.changes.openAll", args: [ref] } },
    );
  return { place, changes, files: [file] };
}
