import { env, l10n, ThemeIcon } from "vscode";
import type { Milestone } from "../../../api/resources/milestoneTypes.ts";
import { type Draft, editDraft } from "../../../core/base/draft.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { asText, recordOf } from "../../../core/base/stored.ts";
import { foundFirst } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { descriptionLines, descriptionPrompt } from "../../../core/ui/markdownLines.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { onlyStep, type Place } from "../../../core/ui/quickInput.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import type { MilestonesContext } from "../context.ts";
import { dayNumber, dayWords } from "../dates.ts";
import { milestoneError } from "../errors.ts";
import { ownerOf, routeOf } from "../owner.ts";
import { pickDay } from "../pickDay.ts";
import type { MilestoneHome } from "../refs.ts";

/** What was entered for a new milestone; dates are `YYYY-MM-DD`, empty for none. */
interface NewMilestone {
  readonly title: string;
  readonly description: string;
  readonly start: string;
  readonly due: string;
}
const newMilestones: DraftKind<NewMilestone> = {
  name: "newMilestone",
  parse: recordOf({ title: asText, description: asText, start: asText, due: asText }),
};
type Answer = "create" | keyof NewMilestone;

const longestTitle = 255;

/** Validates a title. */
export function titleProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter a title.");
  return text.trim().length > longestTitle ? l10n.t("At most {0} characters.", longestTitle) : undefined;
}

/** Formats a day of a milestone. */
export function dateWords(day: string | null | undefined): string {
  const number = dayNumber(day);
  return number === undefined ? l10n.t("none") : dayWords(number, env.language);
}

/**
 * Creates a milestone of the open project or its group. The draft is kept until then, also over a restart.
 * @param given a folder, or a milestone of the same owner
 */
export async function create(context: MilestonesContext, given?: MilestoneHome): Promise<void> {
  const home = given ?? (await askHome(context));
  const draft = editDraft(
    context.drafts,
    newMilestones,
    `${home.instance} ${home.project} ${home.group ?? ""}`,
    (kept) => kept ?? { title: "", description: "", start: "", due: "" },
  );
  let refused: ErrorWords | undefined;
  if (draft.now.title.trim() === "") await askField(draft, "title", l10n.t("Create Milestone"), false);
  for (;;) {
    const { title, description, start, due } = await askDraft(draft, home, refused);
    // The account may have been switched while the form was open.
    const { route, id } = routeOf(context.connections.get(home.instance).client, ownerOf(home));
    let made: Milestone | undefined;
    try {
      made = await runWrite<Milestone | undefined>(
        context,
        l10n.t("Creating “{0}”…", plainText(title, 80)),
        { instance: home.instance, project: home.project, subject: "milestone" },
        (signal) =>
          route.create(
            id,
            {
              title: title.trim(),
              ...(description !== "" && { description }),
              ...(start !== "" && { start_date: start }),
              ...(due !== "" && { due_date: due }),
            },
            { signal },
          ),
        {
          what: [title, description, start, due],
          find: async (signal) => {
            // Titles are unique within their owner.
            const { milestones } = context.connections.get(home.instance).client;
            const query = { title: title.trim() };
            const list =
              home.group === undefined
                ? milestones.project.list(home.project, query, { signal })
                : milestones.group.list(home.group, query, { signal });
            const { items } = await list.page();
            return foundFirst(items, (one) => one.title === title.trim() && (one.description ?? "") === description);
          },
        },
      );
    } catch (error) {
      context.report.background(error, "Create Milestone");
      refused = whyNot(error, home);
      continue;
    }
    await draft.forget();
    notice(l10n.t("Milestone “{0}” created.", plainText(made?.title ?? title, 80)));
    return;
  }
}

function whyNot(error: unknown, home: MilestoneHome): ErrorWords {
  const mayBe = l10n.t("It may have been created anyway. Check the list before you try again.");
  return unsureWords(milestoneError(error, home, "create"), mayBe);
}

