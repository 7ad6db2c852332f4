// Everything but line breaks and tabs that moves a cursor or starts something in a terminal.
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
// eslint-disable-next-line no-control-regex -- escape sequences are what this looks for
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// eslint-disable-next-line no-control-regex -- those of colours stay
const colour = /^\u001b\[[\d;:]*m$/;
const kept = "\ue000";

/** The beginning of a text, not in the middle of a character; with whether something was left out. */
export function cut(text: string, limit: number): { readonly text: string; readonly whole: boolean } {
  if (text.length <= limit) return { text, whole: true };
  const last = text.charCodeAt(limit - 1);
  return { text: text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit), whole: false };
}

/** Text from outside for a message: without colours and whatever else a terminal would obey. */
export const messageText = (text: string): string =>
  text.replace(sequences, "").replace(/\r\n?/g, "\n").replace(controls, "").trim();

/** Text from outside for the terminal of test results: its colours stay, nothing else in it moves the cursor or acts. */
export function terminalText(text: string): string {
  const colours: string[] = [];
  const marked = text.replaceAll(kept, "").replace(sequences, (one) => {
    if (!colour.test(one)) return "";
    colours.push(one);
    return kept;
  });
  const plain = marked.replace(/\r\n?/g, "\n").replace(controls, "").replaceAll("\n", "\r\n");
  return colours.length === 0 ? plain : `${plain.replaceAll(kept, () => colours.shift() ?? "")}\u001b[0m`;
}
