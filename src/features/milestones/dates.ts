import { l10n } from "vscode";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";

/** The fields of a milestone that decide what is shown of its dates. */
type Dated = Pick<Milestone, "state"> & Partial<Pick<Milestone, "due_date" | "start_date" | "expired">>;

const dayMs = 86_400_000;
/** Days after which a date is shown instead of a distance. */
const farDays = 60;
/** Days up to which days are counted, then weeks. */
const nearDays = 14;

/** Parses a calendar day `YYYY-MM-DD` to its number; undefined for null, undefined and invalid days. */
export function dayNumber(day: unknown): number | undefined {
  if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d/.test(day)) return undefined;
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  // Days that do not exist roll over into the next month.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day.slice(0, 10) ? undefined : at / dayMs;
}

/** Formats a day's number as `YYYY-MM-DD`. */
export const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** Returns the number of today in the local time zone. @param now ms since 1970 */
export function today(now = Date.now()): number {
  const here = new Date(now);
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()) / dayMs;
}

/** Formats a day in the user's language: "24 Dec 2026". @param locale BCP 47 */
export const dayWords = (number: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(number * dayMs);

/** Formats the distance of a day: "tomorrow", "in 3 days", "in 5 weeks". */
export function distance(days: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return Math.abs(days) < nearDays ? words.format(days, "day") : words.format(Math.trunc(days / 7), "week");
}

/** Whether a milestone is overdue: its due date has passed, here or on the host. */
export function isOverdue({ state, due_date: due, expired }: Dated, now = Date.now()): boolean {
  if (state !== "active") return false;
  const day = dayNumber(due);
  return expired === true || (day !== undefined && day < today(now));
}

/** Returns the dates for a row: due, late or starting. Undefined without dates. */
export function datesText(milestone: Dated, now: number, locale: string): string | undefined {
  const here = today(now);
  const [start, due] = [dayNumber(milestone.start_date), dayNumber(milestone.due_date)];
  if (milestone.state !== "active") return due === undefined ? undefined : l10n.t("was due {0}", dayWords(due, locale));
  if (isOverdue(milestone, now)) {
    if (due === undefined) return l10n.t("overdue");
    // It is late from the next day on.
    return due === here - 1
      ? l10n.t("overdue since today")
      : due >= here
        ? l10n.t("overdue")
        : l10n.t("overdue since {0}", dayWords(due + 1, locale));
  }
  const begins = start !== undefined && start > here ? l10n.t("starts {0}", when(start, here, locale)) : undefined;
  const ends = due === undefined ? undefined : l10n.t("due {0}", when(due, here, locale));
  return begins !== undefined && ends !== undefined ? l10n.t("{0}, {1}", begins, ends) : (begins ?? ends);
}

const when = (day: number, here: number, locale: string): string =>
  Math.abs(day - here) > farDays ? dayWords(day, locale) : distance(day - here, locale);
