import { isTyped, type ShownText } from "./messages.ts";

/** Limit of the size in bytes of files that are attached at a time; hosts usually take no larger ones. */
export const mostFileBytes = 100 * 1024 * 1024;
/** Class of boxes that take files. */
export const TAKES_FILES = "takes-files";

/** Limit of files that are attached at a time. */
const mostFiles = 100;
const longestName = 255;

/** A file that was pasted or dropped into a box. */
export interface PageFile {
  readonly name: string;
  readonly type?: string | undefined;
  readonly size: number;
  /** Undefined if the files are larger than the limit. */
  readonly bytes?: ArrayBuffer | undefined;
}

/** Files for a box, and where in its text links to them go. */
export interface FilesForBox extends ShownText {
  readonly start: number;
  readonly end: number;
  readonly files: readonly PageFile[];
}

/** From a page to the extension: files were pasted or dropped into a box. */
export interface FilesMessage extends FilesForBox {
  readonly type: "files";
}

/** From the extension to a page: a text to insert in a box, by what the extension knew to be in it. */
export interface InsertMessage {
  readonly type: "insert";
  /** Id of the box's element. */
  readonly id: string;
  readonly before: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** Returns the files for a box; undefined for any other message. */
export function filesForBox(message: unknown): FilesForBox | undefined {
  if (!isTyped(message, "files")) return undefined;
  const { box, id, text, start, end, files: given } = message;
  if (!isCount(start) || !isCount(end) || start > end || end > text.length) return undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > mostFiles) return undefined;
  const files = given.map(fileOf).filter((file) => file !== undefined);
  const isTooMuch = files.reduce((sum, { size }) => sum + size, 0) > mostFileBytes;
  if (files.length < given.length || files.some(({ bytes }) => (bytes === undefined) !== isTooMuch)) return undefined;
  return { box, id, text, start, end, files };
}

function fileOf(given: unknown): PageFile | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { name, type, size, bytes } = given as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || !isCount(size)) return undefined;
  if (bytes !== undefined && !(bytes instanceof ArrayBuffer && bytes.byteLength === size)) return undefined;
  return {
    // A name, not a path.
    name: name.replaceAll(/[/\\\p{Cc}]/gu, "_").slice(-longestName) || "file",
    type: typeof type === "string" && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : undefined,
    size,
    bytes,
  };
}
