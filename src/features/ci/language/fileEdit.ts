import type { Span, TextEdit } from "../../../core/base/textEdit.ts";

/** An edit of one of a pipeline's files. */
export interface FileEdit extends TextEdit {
  readonly file: string;
}

/** Returns the edit that replaces a name, in the same quotes if they can hold the new one. */
export function renamed(text: string, span: Span, name: string): TextEdit {
  const quote = text[span.start];
  const quoted = quote === '"' || quote === "'" ? quote : "";
  const fits = quoted === "" ? plain(name) : !/["'\\]/.test(name);
  return { ...span, text: fits ? `${quoted}${name}${quoted}` : JSON.stringify(name) };
}

/** Returns a name as a YAML list item, quoted if needed. */
export const itemText = (name: string): string => (plain(name) ? name : JSON.stringify(name));

const plain = (name: string): boolean =>
  /^[\p{L}\p{N}_./](?:[\p{L}\p{N}_./+()@ -]|:(?! ))*$/u.test(name) &&
  !/[ :]$/.test(name) &&
  !/^(?:true|false|yes|no|on|off|null|y|n|~|[\d._]+)$/i.test(name);
