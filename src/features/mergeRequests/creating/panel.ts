import { commands, l10n, window, workspace } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { type ErrorAction, isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { asId, asText, recordOf } from "../../../core/base/stored.ts";
import { withLeft } from "../../../core/base/withLeft.ts";
import type { Change } from "../../../core/changes.ts";
import { openAllChanges, openChange } from "../../../core/comparisons/openChanges.ts";
import type { Context } from "../../../core/context.ts";
import { checkAccount, holdAccounts } from "../../../core/heldAccounts.ts";
import { isDraftTitle } from "../../../core/mergeRequests/draftTitle.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { Offer, TypedWord } from "../../../core/webview/completionMessages.ts";
import { readAction, readPartAction, type ShownText, type ShowMessage } from "../../../core/webview/messages.ts";
import { OpenPanels, type Page, type PageKind } from "../../../core/webview/pagePanel.ts";
import type { Writing } from "../../../core/webview/parts.ts";
import type { ShownBox } from "../../../core/webview/textBox.ts";
import type { Descriptions } from "../description/documents.ts";
import { CommentOffers } from "../review/offers.ts";
import { closeEditor, isInEditor, newDescriptionUri, replaceInEditor, textInEditor } from "./descriptionFile.ts";
import { type AskedToCreate, cannotCreate, whyNotCreated } from "./errors.ts";
import { editField } from "./fields.ts";
import { actions, type Creation, fileActions, type RefusedField, willPush } from "./model.ts";
import { creatingPage } from "./page.ts";
import { keyOf, type NewMergeRequestRef, type Proposal } from "./proposal.ts";
import type { Proposals } from "./proposals.ts";
import { CreationReader } from "./reader.ts";
import { sendProposal } from "./send.ts";
import { pushSource, type Source } from "./source.ts";
import { scopeOfTarget } from "./targets.ts";

type BoxName = "title" | "description";

/** The page of a merge request that is being created: all that is entered is kept on disk until it is created or discarded. */
export class CreatingPage implements Page<NewMergeRequestRef> {
  readonly ref: NewMergeRequestRef;
  readonly reader: CreationReader;
  private readonly context: Context;
  private readonly proposals: Proposals;
  private readonly offers: CommentOffers;
  private readonly changed: () => void;
  private readonly close: () => void;
  private readonly owned = new DisposableStore();
  private entered: Proposal | undefined;
  private sending = false;
  private closed = false;
  /** Whether it was created or discarded: nothing is kept of it any longer. */
  private ended = false;
  private refused: (ErrorWords & { readonly field?: RefusedField | undefined }) | undefined;
  /** Grows with each text that was not typed on the page. */
  private readonly generations = { title: 0, description: 0 };
  /** What the boxes held before that. */
  private readonly replaced = { title: "", description: "" };
  private readonly looking: Disposable;
  private wasInEditor = false;
  /** Where the source branch is, as the page was drawn last. */
  private shownSource: Source | undefined;
  /** Aborts when the list of a field has to close. */
  private editing = new AbortController();
  /** Box that gets the keyboard when the page is drawn next. */
  private focusNext: BoxName | undefined;

  constructor(context: Context, ref: NewMergeRequestRef, proposals: Proposals, changed: () => void, close: () => void) {
    this.context = context;
    this.ref = ref;
    this.proposals = proposals;
    this.offers = new CommentOffers(context);
    this.changed = changed;
    this.close = close;
    this.entered = proposals.get(ref);
    this.looking = proposals.lookForLeft(ref, (left) => {
      this.renew("title");
      this.renew("description");
      this.entered = left;
      this.reader.compareAgain(true);
      changed();
    });
    this.reader = new CreationReader(
      context,
      ref,
      {
        proposal: () => this.entered,
        propose: (proposal) => {
          this.entered ??= proposal;
        },
        aimAgain: (aim, why) => this.aimAgain(aim, why),
      },
      changed,
    );
    this.owned.add(
      proposals.onDidChange(({ ref: other, by }) => {
        if (by === "document" && keyOf(other) === keyOf(ref)) this.takeOver("description");
      }),
    );
    this.owned.add(
      window.tabGroups.onDidChangeTabs(() => {
        if (isInEditor(ref) !== this.wasInEditor) changed();
      }),
    );
    this.owned.add(
      context.current.onDidChange((current) => {
        if (current.kind === "ready" && sameProject(current.project, ref) && !this.sending)
          this.reader.compareAgain(false);
      }),
    );
  }

  /** What is shown. */
  get value(): Creation {
    const { ref, entered: proposal, sending, refused } = this;
    const { targets, source, difference, loaded, problem } = this.reader;
    return {
      ref,
      proposal,
      targets,
      source,
      difference,
      loaded,
      sending,
      refusal: refused && { message: refused.message, remedy: refused.action?.title, field: refused.field },
      problem,
      inEditor: isInEditor(ref),
      user: this.context.connections.get(ref.instance).session?.user,
      box: (name) => this.box(name),
    };
  }

  draw(writing: Writing): Omit<ShowMessage, "type"> {
    const { instance, project, source } = this.ref;
    const { value } = this;
    this.wasInEditor = value.inEditor;
    this.shownSource = value.source;
    const focus = this.focusNext && this.box(this.focusNext).id;
    this.focusNext = undefined;
    return {
      page: creatingPage(value, writing),
      kept: { instance, project, source },
      ...(focus !== undefined && { focus }),
    };
  }

  /** What other merge requests do does not concern it. */
  concerns(_change: Change): boolean {
    return false;
  }

  async act(value: string, texts: readonly ShownText[]): Promise<void> {
    for (const text of texts) this.typed(text);
    const onFile = readPartAction(value, fileActions);
    if (onFile) {
      const changes = this.reader.difference?.changes;
      const file = changes?.files[Number(onFile.part)];
      if (changes && file) await openChange(this.context, changes, file);
      return;
    }
    const action = readAction(value, actions, []);
    if (action === undefined || (this.sending && action.do !== "help")) return;
    switch (action.do) {
      case "create": {
        // What the page shows is what is sent.
        const isShown = (name: BoxName): boolean =>
          texts.some(({ box, text }) => box === name && text === this.entered?.[name]);
        if (isShown("title") && (isShown("description") || isInEditor(this.ref))) await this.create();
        return;
      }
      case "discard":
        return this.discard();
      case "openInEditor":
        return this.openInEditor();
      case "openChanges":
        return this.openChanges();
      case "help":
        return this.help(this.refused?.action);
      default: {
        const { targets, difference } = this.reader;
        const { context, ref, entered: proposal } = this;
        if (targets === undefined || proposal === undefined) return;
        const commits = difference?.commits ?? [];
        // What was typed meanwhile stays before what is added.
        const description = (): string => (this.entered ?? proposal).description;
        const ticked = (part: Partial<Proposal>): void => void this.change(part);
        const { signal } = this.renewEditing();
        const edit = { context, ref, targets, proposal, commits, description, ticked, signal };
        await this.change(await editField(action.do, edit));
      }
    }
  }

  typed({ box, id, text }: ShownText): void {
    if ((box !== "title" && box !== "description") || this.entered === undefined || this.sending) return;
    if (box === "description" && isInEditor(this.ref)) return;
    const before = this.entered;
    if (id !== this.box(box).id) {
      // It was typed before the page showed the text that took its place.
      if (text === this.replaced[box]) return;
      this.renew(box);
      this.keep({ [box]: box === "title" ? text : withLeft(text, before[box]) });
      this.changed();
      return;
    }
    this.keep({ [box]: text });
    const settles = this.refused?.field === box && text.trim() !== "";
    if (settles) this.refused = undefined;
    if (settles || (box === "title" && isDraftTitle(before.title) !== isDraftTitle(text))) this.changed();
  }

  /** Offers the people of the target project. */
  complete(typed: TypedWord, signal: AbortSignal): Promise<readonly Offer[]> {
    const { ref, entered } = this;
    const { targets } = this.reader;
    const scope = entered && targets ? scopeOfTarget(ref, targets, entered.into) : ref;
    return this.offers.find(scope, typed, [], signal);
  }

  /** Nothing that changes is read out but refusals, which are alerts. */
  forget(): void {
    this.refused = undefined;
  }

  dispose(): void {
    this.closed = true;
    this.editing.abort();
    this.looking.dispose();
    this.reader.dispose();
    this.owned.dispose();
  }

  private renewEditing(): AbortController {
    this.editing.abort();
    this.editing = new AbortController();
    return this.editing;
  }

  private box(name: BoxName): ShownBox {
    const { refused, ref } = this;
    return {
      name,
      id: `new-${name}-${this.generations[name]}`,
      text: this.entered?.[name] ?? "",
      sending: false,
      ...(refused?.field === name && { problem: refused.message }),
      ...(name === "description" && isInEditor(ref) && { notice: l10n.t("The description is open in an editor.") }),
    };
  }

  /** Shows the next text of a box in the place of the one that was typed. */
  private renew(name: BoxName): void {
    this.replaced[name] = this.entered?.[name] ?? "";
    this.generations[name] += 1;
  }

  private keep(part: Partial<Proposal>): void {
    if (this.entered === undefined || this.ended) return;
    this.entered = { ...this.entered, ...part };
    void this.proposals.keep(this.ref, this.entered, "page");
  }

  /** Changes fields otherwise than by typing. */
  private async change(part: Partial<Proposal> | undefined): Promise<void> {
    const { entered: before, ref } = this;
    if (part === undefined || before === undefined) return;
    const { description, ...others } = part;
    if (description !== undefined && !(await replaceInEditor(ref, description))) {
      this.renew("description");
      this.keep({ description });
    }
    if (others.title !== undefined) this.renew("title");
    this.keep(others);
    const { into, target, keepLocal } = this.entered ?? before;
    if (into !== before.into || target !== before.target || keepLocal !== before.keepLocal) {
      if (this.refused?.field === "target") this.refused = undefined;
      this.reader.compareAgain(true);
    }
    this.changed();
  }

  /** Takes over what was written in the editor. */
  private takeOver(name: BoxName): void {
    const text = this.proposals.get(this.ref)?.[name];
    if (this.entered === undefined || text === undefined || text === this.entered[name]) return;
    this.renew(name);
    this.entered = { ...this.entered, [name]: text };
    this.changed();
  }

  private aimAgain(aim: Pick<Proposal, "into" | "target">, why: ErrorWords | undefined): void {
    if (this.entered === undefined) return;
    this.entered = { ...this.entered, ...aim };
    if (why) this.refused = { ...why, field: "target" };
  }

  private async create(): Promise<void> {
    const { ref } = this;
    const { targets } = this.reader;
    if (this.entered === undefined || targets === undefined) return;
    const proposal = { ...this.entered, description: textInEditor(ref) ?? this.entered.description };
    this.entered = proposal;
    // Its ticks are in the proposal.
    this.editing.abort();
    // A push may take minutes, in which another account may be chosen.
    const { held } = holdAccounts(this.context);
    if (proposal.title.trim() === "") {
      this.refuse({ message: l10n.t("Enter a title.") }, "title");
      return;
    }
    const scope = { instance: ref.instance, project: ref.project };
    const asked: AskedToCreate = { scope, targets, proposal };
    this.sending = true;
    this.refused = undefined;
    this.changed();
    let made: MergeRequest;
    try {
      // On disk before anything is sent.
      await this.proposals.keep(ref, proposal, "page");
      await this.bringToHost(held, proposal);
    } catch (error) {
      this.sending = false;
      if (isCancelled(error)) this.changed();
      else this.fail(error, describeError(error));
      return;
    }
    try {
      made = await sendProposal(held, asked);
    } catch (error) {
      const words = await this.reasonOf(error, asked);
      this.sending = false;
      this.fail(error, words, fieldOf(error, words));
      return;
    }
    await this.end();
    const there = scopeOfTarget(scope, targets, proposal.into);
    const [iid, title, path] = [made.iid, plainText(made.title, 100), plainText(String(there.project), 100)];
    notice(
      there === scope ? l10n.t("Created !{0}: {1}", iid, title) : l10n.t("Created !{0} in {1}: {2}", iid, path, title),
    );
    await runCommand("forgeline.mergeRequest.open", { ...there, mergeRequest: made });
  }

  /** Pushes what the page says is pushed; what it did not show is never pushed. @throws UserError */
  private async bringToHost(held: Context, proposal: Proposal): Promise<void> {
    const shown = this.shownSource;
    const announced = willPush({ source: shown, proposal }) ? shown?.local?.head : undefined;
    const branch = plainText(this.ref.source, 100);
    const look = () =>
      withProgress(l10n.t("Looking for “{0}” on {1}…", branch, instanceHost(this.ref.instance)), (signal) =>
        this.reader.readSource(signal),
      );
    const source = await look();
    if (!willPush({ source, proposal })) {
      if (source.there !== undefined) return;
      throw new UserError(l10n.t("“{0}” is not on the host. Push it first.", branch));
    }
    if (source.local === undefined || source.local.head !== announced) {
      this.reader.compareAgain(false);
      throw new UserError(
        l10n.t("“{0}” has commits that are not on the host yet. Check them, then try again.", branch),
      );
    }
    checkAccount(held, this.ref.instance);
    await pushSource(held, source.local, this.ref.source);
    await look();
  }

  private fail(error: unknown, words: ErrorWords, field?: RefusedField): void {
    if (!isCancelled(error)) this.context.report.background(error, "Create Merge Request");
    this.refuse(words, field);
  }

  private async reasonOf(error: unknown, asked: AskedToCreate): Promise<ErrorWords> {
    const { client } = this.context.connections.get(this.ref.instance);
    if (error instanceof ApiError && client.extras.available("createMergeRequest") === false)
      return describeError(cannotCreate(asked, error));
    return whyNotCreated(this.context, error, asked);
  }

  private refuse(words: ErrorWords, field?: RefusedField): void {
    this.refused = { ...words, field };
    if (field === "title") this.focusNext = field;
    this.changed();
    // Nobody would see it on a page that was closed meanwhile; what was entered is kept.
    if (this.closed) throw new UserError(words.message, words.action && { action: words.action });
  }

  private async discard(): Promise<void> {
    const chosen = await ask({
      question: l10n.t("Discard the new merge request of “{0}”?", plainText(this.ref.source, 100)),
      detail: l10n.t("Everything you entered is lost. The branch and its commits stay."),
      buttons: [l10n.t("Discard")],
    });
    if (chosen !== undefined) await this.end();
  }

  /** Drops what was entered and closes the page. */
  private async end(): Promise<void> {
    await closeEditor(this.ref);
    this.ended = true;
    await this.proposals.forget(this.ref);
    this.close();
  }

  private async openInEditor(): Promise<void> {
    if (this.entered === undefined) return;
    await this.proposals.keep(this.ref, this.entered, "page");
    const document = await workspace.openTextDocument(newDescriptionUri(this.ref));
    await window.showTextDocument(document, { preview: false });
  }

  private async openChanges(): Promise<void> {
    const { changes } = this.reader.difference ?? {};
    if (changes === undefined || this.entered === undefined) return;
    const title = plainText(this.entered.title, 80) || l10n.t("New merge request");
    await openAllChanges(this.context, title, changes);
  }

  private async help(action: ErrorAction | undefined): Promise<void> {
    if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
  }
}

/** Returns the field that a refusal is about, as far as the host names it. */
function fieldOf(error: unknown, { action }: ErrorWords): RefusedField | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.fields?.["title"] !== undefined) return "title";
  if (error.kind === "notFound" && action === undefined) return "target";
  return error.fields?.["target_branch"] === undefined ? undefined : "target";
}

const parseKept = recordOf({ instance: asText, project: asId, source: asText });

const kindWith = (proposals: Proposals): PageKind<NewMergeRequestRef, CreatingPage> => ({
  files: "overview",
  icon: "mergeRequest",
  name: ({ source }) => `new merge request of ${source}`,
  tab: ({ source }) => l10n.t("New merge request: {0}", plainText(source, 40)),
  title: () => l10n.t("Create Merge Request"),
  key: ({ instance, project, source }) => ({ project: { instance, project }, id: source }),
  readKept: (given) => {
    const kept = parseKept(given);
    return kept && /^https?:\/\//.test(kept.instance) && kept.source !== "" ? kept : undefined;
  },
  open: (context, ref, changed, close) => new CreatingPage(context, ref, proposals, changed, close),
});

/** Returns what opens the pages, with what was entered on them. */
export const openCreating =
  ({ proposals }: Pick<Descriptions, "proposals">) =>
  (context: Context, viewType: string): OpenPanels<NewMergeRequestRef, CreatingPage> =>
    new OpenPanels(context, viewType, kindWith(proposals));
