/**
 * Which commands the palette of VS Code shows for what is typed, and in which order without a history: those that contain it, or whose words
 * contain it from their beginnings on, by name.
 */
export const found = (typed: string, labels: readonly string[]): string[] =>
  labels.filter((label) => matches(typed, label)).sort((a, b) => a.localeCompare(b));

function matches(typed: string, label: string): boolean {
  const [text, target] = [typed.toLowerCase(), label.toLowerCase()];
  return target.includes(text) || starts(target, 0).some((at) => matchesWords(text, target, at));
}

/** Whether the text is found from here on, where each letter follows the last, or begins a later word. */
function matchesWords(text: string, target: string, at: number): boolean {
  if (text === "") return true;
  if (target[at] !== text[0]) return false;
  return [at + 1, ...starts(target, at + 1)].some((next) => matchesWords(text.slice(1), target, next));
}

/** Where words and separators begin, from a place on. */
const starts = (target: string, from: number): number[] =>
  Array.from(target, (_, at) => at).filter(
    (at) => at >= from && (at === 0 || isBreak(target[at]) || isBreak(target[at - 1])),
  );

const isBreak = (letter = ""): boolean => /[\s()[\]{}<>`'"\-/;:,.?!]/.test(letter);
