import { commands, l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CommitStatus, SetCommitStatus } from "../../../api/resources/commitTypes.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { editDraft } from "../../../core/base/draft.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { asNumber, asText, oneOf, recordOf } from "../../../core/base/stored.ts";
import { foundFirst } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { CommitRef } from "../../../core/commits/refs.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText, type TextOptions } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack, onlyStep, type Place } from "../../../core/ui/quickInput.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { statusIcon, statusLabel } from "../../../core/ui/statusIcon.ts";
import { statusStyle } from "../../../core/ui/statusStyle.ts";
import type { RepositoryContext } from "../context.ts";
import { pickCommit, commitName } from "./pickCommit.ts";
import { urlProblem, parsePercent, statesAfter, type StatusTextProblem, textProblem } from "./statusFields.ts";

const states = ["success", "failed", "running", "pending", "canceled"] as const;
const defaultName = "default";

/** The status as entered so far. */
interface StatusDraft {
  readonly state: (typeof states)[number];
  readonly name: string;
  readonly targetUrl: string;
  readonly description: string;
  readonly coverage: string;
  /** Branch or tag whose pipeline gets the status; empty lets the host choose. */
  readonly ref: string;
  /** Pipeline that gets the status; undefined lets the host choose. */
  readonly pipeline?: Pick<Pipeline, "id" | "ref"> | undefined;
}
type Answer = keyof StatusDraft | "send" | "explain";

/** Statuses that were not set, by commit. */
const statusDrafts: DraftKind<StatusDraft> = {
  name: "commitStatus",
  parse: recordOf(
    {
      state: oneOf(...states),
      name: asText,
      targetUrl: asText,
      description: asText,
      coverage: asText,
      ref: asText,
    },
    { pipeline: recordOf({ id: asNumber }, { ref: asText }) },
  ),
  limit: 20,
};

/** Sets a build status of a commit. After an error, the form reopens with the reason; what was entered is kept until it is set. */
export async function setStatus(context: RepositoryContext, given?: CommitRef): Promise<void> {
  const title = l10n.t("Set Commit Status");
  const ref = await pickCommit(context, given, { title, placeholder: l10n.t("Select a commit to set its status") });
  const { instance, project, commit } = ref;
  const key = `${instance} ${project} ${commit.id}`;
  const state = context.drafts.get(statusDrafts, key)?.state ?? (await askState(title, undefined));
  const draft = editDraft<StatusDraft>(
    context.drafts,
    statusDrafts,
    key,
    (kept) => kept ?? { state, name: "", targetUrl: "", description: "", coverage: "", ref: "" },
  );
  let refused: ErrorWords | undefined;
  for (;;) {
    const plan = draft.now;
    const answer = await pickField(ref, plan, refused);
    if (answer === "explain") {
      const action = refused?.action;
      refused = undefined;
      if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
      continue;
    }
    if (answer !== "send") {
      draft.change((await editField(context, ref, answer, plan)) ?? {});
      continue;
    }
    try {
      const { client } = context.connections.get(instance);
      const change = { instance, project, subject: "commit", sha: commit.id } as const;
      const request = requestOf(plan);
      await runWrite(
        context,
        l10n.t("Setting a status of {0}…", commitName(ref)),
        change,
        (signal) => client.commits.setStatus(project, commit.id, request, { signal }),
        {
          what: request,
          find: async (signal) => {
            const { items } = await client.commits
              .listStatuses(
                project,
                commit.id,
                { name: plan.name || defaultName, ...(request.ref !== undefined && { ref: request.ref }) },
                { perPage: 100, signal },
              )
              .page();
            return foundFirst(items, ({ status }) => status === plan.state);
          },
        },
      );
    } catch (error) {
      context.report.background(error, "Set Commit Status");
      refused = isCancelled(error)
        ? { message: l10n.t("Canceled. The status may have been set anyway.") }
        : await explainError(context, ref, plan, error);
      continue;
    }
    await draft.forget();
    announce(context, { instance, project, subject: "pipeline" });
    notice(
      l10n.t("Set status “{0}” to {1} on {2}.", plan.name || defaultName, statusLabel(plan.state), shortSha(commit.id)),
    );
    return;
  }
}

function requestOf(draft: StatusDraft): SetCommitStatus {
  const { state, name, targetUrl, description, coverage, ref, pipeline } = draft;
  const percent = parsePercent(coverage);
  return {
    state,
    ...(name !== "" && { name }),
    ...(targetUrl !== "" && { target_url: targetUrl }),
    ...(description !== "" && { description }),
    ...(percent !== undefined && { coverage: percent }),
    ...(ref !== "" && { ref }),
    ...(pipeline && { pipeline_id: pipeline.id }),
  };
}

