import { commands, ThemeIcon } from "vscode";
import { isCancelled } from "../base/errors.ts";
import { describeError, type ErrorWords } from "./describeError.ts";
import { type Choice, pickOne, type Row, type Separator } from "./pick.ts";
import { GoBack, onlyStep } from "./quickInput.ts";

/** A row without buttons. */
export type FormRow<Answer> = Omit<Choice<Answer>, "buttons"> | Separator;

export interface FormMenuQuestion<Answer> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly FormRow<Answer>[];
  /** Returns whether a row gets the focus; by default the one selected last. */
  readonly focus?: (value: Answer, last: Answer | undefined) => boolean;
}

/**
 * Menu of a form whose fields are edited one by one. It reopens at the last selected row, or at the host's refusal, which is
 * shown on top.
 */
export class FormMenu<Answer> {
  /** The host's refusal; shown until its row is selected or the caller clears it. */
  refused: ErrorWords | undefined;
  private last: Answer | undefined;

  /** @param first row that has the initial focus */
  constructor(first?: Answer, refused?: ErrorWords) {
    this.last = first;
    this.refused = refused;
  }

  /** Sets the row that the menu opens at next. */
  openAt(answer: Answer): void {
    this.last = answer;
  }

  /**
   * Prompts for a row.
   * @param question called each time the menu is shown
   * @throws CancelledError; what a refusal's action throws
   */
  async ask(question: () => FormMenuQuestion<Answer>): Promise<Answer> {
    for (;;) {
      const { title, placeholder, choices, focus = (value, last) => value === last } = question();
      const { refused, last } = this;
      const why: Choice<{ readonly answer?: Answer }>[] =
        refused === undefined
          ? []
          : [
              {
                label: refused.message,
                ...(refused.action && { description: refused.action.title }),
                iconPath: new ThemeIcon("warning"),
                alwaysShow: true,
                value: {},
              },
            ];
      const { answer } = await pickOne<{ readonly answer?: Answer }>({
        title,
        place: onlyStep(title, false),
        placeholder,
        choices: [
          ...why,
          ...choices.map((row): Row<{ readonly answer?: Answer }> =>
            "value" in row ? { ...row, value: { answer: row.value } } : row,
          ),
        ],
        // What was just refused is never the default.
        active: ({ answer: value }) =>
          value === undefined ? refused !== undefined : refused === undefined && focus(value, last),
      });
      if (answer !== undefined) {
        this.last = answer;
        return answer;
      }
      this.refused = undefined;
      if (refused?.action) await commands.executeCommand(refused.action.command, ...(refused.action.args ?? []));
    }
  }

  /** Prompts for the value of a field; Back changes nothing. @returns whether it was answered */
  async answered(ask: () => Promise<void>): Promise<boolean> {
    try {
      await ask();
    } catch (error) {
      if (error instanceof GoBack) return false;
      throw error;
    }
    this.refused = undefined;
    return true;
  }

  /**
   * Shows a menu that sends each change at once, until it is closed.
   * @param change sends a change; returns `"leave"` to close the menu
   * @param failed logs a failure, which is then shown on top
   * @param first an answer that was given already: the menu is shown once it is refused
   * @throws CancelledError when the menu is closed
   */
  async edit(
    question: () => FormMenuQuestion<Answer>,
    change: (answer: Answer) => Promise<"leave" | undefined>,
    failed: (error: unknown) => void,
    first?: Answer,
  ): Promise<void> {
    for (let given = first; ; given = undefined) {
      const answer = given ?? (await this.ask(question));
      this.refused = undefined;
      try {
        if ((await change(answer)) === "leave") return;
      } catch (error) {
        if (error instanceof GoBack || isCancelled(error)) {
          if (given !== undefined) throw error;
          continue;
        }
        failed(error);
        this.refused = describeError(error);
      }
    }
  }
}
