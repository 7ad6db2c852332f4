import { env, l10n, ThemeIcon } from "vscode";
import type { Milestone, UpdateMilestone } from "../../../api/resources/milestoneTypes.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asText, either, type Parse, recordOf } from "../../../core/base/stored.ts";
import type { Context } from "../../../core/context.ts";
import { conflictsText, mergeMarked, pickResolution, type Resolution } from "../../../core/remoteText/conflict.ts";
import { openConflicts, type Versions } from "../../../core/remoteText/merge.ts";
import { inputText, submitText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { descriptionLines, descriptionPrompt } from "../../../core/ui/markdownLines.ts";
import type { Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep, type Place } from "../../../core/ui/quickInput.ts";
import { milestoneState } from "../items.ts";
import { pickMilestone, milestoneName, readMilestone, readNow, updateMilestone } from "../pick.ts";
import { pickDay } from "../pickDay.ts";
import type { MilestoneRef } from "../refs.ts";
import { dateWords, titleProblem } from "./create.ts";

type Field = "title" | "description" | "start" | "due" | "state";
type Whole = MilestoneRef & { readonly milestone: Milestone };

/** Shows a menu of the fields of a milestone. Each change is sent at once; the menu stays until it is closed. @throws CancelledError */
export async function edit(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Edit Milestone"),
    placeholder: l10n.t("Select a milestone to edit"),
  });
  let milestone = await readNow(context, ref);
  await new FormMenu<Field>().edit(
    () => ({
      title: l10n.t("Edit “{0}”", plainText(milestone.title, 60)),
      placeholder: l10n.t("Select a field to change"),
      choices: rows(milestone),
    }),
    async (field) => {
      milestone = (await change(context, { ...ref, milestone }, field)) ?? milestone;
    },
    (error) => context.report.background(error, "Edit Milestone"),
  );
}

function rows({ title, description, start_date: start, due_date: due, state }: Milestone): Row<Field>[] {
  return [
    { label: l10n.t("Title"), description: plainText(title, 100), iconPath: new ThemeIcon("edit"), value: "title" },
    {
      label: l10n.t("Description"),
      description: plainText(description, 100) || l10n.t("none"),
      iconPath: new ThemeIcon("markdown"),
      value: "description",
    },
    { label: l10n.t("Start Date"), description: dateWords(start), iconPath: new ThemeIcon("calendar"), value: "start" },
    { label: l10n.t("Due Date"), description: dateWords(due), iconPath: new ThemeIcon("calendar"), value: "due" },
    {
      label: l10n.t("State"),
      description: milestoneState(state),
      detail: state === "closed" ? l10n.t("Select to reopen") : l10n.t("Select to close"),
      iconPath: new ThemeIcon(state === "closed" ? "pass" : "milestone"),
      value: "state",
    },
  ];
}

/** @returns the current milestone; undefined when nothing changed @throws GoBack, CancelledError, ApiError, UserError */
async function change(context: Context, ref: Whole, field: Field): Promise<Milestone | undefined> {
  const { milestone } = ref;
  const send = (changes: UpdateMilestone): Promise<Milestone> =>
    updateMilestone(context, ref, l10n.t("Updating “{0}”…", milestoneName(ref)), changes);
  switch (field) {
    case "title":
      return changeTitle(context, ref, onlyStep(l10n.t("Title")));
    case "description":
      return changeDescription(context, ref, onlyStep(l10n.t("Description")));
    case "start": {
      const start = await pickDay({
        place: onlyStep(l10n.t("Start Date")),
        placeholder: l10n.t("Enter a start date (2026-12-24 or “next week”)"),
        present: milestone.start_date ?? "",
        latest: milestone.due_date ?? "",
        locale: env.language,
      });
      return start === (milestone.start_date ?? "") ? undefined : send({ start_date: start });
    }
    case "due": {
      const due = await pickDay({
        place: onlyStep(l10n.t("Due Date")),
        placeholder: l10n.t("Enter a due date (2026-12-24 or “in 2 weeks”)"),
        present: milestone.due_date ?? "",
        earliest: milestone.start_date ?? "",
        locale: env.language,
      });
      return due === (milestone.due_date ?? "") ? undefined : send({ due_date: due });
    }
    case "state":
      return send({ state_event: milestone.state === "closed" ? "activate" : "close" });
  }
}

