import { fencesOf } from "./markdownFences.ts";

/** A task of a list. */
export interface Task {
  /** Index of the character between its brackets. */
  readonly at: number;
  readonly isDone: boolean;
}

const task = /^(?:[\s>]|[-+*](?=\s)|\d{1,9}[.)](?=\s))*?(?:[-+*]|\d{1,9}[.)])\s+\[([ xX])\] +\S/;

/** Returns the tasks of a text, in order. */
export function tasksOf(text: string): readonly Task[] {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const isText = new Set(fencesOf(text).others);
  let start = 0;
  return lines.flatMap((line, number) => {
    const from = start;
    start += line.length;
    const [found, mark] = isText.has(number) ? (task.exec(line) ?? []) : [];
    return found === undefined
      ? []
      : [{ at: from + found.lastIndexOf("[", found.lastIndexOf("]")) + 1, isDone: mark !== " " }];
  });
}

/** Returns a text with the other state of a task; undefined if it has no such task. */
export function withTaskToggled(text: string, index: number): string | undefined {
  const found = tasksOf(text)[index];
  return found && `${text.slice(0, found.at)}${found.isDone ? " " : "x"}${text.slice(found.at + 1)}`;
}
