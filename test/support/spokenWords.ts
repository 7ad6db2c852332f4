/** What a screen reader says, compared with what is seen. */

/**
 * Numbers and words in a text. Digits may be grouped in one text and not in the other; single letters such as those of "5h 36m" are left
 * out, as they are read as "5 hours 36 minutes".
 */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(?<=\p{N})[.,](?=\p{N})/gu, "")
    .match(/\p{N}+|\p{L}{2,}/gu) ?? [];

/** Returns the numbers and words of a visible text that its spoken name leaves out. */
export function unreadWords(visible: string, spoken: string): string[] {
  const read = new Set(wordsIn(spoken));
  return wordsIn(visible).filter((word) => !read.has(word));
}