const askState = (title: string, active: string | undefined, place?: Place): Promise<StatusDraft["state"]> =>
  pickOne<StatusDraft["state"]>({
    title,
    ...(place && { place }),
    placeholder: l10n.t("Select a state"),
    choices: states.map((state) => ({
      label: statusLabel(state),
      description: state,
      iconPath: statusIcon(statusStyle(state)),
      value: state,
    })),
    active: (state) => state === active,
  });

function pickField(ref: CommitRef, plan: StatusDraft, refused: ErrorWords | undefined): Promise<Answer> {
  const { state, name, targetUrl, description, coverage, ref: branch, pipeline } = plan;
  const row = (value: keyof StatusDraft, label: string, shown: string, otherwise: string): Row<Answer> => ({
    label,
    description: plainText(shown, 100) || otherwise,
    iconPath: new ThemeIcon(shown === "" ? "circle-outline" : "circle-filled"),
    value,
  });
  const none = l10n.t("none");
  const hostChooses = l10n.t("chosen by the host");
  const explain: Row<Answer>[] = refused?.action
    ? [{ label: refused.action.title, iconPath: new ThemeIcon("arrow-right"), value: "explain" }]
    : [];
  return pickOne<Answer>({
    title: l10n.t("Set Commit Status: {0}", commitName(ref)),
    place: onlyStep(l10n.t("Set Commit Status: {0}", commitName(ref)), false),
    placeholder: refused ? plainText(refused.message, 300) : l10n.t("Set the status, or add details"),
    choices: [
      {
        label: l10n.t("Set “{0}” to {1}", plainText(name, 60) || defaultName, statusLabel(state)),
        detail: refused?.message ?? "",
        iconPath: statusIcon(statusStyle(state)),
        value: "send",
      },
      ...explain,
      separator(l10n.t("Details")),
      row("state", l10n.t("State"), statusLabel(state), none),
      row("name", l10n.t("Name"), name, defaultName),
      row("targetUrl", l10n.t("Target URL"), targetUrl, none),
      row("description", l10n.t("Description"), description, none),
      row("coverage", l10n.t("Coverage"), coverage, none),
      // With several branches on one commit the host would choose.
      row("ref", l10n.t("Branch or Tag"), branch, hostChooses),
      row("pipeline", l10n.t("Pipeline"), pipeline ? pipelineText(pipeline) : "", hostChooses),
    ],
  });
}

const pipelineText = ({ id, ref }: Pick<Pipeline, "id" | "ref">): string =>
  ref ? `#${id} · ${plainText(ref, 80)}` : `#${id}`;

/** Asks for the branch or tag whose pipeline gets the status; "" lets the host choose. @throws CancelledError, GoBack */
async function askRef(
  context: RepositoryContext,
  { instance, project, commit }: CommitRef,
  active: string,
): Promise<string> {
  const { client } = context.connections.get(instance);
  const title = l10n.t("Branch or Tag");
  return pickOne<string>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select or enter a branch or tag that has the commit"),
    choices: async (signal) => {
      const { items } = await client.commits.refs(project, commit.id, {}, { perPage: 100, signal }).page();
      return [
        hostChoice(""),
        ...items.map(({ type, name }) => ({
          label: plainText(name, 200),
          iconPath: new ThemeIcon(type === "tag" ? "tag" : "git-branch"),
          value: name,
        })),
      ];
    },
    active: (name) => name === active,
    typed: (text) => (text.trim() === "" ? undefined : { label: plainText(text.trim(), 200), value: text.trim() }),
  });
}

/** Asks for the pipeline of the commit that gets the status. @throws CancelledError, GoBack */
async function askPipeline(
  context: RepositoryContext,
  { instance, project, commit }: CommitRef,
  active: number | undefined,
): Promise<StatusDraft["pipeline"]> {
  const { client } = context.connections.get(instance);
  const title = l10n.t("Pipeline");
  return pickOne<StatusDraft["pipeline"]>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select the pipeline of the commit that gets the status"),
    choices: async (signal) => {
      const { items } = await client.pipelines.list(project, { sha: commit.id }, { perPage: 100, signal }).page();
      return [
        hostChoice(undefined),
        ...items.map((pipeline) => ({
          label: pipelineText(pipeline),
          description: statusLabel(pipeline.status),
          iconPath: statusIcon(statusStyle(pipeline.status)),
          value: pipeline,
        })),
      ];
    },
    active: (pipeline) => pipeline?.id === active,
  });
}

