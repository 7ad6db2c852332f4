import { commands, ThemeIcon } from "vscode";
import type { ErrorWords } from "./describeError.ts";
import { type Choice, pickOne, type Row, type Separator } from "./pick.ts";

/** A row without buttons. */
export type FormRow<Answer> = Omit<Choice<Answer>, "buttons"> | Separator;

export interface FormMenuQuestion<Answer> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly FormRow<Answer>[];
  /** Where the focus is, when the answer of last time is none of the rows any more. */
  readonly focus?: (value: Answer, last: Answer | undefined) => boolean;
}

/** A menu of a form, which stays until it is sent or left: it opens where the person was, and says on top why what was sent is refused. */
export class FormMenu<Answer> {
  /** What the host says against it; shown until it is chosen or the caller takes it away. */
  refused: ErrorWords | undefined;
  private last: Answer | undefined;

  /** @param first the row that has the focus at first */
  constructor(first?: Answer, refused?: ErrorWords) {
    this.last = first;
    this.refused = refused;
  }

  /** The row that the next menu opens at, in place of the one chosen last. */
  openAt(answer: Answer): void {
    this.last = answer;
  }

  /** @param question made anew each time it is shown @throws CancelledError, GoBack; what the action of a refusal throws */
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
        place: { title, step: 1, total: 1, back: false, draft: undefined },
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
}