/** Shows a title that someone else set meanwhile, and only replaces it after confirmation. */
async function changeTitle(context: Context, ref: Whole, place: Place): Promise<Milestone | undefined> {
  const kept = unsent(context, ref, "title");
  let seen = ref.milestone.title;
  const keep = (typed: string): void => kept.keep(typed, ref.milestone.title);
  const changed = await submitText<Milestone>(
    {
      title: place.title,
      place,
      prompt: l10n.t("Enter a new title for “{0}”", milestoneName(ref)),
      value: kept.draft?.text ?? seen,
      validate: titleProblem,
      onType: keep,
      sending: l10n.t("Updating “{0}”…", milestoneName(ref)),
      writes: true,
      failed: (error) => context.report.background(error, "Edit Milestone"),
    },
    async (text, signal) => {
      const typed = text.trim();
      const fresh = await readMilestone(context, ref, signal);
      if (fresh.title === typed) return fresh;
      if (fresh.title !== seen) {
        seen = fresh.title;
        throw new UserError(
          l10n.t(
            "Someone changed the title to “{0}” in the meantime. Press Enter again to overwrite it.",
            plainText(fresh.title, 200),
          ),
        );
      }
      return updateMilestone(context, ref, l10n.t("Updating “{0}”…", milestoneName(ref)), { title: typed }, signal);
    },
  );
  await kept.clear();
  return changed;
}

/** Keeps the draft until it is sent. What someone else wrote meanwhile is merged, and shown before it is sent. */
async function changeDescription(context: Context, ref: Whole, place: Place): Promise<Milestone | undefined> {
  const kept = unsent(context, ref, "description");
  const { draft } = kept;
  // What was written before is a change of what the host had then.
  let base = draft?.base ?? ref.milestone.description ?? "";
  let shown = { text: draft?.text ?? base, prompt: descriptionPrompt() };
  let merging = draft?.merging;
  for (;;) {
    const text = await inputText({
      title: place.title,
      place: { ...place, draft: undefined },
      prompt: shown.prompt,
      value: shown.text,
      validate: (typed) => {
        const count = merging ? openConflicts(merging, typed) : 0;
        return count === 0 ? undefined : conflictsText({ name: l10n.t("the description") }, count);
      },
      lines: descriptionLines(),
      onType: (typed) => kept.keep(typed, base, merging),
    });
    const fresh = await withProgress(l10n.t("Loading “{0}”…", milestoneName(ref)), (signal) =>
      readMilestone(context, ref, signal),
    );
    const theirs = fresh.description ?? "";
    const how =
      text === theirs || text === base ? "theirs" : theirs === base ? "overwrite" : await settle(base, text, theirs);
    if (how === "theirs") {
      await kept.clear();
      return fresh;
    }
    if (how === "overwrite") {
      const changed = await updateMilestone(context, ref, l10n.t("Updating “{0}”…", milestoneName(ref)), {
        description: text,
      });
      await kept.clear();
      return changed;
    }
    merging = { base, mine: text, theirs };
    shown = {
      text: mergeMarked(merging).text,
      prompt: l10n.t("Someone changed the description in the meantime. Check the merged text, then send it."),
    };
    base = theirs;
    kept.keep(shown.text, base, merging);
  }
}

/** Asks about changes of the same lines; others are merged. @throws CancelledError, which keeps both */
const settle = async (base: string, mine: string, theirs: string): Promise<Resolution> =>
  mergeMarked({ base, mine, theirs }).conflicts.length === 0
    ? "merge"
    : pickResolution(l10n.t("Description"), l10n.t("the description"));

/** What was typed into a field, and what the host had then. */
interface FieldDraft {
  readonly text: string;
  readonly base?: string;
  /** The versions that are being merged. */
  readonly merging?: Versions;
}

const asDraft: Parse<FieldDraft> = either(
  recordOf({ text: asText }, { base: asText, merging: recordOf({ base: asText, mine: asText, theirs: asText }) }),
  // As earlier versions stored it.
  (stored) => (typeof stored === "string" ? { text: stored } : undefined),
);

const kinds = {
  title: { name: "milestoneTitle", parse: asDraft },
  description: { name: "milestoneDescription", parse: asDraft },
} as const satisfies Record<string, DraftKind<FieldDraft>>;

/** Returns the draft of a field of a milestone, and how to keep it. */
function unsent({ drafts }: Context, { instance, milestone }: MilestoneRef, field: keyof typeof kinds) {
  const [kind, key] = [kinds[field], `${instance} ${milestone.id}`];
  return {
    draft: drafts.get(kind, key),
    keep: (text: string, base: string, merging?: Versions) =>
      void drafts.keepQuietly(kind, key, text === base ? undefined : { text, base, ...(merging && { merging }) }),
    clear: () => drafts.keepQuietly(kind, key, undefined),
  };
}
