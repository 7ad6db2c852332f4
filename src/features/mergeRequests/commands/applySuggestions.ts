import { l10n } from "vscode";
import { CancelledError } from "../../../core/base/errors.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { type MergeRequestPlace, placeOf } from "../../../core/mergeRequests/review/place.ts";
import { applySuggestions as send } from "../../../core/mergeRequests/review/write.ts";
import { submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickMany } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
import type { MergeRequestsContext } from "../context.ts";
import type { NoteComment } from "../review/shownNote.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";
import { choice, type NoteRef, notAppliable, ofNote, placeOfNote, type Suggested, suggestionsOf } from "./suggested.ts";
import { noThreadError } from "./threads.ts";

/** Applies the suggestions of a comment to the source branch. */
export async function applySuggestion(context: MergeRequestsContext, given?: NoteComment | NoteRef): Promise<void> {
  if (!given) throw noThreadError();
  const place = placeOfNote(given);
  const here = ofNote(await suggestionsOf(context, place), given);
  if (here.length === 0) throw notAppliable(place);
  await commitAll(context, place, await pick(l10n.t("Apply Suggestion"), here));
}

/** Applies several suggestions of a merge request as one commit. */
export async function applySuggestions(context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> {
  const place = placeOf(
    await pickMergeRequest(context, given, {
      title: l10n.t("Apply Suggestions"),
      placeholder: l10n.t("Select a merge request to apply suggestions to"),
    }),
  );
  const all = await suggestionsOf(context, place);
  if (all.length === 0) throw notAppliable(place);
  await commitAll(context, place, await pick(l10n.t("Apply Suggestions"), all));
}

/** Asks for a commit message and applies the suggestions. */
async function commitAll(
  context: MergeRequestsContext,
  place: MergeRequestPlace,
  chosen: readonly Suggested[],
): Promise<void> {
  const { instance, project, iid } = place;
  const paths = new Set(chosen.map(({ path }) => path));
  const [first] = paths;
  const where = paths.size === 1 ? plainText(first, 100) : l10n.t("{0} files", paths.size);
  const counted = plural(chosen.length, (shown) => ({
    one: l10n.t("Apply {0} suggestion to {1}", shown, where),
    other: l10n.t("Apply {0} suggestions to {1}", shown, where),
  }));
  await submitText(
    {
      title: counted,
      prompt: l10n.t(
        "Commit message, one commit on the source branch of !{0}. Leave it empty for the host's own.",
        iid,
      ),
      placeholder: l10n.t("Commit message"),
      sending: l10n.t("Applying suggestions…"),
      writes: true,
      failed: (error) => context.report.background(error, "Apply suggestions"),
    },
    async (text, signal) => {
      try {
        await send(
          context,
          place,
          chosen.map(({ suggestion }) => suggestion.id),
          text.trim() === "" ? undefined : text,
          { within: signal },
        );
      } catch (error) {
        throw refusalOf(error, {
          forbidden: () =>
            l10n.t("You cannot push to the source branch of !{0}, so you cannot apply suggestions.", iid),
          notFound: () => l10n.t("The suggestion was deleted."),
        });
      }
    },
  );
  announce(context, { instance, project, subject: "commit" });
  announce(context, { instance, project, subject: "pipeline" });
  notice(
    plural(chosen.length, (shown) => ({
      one: l10n.t("Applied {0} suggestion to !{1}.", shown, iid),
      other: l10n.t("Applied {0} suggestions to !{1}.", shown, iid),
    })),
  );
}

/** Returns the suggestions that the user selects; the only one without asking. */
async function pick(title: string, all: readonly Suggested[]): Promise<readonly Suggested[]> {
  if (all.length === 1) return all;
  const chosen = await pickMany<Suggested>({
    title,
    placeholder: l10n.t("Select the suggestions to apply as one commit"),
    choices: all.map((one) => ({ ...choice(one), picked: true })),
  });
  if (chosen.length === 0) throw new CancelledError();
  return chosen;
}
