import { commands, l10n } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { refOf } from "../../../core/mergeRequests/review/place.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { Offer, TypedWord } from "../../../core/webview/completionMessages.ts";
import type { FilesForBox, InsertMessage } from "../../../core/webview/fileMessages.ts";
import {
  readAction,
  readKept,
  readPartAction,
  type ShownText,
  type ShowMessage,
} from "../../../core/webview/messages.ts";
import { OpenPanels, type Page, type PageKind } from "../../../core/webview/pagePanel.ts";
import type { Writing } from "../../../core/webview/parts.ts";
import { localBranchOf } from "../commands/checkOut.ts";
import { actOnActivity } from "./activity/act.ts";
import { attachToBox } from "./activity/attach.ts";
import { threadId } from "./activity/model.ts";
import { ActivityReader, type Talk } from "./activity/reader.ts";
import { helpfulAction } from "./mergeSection.ts";
import { actions, fieldActions, jobActions, type Overview, pageFields, taskActions } from "./model.ts";
import { announcement, pageOf } from "./page.ts";
import { OverviewReader } from "./reader.ts";
import { toggleTask } from "./tasks.ts";

/** The page of one merge request. */
export class MergeRequestPage implements Page<MergeRequestRef> {
  readonly reader: OverviewReader;
  private readonly scope: MergeRequestRef;
  private readonly activity: ActivityReader;
  private readonly context: Context;
  private readonly owned = new DisposableStore();
  private readonly changed: () => void;
  private shown: Overview | undefined;
  /** Discussion that gets the keyboard once it is drawn. */
  private focusNext: string | undefined;

  constructor(context: Context, ref: MergeRequestRef, talk: Talk, changed: () => void) {
    this.scope = ref;
    this.context = context;
    this.changed = changed;
    this.activity = new ActivityReader(context, ref, talk, changed);
    this.reader = new OverviewReader(context, ref, changed, this.activity);
    this.owned.add(context.current.onDidChange(changed));
    // With the account, its connection changes.
    let listening: Disposable | undefined;
    const listen = (): void => {
      if (listening) this.owned.delete(listening);
      listening = this.owned.add(context.connections.get(ref.instance).pipelineJobs.coverage.onDidChange(changed));
    };
    listen();
    this.owned.add(context.connections.onDidChange((instance) => instance === ref.instance && listen()));
  }

  /** What is shown. */
  get value(): Overview {
    const { value } = this.reader;
    return { ...value, checkedOut: this.isCheckedOut, activity: this.activity.value(value.mergeRequest) };
  }

  private get isCheckedOut(): boolean {
    const { value } = this.context.current;
    if (value.kind !== "ready" || !sameProject(value.project, this.scope)) return false;
    return value.project.branch === localBranchOf(this.reader.mergeRequest).branch;
  }

  get ref(): MergeRequestRef {
    const { instance, project } = this.scope;
    return { instance, project, mergeRequest: this.reader.mergeRequest };
  }

  draw(writing: Writing): Omit<ShowMessage, "type"> {
    const { value } = this;
    const { instance, project, mergeRequest } = this.ref;
    const said = announcement(this.shown, value);
    this.shown = value;
    const focus = this.reader.loaded && isShown(value, this.focusNext) ? this.focusNext : undefined;
    if (focus !== undefined) this.focusNext = undefined;
    return {
      page: pageOf(value, writing),
      ...(focus !== undefined && { focus: threadId(focus) }),
      kept: { instance, project, iid: mergeRequest.iid },
      ...(said !== undefined && { said }),
    };
  }

  /** Moves to a discussion, as soon as it is there. */
  goTo(discussion: string): void {
    this.focusNext = discussion;
    this.changed();
  }

  concerns(change: Change): boolean {
    const { iid } = this.scope.mergeRequest;
    return change.subject === "mergeRequest"
      ? (change.iid ?? iid) === iid
      : change.subject === "pipeline" || change.subject === "job";
  }

