import { ownText } from "../base/ownText.ts";

/**
 * A section marker of a runner: `section_start:<unix>:<name>[option=value,…]`, followed by a carriage return and
 * `ESC[0K`.
 */
export interface Marker {
  readonly which: "start" | "end";
  /** Unix time in seconds. */
  readonly time: number;
  /** Unchanged name. */
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

const WHOLE = /section_(start|end):(\d{1,15}):([\w.-]+)(?:\[([^\]]*)\])?$/y;
const BEGUN = /section_(?:start|end):\d*(?::[\w.-]*(?:\[[^\]]*\]?)?)?$/y;

/** Returns where the last marker could begin. Names contain no colon, so it cannot be inside an earlier marker. */
function lastCandidate(text: string): number {
  return Math.max(text.lastIndexOf("section_start:"), text.lastIndexOf("section_end:"));
}

/** Returns the marker at the end of a text, and where it begins. */
export function markerAtEnd(text: string): { marker: Marker; at: number } | undefined {
  const at = lastCandidate(text);
  if (at < 0) return undefined;
  WHOLE.lastIndex = at;
  const match = WHOLE.exec(text);
  if (!match) return undefined;
  const [, which, time, name = "", options = ""] = match;
  return {
    at,
    marker: { which: which === "start" ? "start" : "end", time: Number(time), name, options: readOptions(options) },
  };
}

/** Returns where an incomplete marker begins in an unfinished text; its length if there is none. */
export function markerStart(text: string): number {
  const at = lastCandidate(text);
  if (at < 0) return text.length;
  BEGUN.lastIndex = at;
  return BEGUN.test(text) ? at : text.length;
}

function readOptions(text: string): Record<string, string> {
  const pairs = text.split(",").map((option): [string, string] => {
    const equals = option.indexOf("=");
    const [key, value] = equals < 0 ? [option, ""] : [option.slice(0, equals), option.slice(equals + 1)];
    return [ownText(key.trim()), ownText(value.trim())];
  });
  return Object.fromEntries(pairs.filter(([key]) => key !== ""));
}
