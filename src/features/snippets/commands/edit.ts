import { l10n, ThemeIcon, type Uri } from "vscode";
import type { Snippet, SnippetVisibility } from "../../../api/resources/snippets.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asText, recordOf } from "../../../core/base/stored.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { mergeMarked } from "../../../core/remoteText/conflict.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { inputText, runForm, submitText } from "../../../core/ui/form.ts";
import { descriptionLines, descriptionPrompt } from "../../../core/ui/markdownLines.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { changeSnippet, snippetChange } from "../change.ts";
import type { SnippetsContext } from "../context.ts";
import { visibilityIcon, visibilityName } from "../items.ts";
import { snippetName } from "../labels.ts";
import { pickSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Returns the quick pick rows of the visibilities. */
export function visibilityRows(): Choice<SnippetVisibility>[] {
  const details: Readonly<Record<"private" | "internal" | "public", string>> = {
    private: l10n.t("Only you can see it."),
    internal: l10n.t("Everyone who is signed in to the host can see it, except external users."),
    public: l10n.t("Everyone can see it without signing in."),
  };
  return (["private", "internal", "public"] as const).map((visibility) => ({
    label: visibilityName(visibility),
    detail: details[visibility],
    iconPath: new ThemeIcon(visibilityIcon(visibility)),
    value: visibility,
  }));
}

/** Changes the visibility of a snippet; making it public needs a confirmation. */
export async function changeVisibility(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Change Visibility of Snippet");
  const { instance, snippet, files } = await pickSnippet(context, given, {
    title,
    placeholder: l10n.t("Select a snippet to change its visibility"),
    own: true,
  });
  const name = snippetName(snippet);
  const visibility = await pickOne<SnippetVisibility>({
    title,
    placeholder: l10n.t("Select the visibility of “{0}”", name),
    choices: visibilityRows().map((row) =>
      row.value === snippet.visibility ? { ...row, description: l10n.t("current") } : row,
    ),
    active: (value) => value === snippet.visibility,
  });
  if (visibility === snippet.visibility) return;
  if (visibility === "public")
    await confirm(
      context,
      { instance },
      {
        question: l10n.t("Make the snippet “{0}” public?", name),
        detail: l10n.t("Everyone will be able to read all of its files and their history without signing in."),
        buttons: [l10n.t("Make Public")],
      },
    );
  const changed = await runWrite(
    context,
    l10n.t("Updating “{0}”…", name),
    snippetChange(instance, snippet.id),
    (signal) => changeSnippet(context.connections.get(instance).client, snippet, { visibility }, signal),
    {
      what: visibility,
      find: async (signal) =>
        foundIf(
          await files.snippets.fetch({ instance, id: snippet.id }, signal),
          (now) => now.visibility === visibility,
        ),
    },
  );
  files.snippets.put(instance, changed);
  notice(l10n.t("“{0}” is now {1}.", name, visibilityName(changed.visibility).toLocaleLowerCase()));
}

interface SnippetText {
  readonly title: string;
  readonly description: string;
}

const textFields = { title: asText, description: asText };
/** The unsent title and description, with the host's values they are based on. */
const edits: DraftKind<SnippetText & { readonly base: SnippetText }> = {
  name: "snippet",
  parse: recordOf({ ...textFields, base: recordOf(textFields) }),
};

/**
 * Edits title and description; the draft is kept until it is sent. Changes of others are merged, and those of the same lines only overwritten
 * after confirmation.
 */
export async function edit(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const title = l10n.t("Edit Title and Description");
  const { instance, snippet, files } = await pickSnippet(context, given, {
    title,
    placeholder: l10n.t("Select a snippet to edit"),
    own: true,
  });
  const key = `${instance} ${snippet.id}`;
  const kept = context.drafts.get(edits, key);
  const base = kept?.base ?? snippetTextOf(snippet);
  let seen = base;
  const outcome = { isMerged: false };
  let typed: SnippetText = kept ?? base;
  const keep = (part: Partial<SnippetText>): SnippetText => {
    typed = { ...typed, ...part };
    void context.drafts.keepQuietly(edits, key, { ...typed, base });
    return typed;
  };
  const saved = await runForm<SnippetText>(title, typed, [
    {
      ask: async (place) => {
        const text = await inputText({
          title,
          place,
          prompt: l10n.t("Enter the title of the snippet"),
          value: typed.title,
          validate: titleProblem,
          onType: (value) => keep({ title: value }),
        });
        return keep({ title: text.trim() });
      },
    },
    {
      ask: async (place) =>
        submitText<SnippetText>(
          {
            title,
            place,
            prompt: descriptionPrompt(),
            value: typed.description,
            lines: descriptionLines(),
            onType: (value) => keep({ description: value }),
            sending: l10n.t("Updating “{0}”…", snippetName(snippet)),
            writes: true,
            failed: (error) => context.report.background(error, "Edit Title and Description"),
          },
          async (text, signal) => {
            const mine = keep({ description: text });
            const fresh = await files.snippets.fetch({ instance, id: snippet.id }, signal);
            const now = snippetTextOf(fresh);
            const [newTitle, newDescription] = [
              mergeField(base.title, mine.title, now.title),
              mergeField(base.description, mine.description, now.description),
            ];
            const wanted = { title: newTitle.text, description: newDescription.text };
            outcome.isMerged = !same(now, base) && !newTitle.overwrites && !newDescription.overwrites;
            if (
              (newTitle.overwrites && now.title !== seen.title) ||
              (newDescription.overwrites && now.description !== seen.description)
            ) {
              seen = now;
              throw new UserError(
                l10n.t(
                  "Someone changed it to “{0}” in the meantime: {1}. Press Enter again to overwrite it.",
                  plainText(now.title, 100),
                  plainText(now.description, 150) || l10n.t("no description"),
                ),
              );
            }
            const changes = {
              ...(now.title !== wanted.title && { title: wanted.title }),
              ...(now.description !== wanted.description && { description: wanted.description }),
            };
            if (Object.keys(changes).length === 0) return wanted;
            const changed = await runWrite(
              context,
              title,
              snippetChange(instance, snippet.id),
              () => changeSnippet(context.connections.get(instance).client, fresh, changes, signal),
              {
                within: signal,
                what: changes,
                find: async (until) =>
                  foundIf(await files.snippets.fetch({ instance, id: snippet.id }, until), (one) =>
                    same(snippetTextOf(one), wanted),
                  ),
              },
            );
            files.snippets.put(instance, changed);
            return wanted;
          },
        ),
    },
  ]);
  await context.drafts.keepQuietly(edits, key, undefined);
  const name = snippetName({ ...snippet, title: saved.title });
  notice(
    outcome.isMerged
      ? l10n.t("Saved “{0}”. Someone else changed it in the meantime; both changes are merged.", name)
      : l10n.t("Saved “{0}”.", name),
  );
}

/** Merges what someone else made of a field into mine, which overwrites theirs where both changed the same lines. */
function mergeField(
  base: string,
  mine: string,
  theirs: string,
): { readonly text: string; readonly overwrites: boolean } {
  const { text, conflicts } = mergeMarked({ base, mine, theirs });
  return conflicts.length === 0 ? { text, overwrites: false } : { text: mine, overwrites: true };
}

const snippetTextOf = ({ title, description }: Snippet): SnippetText => ({ title, description: description ?? "" });
const same = (a: SnippetText, b: SnippetText): boolean => a.title === b.title && a.description === b.description;

const longestTitle = 255;

/** Explains why a title is invalid; undefined if it is valid. Titles need not be unique. */
export function titleProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter a title.");
  return text.trim().length > longestTitle ? l10n.t("At most {0} characters.", longestTitle) : undefined;
}
