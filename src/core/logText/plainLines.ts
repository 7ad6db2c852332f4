import { isUtf8 } from "node:buffer";
import { LINE_LIMIT } from "./ansi.ts";

/** Length of a line's stamp: `2026-09-25T07:33:00.992977Z 00O `. */
const STAMP = 32;
/** Where the stream is in a stamp. */
const STREAM = 28;
/** Length of the part of a stamp that usually is that of the line above: to the minute. */
const MINUTE = 17;
/** Where the fraction of a second begins in a stamp, and where its last two digits do. */
const FRACTION = 20;
const FRACTION_END = 24;

const ESC = 0x1b;
const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const CONCEAL = 8;
/** Most bytes of a sequence that is read here. */
const MOST_PARAMETERS = 64;
/** How section markers begin. */
const MARKER = Buffer.from("section_");

/** Bytes of a word, and what finds those in it that are no printable ASCII character. */
const WORD = 4;
const BLANKS = 0x20202020;
const ONES = 0x01010101;
const HIGHS = 0x80808080;
/** What finds in a word that its bytes are digits. */
const DIGITS = 0x30303030;
const BEHIND_DIGITS = 0x06060606;
const HIGH_HALVES = 0xf0f0f0f0 | 0;

/** Lines that need no terminal. */
export interface PlainRun {
  /** Where the next line begins. */
  readonly end: number;
  readonly lines: number;
  /** Number of bytes of the text, which is at the start of the given array. */
  readonly length: number;
  /** Whether all of it is ASCII. */
  readonly isAscii: boolean;
}

/**
 * Reads whole lines of text, colors and progress that is overwritten, which show no more than their text in UTF-8: no
 * cursor movements but returns, no section markers, concealed or invalid text, and no more than LINE_LIMIT characters.
 * It stops at the first line that is not like that.
 * @param from the start of a line
 * @param stamped whether each line begins with a stamp, all of the same stream; the last line of a run is then one that
 * another line of its stream follows, since the next one can continue it
 * @param out receives the text that is left, without colors and stamps, each line with a line break; at least as long as
 * the bytes from there on
 * @param isWhole whether no line follows that could continue the last one
 */
export function readPlainLines(bytes: Buffer, from: number, stamped: boolean, out: Buffer, isWhole = false): PlainRun {
  const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const output = new DataView(out.buffer, out.byteOffset, out.length);
  // The last byte is a line break, at which each loop below ends.
  const last = bytes.lastIndexOf(LF);
  const lastWord = last - WORD;
  let at = from;
  let to = 0;
  let high = 0;
  let lines = -1;
  let [end, kept] = [from, 0];
  // With stamps, the line above is over where this one begins as it should.
  while (!stamped || (isWhole && at > last) || isStamp(input, at, from)) {
    lines++;
    end = at;
    kept = to;
    if (at > last) break;
    if (stamped) at += STAMP;
    const start = to;
    const most = start + LINE_LIMIT;
    let c = 0;
    for (;;) {
      if (at <= lastWord) {
        // Four bytes at a time, up to the first that is not printable ASCII.
        const word = input.getInt32(at, true);
        output.setInt32(to, word, true);
        const others = ((word - BLANKS) | word | (word + ONES)) & HIGHS;
        const printable = others === 0 ? WORD : (31 - Math.clz32(others & -others)) >> 3;
        at += printable;
        to += printable;
        if (printable === WORD) continue;
        c = (word >>> (8 * printable)) & 0xff;
      } else {
        c = bytes[at] ?? 0;
        if (c >= 0x20 && c < 0x7f) {
          out[to++] = c;
          at++;
          continue;
        }
      }
      if (c === ESC) {
        const after = behindColor(bytes, at);
        if (after === 0) break;
        at = after;
      } else if (c >= 0x80) {
        // C1 control characters.
        if (c === 0xc2 && (bytes[at + 1] ?? 0) < 0xa0) break;
        do {
          high |= c;
          out[to++] = c;
          c = bytes[++at] ?? 0;
        } while (c >= 0x80 && c !== 0xc2);
      } else if (c === TAB) {
        out[to++] = c;
        at++;
      } else if (c === CR) {
        const after = behindReturn(bytes, at, out.subarray(start, to));
        if (after === 0) break;
        at = after;
        c = bytes[at] ?? 0;
        if (c === LF) break;
        // Text replaces what was before the return.
        if (to > most) break;
        to = start;
      } else break;
    }
    if (c !== LF || to > most) break;
    out[to++] = LF;
    at++;
  }
  if (lines < 1 || (high >= 0x80 && !isUtf8(bytes.subarray(from, end))))
    return { end: from, lines: 0, length: 0, isAscii: true };
  return { end, lines, length: kept, isAscii: high < 0x80 };
}

