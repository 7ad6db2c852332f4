import { isUtf8 } from "node:buffer";
import { LINE_LIMIT } from "./ansi.ts";

/** Length of a line's stamp: `2026-09-25T07:33:00.992977Z 00O `. */
const STAMP = 32;
/** Where the stream is in a stamp. */
const STREAM = 28;
/** Length of the part of a stamp that usually is that of the line above: to the minute. */
const MINUTE = 17;

const ESC = 0x1b;
const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const CONCEAL = 8;
/** Most bytes of a sequence that is read here. */
const MOST_PARAMETERS = 64;

/** Lines that need no terminal. */
export interface PlainRun {
  /** Where the next line begins. */
  readonly end: number;
  readonly lines: number;
  /** Number of bytes of the text, which is at the start of the given array. */
  readonly length: number;
}

/**
 * Reads whole lines of text and colors, which show no more than what they are without their colors, in UTF-8: no cursor
 * movements, section markers, concealed or invalid text, and no more than LINE_LIMIT characters. It stops at the first
 * line that is not like that.
 * @param from the start of a line
 * @param stamped whether each line begins with a stamp, all of the same stream; the last line of a run is then one that
 * another line of its stream follows, since the next one can continue it
 * @param out receives the text without colors and stamps; each line ends with a line break
 */
export function readPlainLines(bytes: Uint8Array, from: number, stamped: boolean, out: Uint8Array): PlainRun {
  // The last byte is a line break, at which each loop below ends.
  const last = bytes.lastIndexOf(LF);
  let at = from;
  let to = 0;
  let high = 0;
  let lines = -1;
  let [end, kept] = [from, 0];
  // With stamps, the line above is over where this one begins as it should.
  while (!stamped || isStamp(bytes, at, from)) {
    lines++;
    end = at;
    kept = to;
    if (at > last) break;
    if (stamped) at += STAMP;
    const most = to + LINE_LIMIT;
    let c = bytes[at] ?? 0;
    for (;;) {
      while (c >= 0x20 && c < 0x7f) {
        out[to++] = c;
        c = bytes[++at] ?? 0;
      }
      if (c === ESC) {
        const after = behindColor(bytes, at);
        if (after === 0) break;
        at = after;
        c = bytes[at] ?? 0;
      } else if (c >= 0x80 || c === TAB) {
        // C1 control characters.
        if (c === 0xc2 && (bytes[at + 1] ?? 0) < 0xa0) break;
        high |= c;
        out[to++] = c;
        c = bytes[++at] ?? 0;
      } else break;
    }
    if (c === CR) {
      while (c === CR) c = bytes[++at] ?? 0;
      if (c !== LF) break;
    }
    if (c !== LF || to > most) break;
    out[to++] = LF;
    at++;
  }
  if (lines < 1 || (high >= 0x80 && !isUtf8(bytes.subarray(from, end)))) return { end: from, lines: 0, length: 0 };
  return { end, lines, length: kept };
}

/**
 * Returns the position behind a sequence that sets colors but conceals nothing, or that clears what is right of the
 * cursor, where nothing is; 0 for others.
 */
function behindColor(bytes: Uint8Array, from: number): number {
  if (bytes[from + 1] !== 0x5b) return 0;
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
function isStamp(bytes: Uint8Array, at: number, first: number): boolean {
  if (at + STAMP > bytes.length || bytes[at + STAMP - 1] !== 0x20) return false;
  for (let i = STREAM; i < STAMP - 1; i++) if (bytes[at + i] !== bytes[first + i]) return false;
  let i = 0;
  if (at !== first) while (i < MINUTE && bytes[at + i] === bytes[first + i]) i++;
  for (; i < STREAM; i++) if (!fits(i, bytes[at + i] ?? 0)) return false;
  return at !== first || isStream(bytes, at);
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

function isStream(bytes: Uint8Array, at: number): boolean {
  const isHex = (c: number): boolean =>
    (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
  const letter = bytes[at + STREAM + 2];
  return isHex(bytes[at + STREAM] ?? 0) && isHex(bytes[at + STREAM + 1] ?? 0) && (letter === 0x4f || letter === 0x45);
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
