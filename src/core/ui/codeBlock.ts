/** Returns Markdown that shows a text as a block of code, which nothing in the text can end. @param info language of the code */
export function codeBlock(text: string, info = ""): string {
  const longestRun = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(Math.max(3, longestRun + 1));
  return `${fence}${info}\n${text === "" || text.endsWith("\n") ? text : `${text}\n`}${fence}`;
}
