import { commands, l10n, ThemeIcon, type Uri, window } from "vscode";
import type { Snippet, SnippetVisibility } from "../../../api/resources/snippets.ts";
import { type Draft, editDraft } from "../../../core/base/draft.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { foundFirst, madeSince } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { type FormStep, inputText, runForm } from "../../../core/ui/form.ts";
import { descriptionLines, descriptionPrompt } from "../../../core/ui/markdownLines.ts";
import { type Choice, pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import { snippetChange } from "../change.ts";
import { fileCount } from "../items.ts";
import { pathProblemText, snippetName } from "../labels.ts";
import type { SnippetRef } from "../refs.ts";
import { type DraftFile, type SnippetDraft, snippetDrafts } from "./draft.ts";
import { titleProblem, visibilityRows } from "./edit.ts";
import { fromClipboard, fromFiles, fromSelection, readDraft } from "./sources.ts";

type Gather = () => DraftFile[] | Promise<DraftFile[]>;

/** Asks for the source of a new snippet, or continues a draft. */
export async function create(context: Context): Promise<void> {
  const { project } = context.current.require();
  const editor = window.activeTextEditor;
  const kept = context.drafts.get(snippetDrafts, project.instance);
  const rows: Choice<Gather | "continue">[] = kept ? [continueRow(kept, "continue")] : [];
  if (editor && editor.selections.some(({ isEmpty }) => !isEmpty))
    rows.push({ label: l10n.t("From Selection"), iconPath: new ThemeIcon("selection"), value: fromSelection });
  if (editor)
    rows.push({
      label: l10n.t("From Open File"),
      description: plainText(editor.document.uri.path.split("/").at(-1), 100),
      iconPath: new ThemeIcon("file"),
      value: () => fromFiles([editor.document.uri]),
    });
  rows.push(
    {
      label: l10n.t("From Files…"),
      iconPath: new ThemeIcon("files"),
      value: async () => fromFiles(await chooseFiles()),
    },
    { label: l10n.t("From Clipboard"), iconPath: new ThemeIcon("clippy"), value: fromClipboard },
  );
  const chosen = await pickOne<Gather | "continue">({
    title: l10n.t("Create Snippet"),
    placeholder: l10n.t("Select the content of the snippet"),
    choices: rows,
  });
  if (chosen !== "continue") return begin(context, chosen, true);
  if (kept) await editAndCreate(context, project.instance, kept);
}

/** Creates a snippet from the selected text. */
export const createFromSelection = (context: Context): Promise<void> => begin(context, fromSelection);

/** Creates a snippet from the clipboard. */
export const createFromClipboard = (context: Context): Promise<void> => begin(context, fromClipboard);

/** Creates a snippet from the given files, the open one, or ones that the user chooses. */
export const createFromFiles = (context: Context, given?: readonly Uri[]): Promise<void> =>
  begin(context, async () => {
    const open = window.activeTextEditor?.document.uri;
    return fromFiles(given ?? (open ? [open] : await chooseFiles()));
  });

async function chooseFiles(): Promise<readonly Uri[]> {
  const chosen = await window.showOpenDialog({ canSelectMany: true, openLabel: l10n.t("Create Snippet") });
  if (!chosen || chosen.length === 0) throw new CancelledError();
  return chosen;
}

const continueRow = <T>(kept: SnippetDraft, value: T): Choice<T> => ({
  label: l10n.t("Continue “{0}”", plainText(kept.title, 80) || l10n.t("without a title")),
  description: plainText([fileCount(kept.files.length), kept.files[0]?.path].join(" · "), 120),
  iconPath: new ThemeIcon("history"),
  value,
});

/**
 * Starts a snippet from files, or continues a draft.
 * @param startNew whether the user chose not to continue the draft
 */
async function begin(context: Context, gather: Gather, startNew = false): Promise<void> {
  const { instance } = context.current.require().project;
  const files = await gather();
  const fresh: SnippetDraft = { title: "", description: "", visibility: "private", files };
  const kept = context.drafts.get(snippetDrafts, instance);
  // The same files again continue the draft.
  if (!kept || JSON.stringify(kept.files) === JSON.stringify(files))
    return editAndCreate(context, instance, kept ?? fresh);
  if (startNew && kept.title.trim() === "" && kept.description.trim() === "")
    return editAndCreate(context, instance, fresh);
  const names = plainText(files.map(({ path }) => path).join(", "), 120);
  const draft = await pickOne<SnippetDraft>({
    title: l10n.t("Create Snippet"),
    placeholder: l10n.t("Unsent snippet"),
    choices: [
      ...(startNew ? [] : [continueRow(kept, kept)]),
      {
        label: l10n.t("Keep Title and Description for Other Files"),
        description: names,
        iconPath: new ThemeIcon("replace"),
        value: { ...kept, files },
      },
      {
        label: l10n.t("Discard and Start Over"),
        description: names,
        iconPath: new ThemeIcon("new-file"),
        value: fresh,
      },
    ],
  });
  await editAndCreate(context, instance, draft);
}

/** Asks for the fields of a snippet and creates it; the draft is kept until it exists. */
async function editAndCreate(context: Context, instance: string, initial: SnippetDraft): Promise<void> {
  const draft = editDraft(context.drafts, snippetDrafts, instance, () => initial);
  draft.change({});
  let refused: ErrorWords | undefined;
  for (;;) {
    await askFields(draft, refused);
    let snippet: Snippet;
    try {
      const { title, description, visibility } = draft.now;
      const files = await readDraft(draft.now.files);
      // The session may have been renewed in the meantime, so the connection is read again.
      const { snippets, hostTime } = context.connections.get(instance).client;
      snippet = await runWrite(
        context,
        l10n.t("Creating “{0}”…", plainText(title, 80)),
        snippetChange(instance),
        (signal) =>
          snippets.create({ title, visibility, files, ...(description !== "" && { description }) }, { signal }),
        {
          what: [title, visibility, files, description],
          hostTime,
          find: async (signal, since, isEarlier) => {
            const { items } = await snippets.list({}, { perPage: 20, signal }).page();
            return foundFirst(
              items,
              (one) => one.title === title && madeSince(one.created_at, since) && !isEarlier(one),
            );
          },
        },
      );
    } catch (error) {
      context.report.background(error, "Create Snippet");
      refused = describeFailure(error);
      continue;
    }
    await draft.forget();
    showCreated({ instance, snippet });
    return;
  }
}

async function askFields(draft: Draft<SnippetDraft>, refused: ErrorWords | undefined): Promise<void> {
  const title = l10n.t("Create Snippet");
  const [only, ...others] = draft.now.files;
  const steps: FormStep<SnippetDraft>[] = [
    {
      ask: async (place) => {
        const text = await inputText({
          title,
          place,
          prompt: l10n.t("Enter the title of the snippet"),
          value: draft.now.title || only?.path,
          validate: titleProblem,
          onType: (typed) => draft.change({ title: typed }),
        });
        return draft.change({ title: text.trim() });
      },
    },
    {
      ask: async (place) => {
        const text = await inputText({
          title,
          place,
          prompt: descriptionPrompt(),
          value: draft.now.description,
          lines: descriptionLines(),
          onType: (typed) => draft.change({ description: typed }),
        });
        return draft.change({ description: text });
      },
    },
    {
      // Files on disk keep their names.
      when: () => only !== undefined && others.length === 0 && "content" in only,
      ask: async (place) => {
        const [file] = draft.now.files;
        const named = (path: string): Partial<SnippetDraft> =>
          file ? { files: [{ ...file, path: path.trim() }] } : {};
        const text = await inputText({
          title,
          place,
          prompt: l10n.t("Enter a file name with extension"),
          value: file?.path,
          validate: (path) => pathProblemText(path.trim()),
          onType: (typed) => draft.change(named(typed)),
        });
        return draft.change(named(text));
      },
    },
    { ask: async (place) => draft.change({ visibility: await askVisibility(place, draft.now.visibility, refused) }) },
  ];
  const open = steps.filter((step) => step.when?.(draft.now) ?? true);
  await runForm<SnippetDraft>(title, draft.now, open, { from: refused === undefined ? 0 : open.length - 1 });
}

async function askVisibility(
  place: Parameters<FormStep<SnippetDraft>["ask"]>[0],
  present: SnippetVisibility,
  refused: ErrorWords | undefined,
): Promise<SnippetVisibility> {
  let why = refused;
  for (;;) {
    const rows: Choice<SnippetVisibility | "explain">[] =
      why === undefined
        ? []
        : [
            {
              label: why.message,
              ...(why.action && { description: why.action.title }),
              iconPath: new ThemeIcon("warning"),
              alwaysShow: true,
              value: "explain",
            },
          ];
    const chosen: SnippetVisibility = await pickOne<SnippetVisibility>({
      title: place.title,
      place,
      placeholder: l10n.t("Select the visibility of the snippet"),
      choices: [...rows, ...visibilityRows()],
      active: (value) => value === present,
    });
    if (chosen !== "explain") return chosen;
    const action = why?.action;
    why = undefined;
    if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
  }
}

/** Describes a failure; without a response the snippet may exist, and retrying would create a second one. */
function describeFailure(error: unknown): ErrorWords {
  const hint = l10n.t("It may have been created anyway. Check the list before you try again.");
  return unsureWords(error, hint);
}

/** Shows a notification with follow-up actions, without waiting for it. */
function showCreated(ref: SnippetRef): void {
  const [open, copy] = [l10n.t("Open"), l10n.t("Copy Link")];
  void window
    .showInformationMessage(l10n.t("Created snippet “{0}”.", snippetName(ref.snippet)), open, copy)
    .then(async (chosen) => {
      if (chosen === open) await runCommand("forgeline.snippet.open", ref);
      if (chosen === copy) await runCommand("forgeline.snippet.copyLink", ref);
    });
}
