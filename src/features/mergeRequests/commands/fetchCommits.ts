import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import { pickMergeRequest } from "../../../core/comparisons/actions.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf, type FetchOptions, type LocalClone } from "../../../git/clone.ts";
import { requireGit } from "../../../git/program.ts";

/** Fetches the commits of a merge request into the clone, so that all of its changes can be shown. No branch moves. */
export async function fetchCommits(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = given ?? (await pickMergeRequest(context, l10n.t("Fetch Commits of Merge Request")));
  const { iid } = ref.mergeRequest;
  requireGit();
  const clone = cloneOf(context, ref);
  if (clone?.remote === undefined) {
    throw new UserError(
      l10n.t("No repository in this workspace has a remote for {0}. Clone it and open the clone.", String(ref.project)),
    );
  }
  await withProgress(l10n.t("Fetching the commits of !{0}…", iid), (signal, step) =>
    fetchFrom(clone, ref, { signal, onProgress: (stage, percent) => step(`${stage} ${percent} %`) }),
  );
  announce(context, { instance: ref.instance, project: ref.project, subject: "mergeRequest", iid });
  notice(l10n.t("Fetched the commits of !{0}.", iid));
}

/** Hosts without merge request refs have at least the branch, except a fork's. */
async function fetchFrom(clone: LocalClone, { mergeRequest }: MergeRequestRef, options: FetchOptions): Promise<void> {
  const {
    iid,
    source_branch: source,
    target_branch: target,
    source_project_id: from,
    target_project_id: to,
  } = mergeRequest;
  const heads = (name: string | null | undefined): string[] => (!name ? [] : [`refs/heads/${name}`]);
  const head = `refs/merge-requests/${iid}/head`;
  try {
    await clone.fetch([head, ...heads(target)], options);
  } catch (error) {
    options.signal?.throwIfAborted();
    try {
      if (!source || from !== to || !saysNoRef(error)) throw error;
      await clone.fetch([...heads(source), ...heads(target)], options);
    } catch (again) {
      options.signal?.throwIfAborted();
      const command = `git fetch ${clone.remote ?? "origin"} ${head}`;
      throw new UserError(
        l10n.t(
          "Git could not fetch: {0}. Try “{1}” in the terminal, where Git can ask for a password.",
          wordsOf(again),
          command,
        ),
        { cause: again },
      );
    }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const saysNoRef = (error: unknown): boolean => /remote ref/.test(textOf(error));

/** Returns git's error output without the progress, which is in the same stream. */
function wordsOf(error: unknown): string {
  const lines = textOf(error)
    .split(/[\r\n]+/)
    .flatMap((line) => /^\s*(?:fatal|error): (.*)$/.exec(line)?.[1] ?? []);
  return plainText(lines.length > 0 ? lines.join("; ") : textOf(error), 300).replace(/[.\s]+$/, "");
}
