// All control characters but line breaks and tabs.
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
// eslint-disable-next-line no-control-regex -- escape sequences are what this looks for
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// eslint-disable-next-line no-control-regex -- those of colours stay
const colour = /^\u001b\[[\d;:]*m$/;
const kept = "\ue000";

/** Truncates a text without splitting a character. */
export function cut(text: string, limit: number): { readonly text: string; readonly whole: boolean } {
  if (text.length <= limit) return { text, whole: true };
  const last = text.charCodeAt(limit - 1);
  return { text: text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit), whole: false };
}

/** Returns untrusted text for a message, without escape sequences and control characters. */
export const messageText = (text: string): string =>
  text.replace(sequences, "").replace(/\r\n?/g, "\n").replace(controls, "").trim();

/** Returns untrusted text for the test results terminal; of all escape sequences, only colors are kept. */
export function terminalText(text: string): string {
  const colours: string[] = [];
  const marked = text.replaceAll(kept, "").replace(sequences, (one) => {
    if (!colour.test(one)) return "";
    colours.push(one);
    return kept;
  });
  const plain = marked.replace(/\r\n?/g, "\n").replace(controls, "").replaceAll("\n", "\r\n");
  // Not taken from the front: that moves all others.
  let next = 0;
  return colours.length === 0 ? plain : `${plain.replaceAll(kept, () => colours[next++] ?? "")}\u001b[0m`;
}