/** Picks the owner, if there is a choice. */
async function askHome(context: MilestonesContext): Promise<MilestoneHome> {
  const { project } = context.current.require();
  const scope = { instance: project.instance, project: project.project };
  const view = await context.view.load();
  const choices = async (signal: AbortSignal): Promise<Choice<MilestoneHome>[]> => {
    const group = await view?.findGroup(signal);
    return [
      {
        label: l10n.t("This Project"),
        description: plainText(String(project.project), 120),
        iconPath: new ThemeIcon("repo"),
        value: scope,
      },
      ...(group === undefined
        ? []
        : [
            {
              label: l10n.t("Group"),
              description: plainText(group, 120),
              detail: l10n.t("For all projects in the group"),
              iconPath: new ThemeIcon("organization"),
              value: { ...scope, group },
            },
          ]),
    ];
  };
  if (view?.group === undefined) {
    const known = await choices(AbortSignal.timeout(30_000));
    if (known.length === 1) return scope;
  }
  return pickOne<MilestoneHome>({
    title: l10n.t("Create Milestone"),
    placeholder: l10n.t("Select where to create the milestone"),
    choices,
  });
}

/** Shows a menu of the fields of a new milestone until it is confirmed. @throws CancelledError */
async function askDraft(
  draft: Draft<NewMilestone>,
  home: MilestoneHome,
  refused: ErrorWords | undefined,
): Promise<NewMilestone> {
  const title = l10n.t("Create Milestone");
  const menu = new FormMenu<Answer>("create", refused);
  for (;;) {
    const answer = await menu.ask(() => ({
      title,
      placeholder:
        home.group === undefined
          ? l10n.t("In project {0}", plainText(String(home.project), 100))
          : l10n.t("In group {0}", plainText(String(home.group), 100)),
      choices: rows(draft.now),
    }));
    if (answer === "create" && draft.now.title.trim() !== "") return draft.now;
    await menu.answered(() => askField(draft, answer === "create" ? "title" : answer, undefined, true));
  }
}

async function askField(
  draft: Draft<NewMilestone>,
  field: keyof NewMilestone,
  title: string | undefined,
  back: boolean,
): Promise<void> {
  const { now } = draft;
  const place = (name: string): Place => onlyStep(title ?? name, back);
  const keep = (key: "title" | "description") => (text: string) => void draft.change({ [key]: text });
  switch (field) {
    case "title": {
      const text = await inputText({
        title: l10n.t("Title"),
        place: place(l10n.t("Title")),
        prompt: l10n.t("Enter the title of the milestone"),
        value: now.title,
        validate: titleProblem,
        onType: keep("title"),
      });
      return void draft.change({ title: text.trim() });
    }
    case "description":
      return void draft.change({
        description: await inputText({
          title: l10n.t("Description"),
          place: place(l10n.t("Description")),
          prompt: descriptionPrompt(),
          value: now.description,
          lines: descriptionLines(),
          onType: keep("description"),
        }),
      });
    case "start":
      return void draft.change({
        start: await pickDay({
          place: place(l10n.t("Start Date")),
          placeholder: l10n.t("Enter a start date (2026-12-24 or “next week”)"),
          present: now.start,
          latest: now.due,
          locale: env.language,
        }),
      });
    case "due":
      return void draft.change({
        due: await pickDay({
          place: place(l10n.t("Due Date")),
          placeholder: l10n.t("Enter a due date (2026-12-24 or “in 2 weeks”)"),
          present: now.due,
          earliest: now.start,
          locale: env.language,
        }),
      });
  }
}

function rows({ title, description, start, due }: NewMilestone): Row<Answer>[] {
  return [
    { label: l10n.t("Create"), description: plainText(title, 100), iconPath: new ThemeIcon("add"), value: "create" },
    separator(l10n.t("Details")),
    { label: l10n.t("Title"), description: plainText(title, 100), iconPath: new ThemeIcon("edit"), value: "title" },
    {
      label: l10n.t("Description"),
      description: plainText(description, 100) || l10n.t("none"),
      iconPath: new ThemeIcon("markdown"),
      value: "description",
    },
    { label: l10n.t("Start Date"), description: dateWords(start), iconPath: new ThemeIcon("calendar"), value: "start" },
    { label: l10n.t("Due Date"), description: dateWords(due), iconPath: new ThemeIcon("calendar"), value: "due" },
  ];
}