/**
 * Returns the position of what replaces a line's text behind a carriage return, or of the line's end; 0 if that is not
 * clear here.
 * @param shown the text before it
 */
function behindReturn(bytes: Uint8Array, from: number, shown: Buffer): number {
  for (let at = from; ;) {
    const c = bytes[at];
    if (c === CR) at++;
    else if (c === ESC) {
      const after = behindColor(bytes, at);
      if (after === 0) return 0;
      at = after;
      if (bytes[after - 1] !== 0x4b) continue;
      // What clears the line completes a section marker as well. The line's end would not bring the text back.
      return shown.includes(MARKER) || bytes[after] === LF || bytes[after] === CR ? 0 : at;
    } else return at;
  }
}

/**
 * Returns the position behind a sequence that sets colors but conceals nothing, or that clears what is right of the
 * cursor, where nothing is; 0 for others.
 */
function behindColor(bytes: Uint8Array, from: number): number {
  if (bytes[from + 1] !== 0x5b) return 0;
  // `ESC[m`, `ESC[0m` and the like are the most frequent ones.
  const first = bytes[from + 2] ?? 0;
  if (first === 0x6d) return from + 3;
  if (bytes[from + 3] === 0x6d && first >= 0x30 && first < 0x38) return from + 4;
  let code = 0;
  for (let at = from + 2; at < from + MOST_PARAMETERS; at++) {
    const c = bytes[at] ?? 0;
    if (c >= 0x30 && c <= 0x39) code = code * 10 + c - 0x30;
    else if (code === CONCEAL) return 0;
    else if (c === 0x3b) code = 0;
    else if (c === 0x6d) return at + 1;
    else return c === 0x4b && (at === from + 2 || (at === from + 3 && bytes[from + 2] === 0x30)) ? at + 1 : 0;
  }
  return 0;
}

/** Returns whether a line begins with a whole stamp of the same stream as another one, and is not the rest of a line. */
function isStamp(bytes: DataView, at: number, first: number): boolean {
  if (at + STAMP > bytes.byteLength || bytes.getUint8(at + STAMP - 1) !== 0x20) return false;
  if (at === first) return fitsFrom(bytes, at, 0) && isStream(bytes, at);
  if (bytes.getInt32(at + STREAM, true) !== bytes.getInt32(first + STREAM, true)) return false;
  for (let i = 0; i < MINUTE - 1; i += WORD)
    if (bytes.getInt32(at + i, true) !== bytes.getInt32(first + i, true)) return fitsFrom(bytes, at, i);
  for (let i = MINUTE - 1; i < FRACTION; i++) if (!fits(i, bytes.getUint8(at + i))) return false;
  const digits = bytes.getInt32(at + FRACTION, true);
  if ((digits & HIGH_HALVES) !== DIGITS || ((digits + BEHIND_DIGITS) & HIGH_HALVES) !== DIGITS) return false;
  return fitsFrom(bytes, at, FRACTION_END);
}

/** Returns whether a stamp's time is as it has to be, from one of its bytes on. */
function fitsFrom(bytes: DataView, at: number, from: number): boolean {
  for (let i = from; i < STREAM; i++) if (!fits(i, bytes.getUint8(at + i))) return false;
  return true;
}

/** Returns whether a byte of a stamp's time is what it has to be. */
function fits(i: number, c: number): boolean {
  switch (i) {
    case 4:
    case 7:
      return c === 0x2d;
    case 10:
      return c === 0x54;
    case 13:
    case 16:
      return c === 0x3a;
    case 19:
      return c === 0x2e;
    case 26:
      return c === 0x5a;
    case 27:
      return c === 0x20;
    default:
      return c >= 0x30 && c <= 0x39;
  }
}

function isStream(bytes: DataView, at: number): boolean {
  const isHex = (c: number): boolean =>
    (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
  const letter = bytes.getUint8(at + STREAM + 2);
  return (
    isHex(bytes.getUint8(at + STREAM)) && isHex(bytes.getUint8(at + STREAM + 1)) && (letter === 0x4f || letter === 0x45)
  );
}

/** Returns the parameters of the color sequences that decide how text behind these bytes looks, in order. */
export function lastColors(bytes: Buffer): readonly string[] {
  const found: string[] = [];
  for (let at = bytes.lastIndexOf(ESC); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(ESC, at - 1)) {
    let end = at + 2;
    while (end < bytes.length && (bytes[end] ?? 0) < 0x40) end++;
    if (bytes[end] !== 0x6d) continue;
    const parameters = bytes.toString("latin1", at + 2, end);
    found.push(parameters);
    if (parameters === "" || parameters === "0" || parameters.startsWith("0;")) break;
  }
  return found.reverse();
}
