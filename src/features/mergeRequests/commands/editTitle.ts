import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { submitText } from "../../../core/ui/form.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { EditContext, EditOutcome } from "./editContext.ts";
import { mergeRequestChange } from "./pickMergeRequest.ts";

const longestTitle = 255;

/** Edits the title. Shows a title that someone else set meanwhile, and only replaces it after confirmation. */
export async function changeTitle({ context, place, ref }: EditContext): Promise<EditOutcome | undefined> {
  const { iid, title } = ref.mergeRequest;
  const { client } = context.connections.get(ref.instance);
  let seen = title;
  return submitText<EditOutcome | undefined>(
    {
      title: place.title,
      place,
      prompt: l10n.t("Enter a new title for !{0}", iid),
      value: title,
      validate: (text) => {
        if (text.trim() === "") return l10n.t("Enter a title.");
        return text.trim().length > longestTitle ? l10n.t("At most {0} characters.", longestTitle) : undefined;
      },
      sending: l10n.t("Updating !{0}…", iid),
      writes: true,
      failed: (error) => context.report.background(error, "Edit Merge Request"),
    },
    async (text, signal) => {
      const typed = text.trim();
      const fresh = await readMergeRequest(context, ref, signal);
      if (fresh.title === typed) return { mergeRequest: fresh };
      if (fresh.title !== seen) {
        seen = fresh.title;
        throw new UserError(
          l10n.t(
            "Someone changed the title to “{0}” in the meantime. Press Enter again to overwrite it.",
            plainText(fresh.title, 200),
          ),
        );
      }
      return {
        mergeRequest: await runWrite(
          context,
          place.title,
          mergeRequestChange(ref),
          () => client.mergeRequests.update(ref.project, iid, { title: typed }, { signal }),
          {
            within: signal,
            what: typed,
            find: async (until) =>
              foundIf(await readMergeRequest(context, ref, until), ({ title: now }) => now === typed),
          },
        ),
      };
    },
  );
}
