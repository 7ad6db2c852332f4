import type { Span, TextEdit } from "../../../core/base/textEdit.ts";

/** An edit of one of a pipeline's files. */
export interface FileEdit extends TextEdit {
  readonly file: string;
}

/** Another name in place of the one that stands there, in the same quotes where these can hold it. */
export function renamed(text: string, span: Span, name: string): TextEdit {
  const quote = text[span.start];
  const quoted = quote === '"' || quote === "'" ? quote : "";
  const fits = quoted === "" ? plain(name) : !/["'\\]/.test(name);
  return { ...span, text: fits ? `${quoted}${name}${quoted}` : JSON.stringify(name) };
}

/** A name as it may stand in a list, in quotes where it would be read as something else. */
export const scalarText = (name: string): string => (plain(name) ? name : JSON.stringify(name));

const plain = (name: string): boolean =>
  /^[\p{L}\p{N}_./](?:[\p{L}\p{N}_./+()@ -]|:(?! ))*$/u.test(name) &&
  !/[ :]$/.test(name) &&
  !/^(?:true|false|yes|no|on|off|null|y|n|~|[\d._]+)$/i.test(name);
