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
  /** Which row has the focus; by default the one chosen last. */
  readonly focus?: (value: Answer, last: Answer | undefined) => boolean;
}

/** The menu of a form, whose fields are edited one by one. It reopens at the row that was chosen last, and shows on top why the host refused. */
export class FormMenu<Answer> {
  /** Why the host refused; shown until its row is selected or the caller clears it. */
  refused: ErrorWords | undefined;
  private last: Answer | undefined;

  /** @param first the row that has the focus at first */
  constructor(first?: Answer, refused?: ErrorWords) {
    this.last = first;
    this.refused = refused;
  }

  /** Sets the row that the menu opens at next. */
  openAt(answer: Answer): void {
    this.last = answer;
  }

  /** Asks for a row. @param question made anew each time it is shown @throws CancelledError; what the action of a refusal throws */
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
        active: ({ answer: value }) => (value === undefined ? last === undefined : focus(value, last)),
      });
      if (answer !== undefined) {
        this.last = answer;
        return answer;
      }
      this.refused = undefined;
      if (refused?.action) await commands.executeCommand(refused.action.command, ...(refused.action.args ?? []));
    }
  }

  /** Asks for the value of a field; Back leaves everything as it is. @returns whether it was answered */
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
   * Shows a menu whose changes are sent at once, until it is closed.
   * @param change sends one; ends the menu by returning `"leave"`
   * @param failed logs why one failed, which is then shown on top
   * @throws CancelledError when the menu is closed
   */
  async edit(
    question: () => FormMenuQuestion<Answer>,
    change: (answer: Answer) => Promise<"leave" | undefined>,
    failed: (error: unknown) => void,
  ): Promise<void> {
    for (;;) {
      const answer = await this.ask(question);
      this.refused = undefined;
      try {
        if ((await change(answer)) === "leave") return;
      } catch (error) {
        if (error instanceof GoBack || isCancelled(error)) continue;
        failed(error);
        this.refused = describeError(error);
      }
    }
  }
}
