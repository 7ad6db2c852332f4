import nodePath from "node:path";
import { l10n, workspace } from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import { pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { plural } from "../../../../core/ui/plural.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { plannedActions, type PlannedAction, unsupported } from "../actions.ts";
import type { CommitDraft } from "../drafts.ts";
import { examine } from "../examine.ts";
import { unsupportedText } from "../labels.ts";
import type { Reason } from "../reasons.ts";
import { takeSnapshot } from "../snapshot.ts";
import type { Target } from "../target.ts";
import type { TreeChange } from "../treeChanges.ts";
import type { CommitSite } from "./site.ts";

/** A commit to send, or why it cannot be made. */
export interface CommitPlan {
  readonly base: string;
  readonly target: Target;
  readonly changes: readonly TreeChange[];
  readonly actions: readonly PlannedAction[];
  /** Parent commit. */
  readonly tip?: string;
  readonly reason?: Reason;
  /** Total size of the contents, in bytes. */
  readonly size: number;
  /** Files too large to be shown as a diff. */
  readonly large: readonly string[];
}

/**
 * Records the chosen files in their current state and compares them with the host.
 * @throws UserError when a file cannot be sent; CancelledError; ApiError
 */
export async function planCommit(site: CommitSite, base: string, { files, target }: CommitDraft): Promise<CommitPlan> {
  if (target === undefined) throw new UserError(l10n.t("No branch is selected."));
  await saveOpenFiles(site.git.root, files);
  const comparing = plural(files.length, (shown) => ({
    one: l10n.t("Comparing {0} file with the host…", shown),
    other: l10n.t("Comparing {0} files with the host…", shown),
  }));
  return withProgress(comparing, async (signal) => {
    const snapshot = await takeSnapshot(site.git, base, files, signal);
    try {
      for (const change of snapshot.changes) {
        const why = unsupported(change);
        if (why !== undefined) throw new UserError(unsupportedText(change.path, why));
      }
      const contents = new Map<string, Buffer>();
      for (const { status, before, after } of snapshot.changes) {
        if (after !== undefined && after.blob !== before?.blob && status !== "deleted")
          contents.set(after.blob, await snapshot.content(after.blob, signal));
      }
      // A move that conflicts with another is sent as a new file, which needs its content.
      const moved = snapshot.changes.filter(
        ({ status, after }) => status === "renamed" && after !== undefined && !contents.has(after.blob),
      );
      for (const { after } of moved) if (after) contents.set(after.blob, await snapshot.content(after.blob, signal));
      const planned = plannedActions(snapshot.changes, (blob) => {
        const bytes = contents.get(blob);
        // Content that was not read must never become an empty file on the host.
        if (bytes === undefined) throw new Error(`The content of ${blob} was not read`);
        return bytes;
      });
      const examined = await examine(site.client(), site.scope.project, target, planned, signal);
      const size = examined.actions.reduce(
        (sum, { action }) =>
          sum +
          ("content" in action && action.content !== undefined
            ? Buffer.byteLength(action.content, action.encoding === "base64" ? "base64" : "utf8")
            : 0),
        0,
      );
      const large = snapshot.changes
        .filter(({ after }) => after !== undefined && (contents.get(after.blob)?.length ?? 0) > largestShown)
        .map(({ path }) => path);
      return { base, target, changes: snapshot.changes, size, large, ...examined };
    } finally {
      await snapshot.dispose();
    }
  });
}

/** Largest file to compare in an editor, which is slow beyond that, in bytes. */
const largestShown = 5 * 1024 * 1024;

/** Offers to save the chosen files, as unsaved changes are not sent. */
async function saveOpenFiles(root: string, files: readonly string[]): Promise<void> {
  const chosen = new Set(files);
  const unsaved = workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === "file" && chosen.has(relative(root, uri.fsPath)),
  );
  if (unsaved.length === 0) return;
  const save = await pickOne<boolean>({
    title: l10n.t("Commit Files"),
    placeholder: l10n.t(
      "{0} of the selected files are not saved: {1}",
      unsaved.length,
      plainText(unsaved.map(({ uri }) => relative(root, uri.fsPath)).join(", "), 100),
    ),
    choices: [
      { label: l10n.t("Save and Continue"), value: true },
      { label: l10n.t("Continue Without Saving"), value: false },
    ],
  });
  if (save) for (const document of unsaved) await document.save();
}

/** Returns the path in the repository, with slashes. */
const relative = (root: string, file: string): string => nodePath.relative(root, file).split(nodePath.sep).join("/");
