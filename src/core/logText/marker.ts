/** A section marker as runners write it: `section_start:<unix>:<name>[option=value,…]`, then a carriage return and `ESC[0K`. */
export interface Marker {
  readonly which: "start" | "end";
  /** Unix seconds. */
  readonly time: number;
  /** As sent. */
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

const WHOLE = /section_(start|end):(\d{1,15}):([\w.-]+)(?:\[([^\]]*)\])?$/y;
const BEGUN = /section_(?:start|end):\d*(?::[\w.-]*(?:\[[^\]]*\]?)?)?$/y;

/** The last place where a marker could begin. Only that one is tried: names hold no colon, so none hides another. */
function lastPlace(text: string): number {
  return Math.max(text.lastIndexOf("section_start:"), text.lastIndexOf("section_end:"));
}

/** The marker that a text ends with, and where it begins. */
export function markerAtEnd(text: string): { marker: Marker; at: number } | undefined {
  const at = lastPlace(text);
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

/** Where a text that is not complete yet shows the begin of a marker; its length if it shows none. */
export function markerBegins(text: string): number {
  const at = lastPlace(text);
  if (at < 0) return text.length;
  BEGUN.lastIndex = at;
  return BEGUN.test(text) ? at : text.length;
}

function readOptions(text: string): Record<string, string> {
  const pairs = text.split(",").map((option): [string, string] => {
    const equals = option.indexOf("=");
    return equals < 0 ? [option.trim(), ""] : [option.slice(0, equals).trim(), option.slice(equals + 1).trim()];
  });
  return Object.fromEntries(pairs.filter(([key]) => key !== ""));
}