  async act(value: string, texts: readonly ShownText[]): Promise<void> {
    if (await actOnActivity(this.context, this.activity, value, texts)) return;
    const onField = readPartAction(value, fieldActions);
    if (onField) {
      const field = pageFields.find((one) => one === onField.part);
      if (field) await runCommand("forgeline.mergeRequest.edit", this.ref, field);
      return;
    }
    const onTask = readPartAction(value, taskActions);
    if (onTask) {
      const shown = this.shown?.mergeRequest.description;
      if (shown) await toggleTask(this.context, this.ref, shown, Number(onTask.part));
      return;
    }
    const action = readAction(value, actions, jobActions);
    if (action === undefined) return;
    const { ref } = this;
    const { pipeline } = this.value;
    const scope = pipeline && { instance: ref.instance, project: pipeline.project };
    switch (action.do) {
      case "help": {
        const help = helpfulAction(this.value);
        if (help) await commands.executeCommand(help.command, ...(help.args ?? []));
        return;
      }
      case "showPipeline":
        if (scope) await runCommand("forgeline.pipeline.reveal", { ...scope, pipeline: pipeline.pipeline });
        return;
      case "explainPipeline":
        if (scope) await runCommand("forgeline.diagnosis.show", { ...scope, pipeline: pipeline.pipeline });
        return;
      case "showCoverage":
        return runCommand("forgeline.coverage.show", ref);
      case "showUncovered":
        return runCommand("forgeline.coverage.showUncovered", ref);
      case "showLog": {
        const job = pipeline?.stages?.flatMap(({ jobs }) => jobs).find((one) => one.job.id === action.job)?.job;
        if (scope && job) await runCommand("forgeline.job.showLog", { ...scope, job });
        return;
      }
      case "openChanges":
        return runCommand("forgeline.changes.openAll", ref);
      default:
        return runCommand(`forgeline.mergeRequest.${action.do}`, ref);
    }
  }

  typed(typed: ShownText): void {
    this.activity.boxes.typed(typed);
  }

  attach(files: FilesForBox, insert: (message: InsertMessage) => Promise<boolean>): void {
    attachToBox(this.context, this.activity, files, insert).catch((error: unknown) =>
      this.context.report.error(error, l10n.t("Attach to the Comment")),
    );
  }

  complete(typed: TypedWord, signal: AbortSignal): Promise<readonly Offer[]> {
    return this.activity.complete(this.reader.mergeRequest, typed, signal);
  }

  forget(): void {
    this.shown = undefined;
  }

  dispose(): void {
    this.owned.dispose();
    this.activity.dispose();
  }
}

const isShown = ({ activity }: Overview, discussion: string | undefined): boolean =>
  activity?.conversation?.discussions.some(({ id }) => id === discussion) === true;

const kindWith = (talk: Talk): PageKind<MergeRequestRef, MergeRequestPage> => ({
  files: "overview",
  icon: "mergeRequest",
  images: true,
  firstPoll: 3_000,
  name: ({ mergeRequest: { iid } }) => `merge request !${iid}`,
  tab: ({ mergeRequest: { iid, title } }) =>
    title === "" ? l10n.t("Merge request !{0}", iid) : plainText(`!${iid} ${title}`, 60),
  title: ({ mergeRequest: { iid } }) => l10n.t("Merge request !{0}", iid),
  key: ({ instance, project, mergeRequest: { iid, target_project_id: target, project_id: own } }) => ({
    project: { instance, project, projectId: target ?? own ?? undefined },
    id: iid,
  }),
  readKept: (given) => {
    const kept = readKept(given, "iid");
    if (kept === undefined) return undefined;
    const { number: iid, ...scope } = kept;
    return refOf({ ...scope, iid });
  },
  open: (context, ref, changed) => new MergeRequestPage(context, ref, talk, changed),
});

/** Returns what opens the pages, with the conversations that they show. */
export const openPages =
  (talk: Talk) =>
  (context: Context, viewType: string): OpenPanels<MergeRequestRef, MergeRequestPage> =>
    new OpenPanels(context, viewType, kindWith(talk));
