/** Filters and sorts the rows of a quick pick as VS Code's filters.ts and comparers.ts do. */
import type { QuickPickItem } from "vscode";

const count = (text: string, kind: RegExp): number => text.match(new RegExp(kind, "g"))?.length ?? 0;

/** A text as it is drawn: without icons, on one line. */
export const drawnText = (text: string | undefined): string =>
  (text ?? "").replace(/\r\n|\r|\n/g, " ").replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, "");

/** Where the next word begins: a capital, a digit, or what follows neither letter nor digit. */
function nextWord(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (/[A-Z0-9]/.test(text.charAt(at)) || (at > 0 && !/[A-Za-z0-9]/.test(text.charAt(at - 1)))) return at;
  }
  return text.length;
}

function followsWords(query: string, text: string, from: number, at: number): boolean {
  if (from === query.length) return true;
  if (at === text.length || query.charAt(from) !== text.charAt(at).toLowerCase()) return false;
  if (followsWords(query, text, from + 1, at + 1)) return true;
  for (let next = nextWord(text, at + 1); next < text.length; next = nextWord(text, next + 1)) {
    if (followsWords(query, text, from + 1, next)) return true;
  }
  return false;
}

/** Whether the query is made of beginnings of words, as "fr" is for "feature/Rain". */
function matchesWords(query: string, target: string): boolean {
  const upper = count(query, /[A-Z]/);
  const mixed = (upper > 0 && /[a-z]/.test(query)) || /\s/.test(query);
  if (mixed ? upper > 5 : query.length > 30) return false;
  let text = target.trim().slice(0, 60);
  if (text === "") return false;
  const share = (kind: RegExp): number => count(text, kind) / text.length;
  const isCamelCase = share(/[a-z]/) > 0.2 && share(/[A-Z]/) < 0.8 && share(/[A-Za-z]/) > 0.6 && share(/[0-9]/) < 0.2;
  if (!isCamelCase) {
    if (share(/[a-z]/) > 0 || share(/[A-Z]/) <= 0.6) return false;
    text = text.toLowerCase();
  }
  for (let at = 0; at < text.length; at = nextWord(text, at + 1))
    if (followsWords(query.toLowerCase(), text, 0, at)) return true;
  return false;
}

/** Whether a text matches a query: it contains it (`*` matches anything), or its words begin with its parts. */
export function matches(query: string, text: string | undefined): boolean {
  const drawn = drawnText(text).trimStart();
  const pattern = query.replace(/[-\\{}+?|^$.,[\]()#\s]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(pattern, "i").test(drawn) || matchesWords(query, drawn);
}

function compareLabels(one: string, other: string, query: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const [aBegins, bBegins] = [a.startsWith(query), b.startsWith(query)];
  if (aBegins !== bBegins) return aBegins ? -1 : 1;
  if (aBegins && a.length !== b.length) return a.length - b.length;
  const [aEnds, bEnds] = [a.endsWith(query), b.endsWith(query)];
  if (aEnds !== bEnds) return aEnds ? -1 : 1;
  return new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare(a, b) || a.localeCompare(b);
}

/** The rows that a typed text leaves, in the order in which they are shown. */
export function filterRows(
  rows: readonly QuickPickItem[],
  typed: string,
  also: { readonly description: boolean; readonly detail: boolean },
): QuickPickItem[] {
  const query = typed.trim();
  if (query === "") return [...rows];
  const found = rows.map((row) => ({ row, byLabel: matches(query, row.label) }));
  return found
    .filter(
      ({ row, byLabel }) =>
        byLabel ||
        (also.description && matches(query, row.description)) ||
        (also.detail && matches(query, row.detail)) ||
        row.alwaysShow === true,
    )
    .sort((a, b) =>
      a.byLabel && b.byLabel
        ? compareLabels(drawnText(a.row.label).trim(), drawnText(b.row.label).trim(), query.toLowerCase())
        : Number(b.byLabel) - Number(a.byLabel),
    )
    .map(({ row }) => row);
}