const hostChoice = <V>(value: V): Choice<V> => ({
  label: l10n.t("Chosen by the Host"),
  iconPath: new ThemeIcon("circle-outline"),
  value,
});

/** Asks for a field and returns the changed draft; undefined when cancelled. */
async function editField(
  context: RepositoryContext,
  ref: CommitRef,
  part: keyof StatusDraft,
  plan: StatusDraft,
): Promise<StatusDraft | undefined> {
  const prompts: Readonly<
    Record<Exclude<keyof StatusDraft, "state" | "ref" | "pipeline">, Pick<TextOptions, "title" | "prompt" | "validate">>
  > = {
    name: {
      title: l10n.t("Name"),
      prompt: l10n.t("Enter a name for the status, for example ci/build. Leave empty for “{0}”", defaultName),
      validate: (text) => problemText(textProblem(text)),
    },
    targetUrl: {
      title: l10n.t("Target URL"),
      prompt: l10n.t("Enter a URL with details. Leave empty for none"),
      validate: (text) => problemText(urlProblem(text)),
    },
    description: {
      title: l10n.t("Description"),
      prompt: l10n.t("Enter a short description. Leave empty for none"),
      validate: (text) => problemText(textProblem(text)),
    },
    coverage: {
      title: l10n.t("Coverage"),
      prompt: l10n.t("Enter the test coverage in percent, for example 87.5. Leave empty for none"),
      validate: (text) => problemText(Number.isNaN(parsePercent(text)) ? "notPercent" : undefined),
    },
  };
  try {
    if (part === "state")
      return { ...plan, state: await askState(l10n.t("State"), plan.state, onlyStep(l10n.t("State"))) };
    if (part === "ref") {
      const named = await askRef(context, ref, plan.ref);
      // The pipeline of another branch would be refused.
      return { ...plan, ref: named, pipeline: plan.pipeline?.ref === named ? plan.pipeline : undefined };
    }
    if (part === "pipeline") {
      const pipeline = await askPipeline(context, ref, plan.pipeline?.id);
      // It has a branch already.
      return { ...plan, pipeline, ref: pipeline ? "" : plan.ref };
    }
    const question = prompts[part];
    return {
      ...plan,
      [part]: (await inputText({ ...question, place: onlyStep(question.title), value: plan[part] })).trim(),
    };
  } catch (error) {
    if (error instanceof GoBack || isCancelled(error)) return undefined;
    throw error;
  }
}

function problemText(problem: StatusTextProblem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case "tooLong":
      return l10n.t("At most {0} characters.", 255);
    case "notWeb":
      return l10n.t("Enter a URL that starts with https:// or http://.");
    case "notPercent":
      return l10n.t("Enter a number from 0 to 100.");
  }
}

/** Returns why the host refused and what to do. */
async function explainError(
  context: RepositoryContext,
  ref: CommitRef,
  plan: StatusDraft,
  error: unknown,
): Promise<ErrorWords> {
  if (!(error instanceof ApiError)) return describeError(error);
  switch (error.kind) {
    case "forbidden":
      return {
        message: l10n.t(
          "You cannot set commit statuses in this project. You need at least the Developer role, and push access for protected branches. Ask a maintainer, or switch accounts.",
        ),
        action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
      };
    case "conflict":
      return { message: l10n.t("This status is being set by someone else. Try again in a moment.") };
    case "invalidRequest":
      return whyInvalid(context, ref, plan, error);
    default:
      return describeError(error);
  }
}

/** Looks up the current state of the status: most often the new state cannot follow it. */
async function whyInvalid(
  context: RepositoryContext,
  { instance, project, commit }: CommitRef,
  plan: StatusDraft,
  error: ApiError,
): Promise<ErrorWords> {
  const name = plan.name || defaultName;
  let known: CommitStatus | undefined;
  try {
    const { items } = await context.connections
      .get(instance)
      .client.commits.listStatuses(project, commit.id, { name, ...(plan.ref !== "" && { ref: plan.ref }) })
      .page();
    known = items.findLast((status) => status.name === name);
  } catch (failed) {
    context.report.background(failed, "Read the statuses of a commit");
  }
  const possible = statesAfter(known?.status);
  if (known === undefined || possible === undefined || possible.includes(plan.state)) return describeError(error);
  return {
    message: l10n.t(
      "“{0}” is already “{1}” and cannot change to “{2}”. Possible states: {3}. Choose another state or name.",
      plainText(name, 60),
      statusLabel(known.status),
      statusLabel(plan.state),
      possible.map(statusLabel).join(", "),
    ),
  };
}
