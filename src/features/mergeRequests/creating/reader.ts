import { l10n } from "vscode";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type PageProblem, PageReader } from "../../../core/webview/pageReader.ts";
import { type Difference, readDifference } from "./difference.ts";
import { type NewMergeRequestRef, type Proposal, proposedWords } from "./proposal.ts";
import { readSource, type Source } from "./source.ts";
import { aimedAgain, readTargets, scopeOfTarget, type Targets } from "./targets.ts";
import { defaultTemplate } from "./templates.ts";

/** The proposal that a reader fills in and reads for. */
export interface Entered {
  readonly proposal: () => Proposal | undefined;
  /** Takes over the proposal of the commits, unless there is one. */
  propose(proposal: Proposal): void;
  /** Takes over a target that replaces one that is gone. */
  aimAgain(aim: Pick<Proposal, "into" | "target">, why: ErrorWords | undefined): void;
}

/** Reads what the page of a new merge request shows beside what is entered: targets, the source, and what they differ in. */
export class CreationReader extends PageReader {
  protected readonly doing = "Read for a new merge request";
  targets: Targets | undefined;
  source: Source | undefined;
  difference: Difference | undefined;
  private readonly whole: Context;
  private readonly ref: NewMergeRequestRef;
  private readonly entered: Entered;
  private comparing = new AbortController();
  /** Grows with each comparison, of which only the latest is shown. */
  private comparisons = 0;

  constructor(context: Context, ref: NewMergeRequestRef, entered: Entered, changed: () => void) {
    super(context, ref.instance, changed);
    this.whole = context;
    this.ref = ref;
    this.entered = entered;
  }

  /** Nothing changes by itself that the page would poll for. */
  get busy(): boolean {
    return false;
  }

  override get problem(): PageProblem | undefined {
    return super.problem;
  }

  poll(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Looks again where the source is and what it differs in, in the background.
   * @param otherAim whether what is shown is that of another target
   */
  compareAgain(otherAim: boolean): void {
    this.comparing.abort();
    this.comparing = new AbortController();
    const { signal } = this.comparing;
    if (otherAim) {
      this.difference = undefined;
      this.changed();
    }
    void this.compare(signal).catch((error: unknown) => {
      if (isCancelled(error) || signal.aborted) return;
      this.whole.report.background(error, this.doing);
      this.failure = describeError(error);
      this.changed();
    });
  }

  /** Reads where the source is. @throws ApiError */
  async readSource(signal: AbortSignal): Promise<Source> {
    const source = await readSource(this.whole, this.ref, signal);
    signal.throwIfAborted();
    this.source = source;
    return source;
  }

  dispose(): void {
    this.comparing.abort();
  }

  protected forget(): void {
    this.comparing.abort();
    this.targets = this.source = this.difference = undefined;
  }

  protected async readAll(signal: AbortSignal): Promise<void> {
    this.comparing.abort();
    const [read, source] = await Promise.all([readTargets(this.whole, this.ref, signal), this.readSource(signal)]);
    signal.throwIfAborted();
    const before = this.entered.proposal();
    if (before === undefined) {
      const { proposal, difference } = await proposedFrom(this.whole, this.ref, read, source, signal);
      signal.throwIfAborted();
      this.targets = read;
      this.difference = difference;
      this.entered.propose(proposal);
    } else {
      const { targets, aim, lost } = aimedAgain(read, before);
      this.targets = targets;
      this.entered.aimAgain(
        aim,
        lost && {
          message: l10n.t(
            "The target project {0} was deleted, or your account cannot see it. The target is now {1}.",
            plainText(String(lost.project), 100),
            plainText(String(aim.into.project), 100),
          ),
        },
      );
    }
    this.loaded = true;
    this.failure = undefined;
    this.changed();
    if (before !== undefined) await this.readDifference(signal);
  }

  private async compare(signal: AbortSignal): Promise<void> {
    await this.readSource(signal);
    await this.readDifference(signal);
  }

  private async readDifference(signal: AbortSignal): Promise<void> {
    const { targets, source } = this;
    const proposal = this.entered.proposal();
    if (!targets || !source || !proposal) return;
    const compared = { context: this.whole, ref: this.ref, targets, source, aim: proposal };
    this.comparisons += 1;
    const { comparisons } = this;
    const difference = await readDifference(compared, signal);
    signal.throwIfAborted();
    if (comparisons !== this.comparisons) return;
    this.difference = difference;
    this.changed();
  }
}

/** Returns a proposal from the commits of the branch, or with the text that descriptions of the project start with. */
async function proposedFrom(
  context: Context,
  ref: NewMergeRequestRef,
  targets: Targets,
  source: Source,
  signal: AbortSignal,
): Promise<{ readonly proposal: Proposal; readonly difference: Difference }> {
  const { usual: into, defaults } = targets;
  const target = into.defaultBranch;
  const [difference, template] = await Promise.all([
    readDifference({ context, ref, targets, source, aim: { into, target } }, signal),
    defaultTemplate(context, scopeOfTarget(ref, targets, into), ref, signal),
  ]);
  const proposal: Proposal = {
    source: ref.source,
    into,
    target,
    ...proposedWords(difference.commits, ref.source),
    ...(template !== undefined && { description: template }),
    reviewers: [],
    removeSource: defaults.removeSource,
    squash: defaults.squash,
  };
  return { proposal, difference };
}

/** Returns what the page of a new merge request would begin with. @param entered what was entered earlier */
export async function proposeFor(
  context: Context,
  ref: NewMergeRequestRef,
  entered: Proposal | undefined,
  signal: AbortSignal,
): Promise<{ readonly targets: Targets; readonly proposal: Proposal }> {
  const [read, source] = await Promise.all([readTargets(context, ref, signal), readSource(context, ref, signal)]);
  if (entered === undefined)
    return { targets: read, proposal: (await proposedFrom(context, ref, read, source, signal)).proposal };
  const { targets, aim } = aimedAgain(read, entered);
  return { targets, proposal: { ...entered, ...aim } };
}
