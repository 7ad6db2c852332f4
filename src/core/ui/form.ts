import { commands, InputBoxValidationSeverity, l10n, type QuickInputButton, ThemeIcon, window } from "vscode";
import { type ErrorAction, isCancelled } from "../base/errors.ts";
import { describeError, type ErrorWords } from "./describeError.ts";
import { withProgress } from "./progress.ts";
import { type BoxOptions, GoBack, onlyStep, type Place, showBox } from "./quickInput.ts";
import { writeInEditor, type WriteOptions } from "./writeInEditor.ts";

/** One question of a form. It receives the values so far and returns them with its own. */
export interface FormStep<V> {
  /** The step is skipped while this is false. */
  readonly when?: (values: V) => boolean;
  readonly ask: (place: Place, values: V) => Promise<V>;
}

export interface FormOptions {
  /** Whether the first question has a Back button as well, which ends the form with GoBack. */
  readonly back?: boolean;
  /** Number of steps that count as answered, when a refused form reopens. */
  readonly from?: number;
}

/**
 * Asks one question after the other, with "n/m" in the title and a Back button. Going back keeps answers and
 * typed text.
 * @throws CancelledError when a box is closed.
 */
export async function runForm<V>(
  title: string,
  initial: V,
  steps: readonly FormStep<V>[],
  { back = false, from = 0 }: FormOptions = {},
): Promise<V> {
  const drafts = new Map<FormStep<V>, Place>();
  const asked = steps.slice(0, from);
  let values = initial;
  for (;;) {
    const open = steps.filter((step) => step.when?.(values) ?? true);
    const next = open.find((step) => !asked.includes(step));
    if (!next) return values;
    const place: Place = {
      title,
      step: asked.length + 1,
      total: open.length,
      back: back || asked.length > 0,
      draft: drafts.get(next)?.draft,
    };
    drafts.set(next, place);
    try {
      values = await next.ask(place, values);
      asked.push(next);
    } catch (error) {
      if (!(error instanceof GoBack) || asked.length === 0) throw error;
      asked.pop();
    }
  }
}

export interface TextOptions extends BoxOptions {
  readonly prompt: string;
  readonly placeholder?: string | undefined;
  readonly value?: string | undefined;
  /** Selected range of the value; all of it by default. */
  readonly selection?: readonly [number, number] | undefined;
  readonly password?: boolean | undefined;
  /** Returns what is wrong with a text; undefined for a valid one. */
  readonly validate?: ((text: string) => string | undefined) | undefined;
  /** Returns what to consider about a valid text, which can be submitted all the same. */
  readonly warn?: ((text: string) => string | undefined) | undefined;
  /** Set if the text may have several lines, which are written in an editor: a button opens it. */
  readonly lines?: Pick<WriteOptions, "language" | "placeholder" | "take" | "detail"> | undefined;
}

/** Prompts for a text. @throws CancelledError, GoBack */
export async function inputText(options: TextOptions): Promise<string> {
  const answer = await textBox(options, undefined);
  return answer.text;
}

/**
 * Prompts for a text and submits it; after a failure it prompts again with the typed text and the error.
 * @param options.sending title of the progress notification
 * @param options.writes whether submitting changes something on the host
 * @param options.failed called with every failure, to log it
 * @throws CancelledError when the box is closed.
 */
export async function submitText<T>(
  options: TextOptions & {
    readonly sending: string;
    readonly writes?: boolean;
    readonly failed: (error: unknown) => void;
  },
  submit: (text: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let value = options.value;
  let refused: ErrorWords | undefined;
  for (;;) {
    const answer = await textBox({ ...options, ...(value !== undefined && { value }) }, refused);
    value = answer.text;
    if (answer.action) {
      await commands.executeCommand(answer.action.command, ...(answer.action.args ?? []));
      refused = undefined;
      continue;
    }
    const text = answer.text;
    try {
      return await withProgress(options.sending, (signal) => submit(text, signal), { writes: options.writes ?? false });
    } catch (error) {
      refused = isCancelled(error) ? undefined : describeError(error);
      options.failed(error);
    }
  }
}

async function textBox(
  options: TextOptions,
  refused: ErrorWords | undefined,
): Promise<{ text: string; action?: ErrorAction }> {
  const { lines } = options;
  const before = options.place?.draft ?? options.value ?? "";
  // An input box would join the lines.
  if (lines && before.includes("\n")) return { text: await writeLines(options, lines, before, refused) };
  const answer = await oneLine(options, refused);
  return lines && answer.further ? { text: await writeLines(options, lines, answer.text, undefined) } : answer;
}

/** Has a text of several lines written in an editor, until it is valid. @throws CancelledError, GoBack */
async function writeLines(
  options: TextOptions,
  lines: NonNullable<TextOptions["lines"]>,
  before: string,
  refused: ErrorWords | undefined,
): Promise<string> {
  const { title, validate, onType } = options;
  const place = options.place ?? onlyStep(title, false);
  let [text, wrong] = [before, refused?.message];
  for (;;) {
    text = await writeInEditor(place, text, {
      ...lines,
      placeholder: wrong ?? lines.placeholder,
      keep: (typed) => {
        place.draft = typed;
        onType?.(typed);
      },
    });
    wrong = validate?.(text);
    // The editor drops blank lines at the end, and other line ends.
    if (wrong === undefined) return text === before.replaceAll("\r\n", "\n").trimEnd() ? before : text;
  }
}

interface TextAnswer {
  readonly text: string;
  readonly action?: ErrorAction;
  /** Whether to go on writing in an editor. */
  readonly further?: boolean;
}

function oneLine(options: TextOptions, refused: ErrorWords | undefined): Promise<TextAnswer> {
  const box = window.createInputBox();
  const action = refused?.action;
  const actionButton: QuickInputButton | undefined = action && {
    iconPath: new ThemeIcon("arrow-right"),
    tooltip: action.title,
  };
  const toEditor: QuickInputButton | undefined = options.lines && {
    iconPath: new ThemeIcon("edit"),
    tooltip: l10n.t("Open in Editor"),
  };
  const buttons = [
    ...(options.buttons ?? []),
    ...(toEditor ? [toEditor] : []),
    ...(actionButton ? [actionButton] : []),
  ];
  return showBox<TextAnswer>(box, { ...options, buttons }, ({ store, done }) => {
    box.prompt = options.prompt;
    box.placeholder = options.placeholder;
    box.password = options.password ?? false;
    box.value = options.place?.draft ?? options.value ?? "";
    if (options.selection) box.valueSelection = options.selection;
    box.validationMessage = refused?.message;
    store.add(
      box.onDidChangeValue((text) => {
        if (options.place) options.place.draft = text;
        options.onType?.(text);
        const message = text === "" ? undefined : options.warn?.(text);
        const warning = message === undefined ? undefined : { message, severity: InputBoxValidationSeverity.Warning };
        box.validationMessage = text === "" ? undefined : (options.validate?.(text) ?? warning);
      }),
    );
    store.add(
      box.onDidAccept(() => {
        const wrong = options.validate?.(box.value);
        box.validationMessage = wrong;
        if (wrong === undefined) done({ text: box.value });
      }),
    );
    store.add(
      box.onDidTriggerButton((button) => {
        if (action && button === actionButton) done({ text: box.value, action });
        if (toEditor && button === toEditor) done({ text: box.value, further: true });
      }),
    );
  });
}
