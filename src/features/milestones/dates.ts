import { l10n } from "vscode";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";

/** What a milestone's dates mean today. */
type Dated = Pick<Milestone, "state"> & Partial<Pick<Milestone, "due_date" | "start_date" | "expired">>;

const dayMs = 86_400_000;
/** From here on a date says more than a distance. */
const farDays = 60;
/** Up to here days are counted, then weeks. */
const nearDays = 14;

/** The number of a calendar day as hosts write it, `YYYY-MM-DD`; undefined for null, nothing or nonsense. */
export function dayNumber(day: unknown): number | undefined {
  if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d/.test(day)) return undefined;
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  // A day that no month has moves into the next one.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day.slice(0, 10) ? undefined : at / dayMs;
}

/** A day's number as hosts write it. */
export const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** The number of the day that it is here, by the person's own calendar. @param now ms since 1970 */
export function today(now = Date.now()): number {
  const here = new Date(now);
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()) / dayMs;
}

/** A day in the person's language: "24 Dec 2026". @param locale BCP 47 */
export const dayWords = (number: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(number * dayMs);

/** How far off a day is: "tomorrow", "in 3 days", "in 5 weeks". */
export function distance(days: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return Math.abs(days) < nearDays ? words.format(days, "day") : words.format(Math.trunc(days / 7), "week");
}

/** Whether it should be over by now, and is not: its day has passed, here or where the host is. */
export function isOverdue({ state, due_date: due, expired }: Dated, now = Date.now()): boolean {
  if (state !== "active") return false;
  const day = dayNumber(due);
  return expired === true || (day !== undefined && day < today(now));
}

/** What a row says of the dates: when it is due, since when it is late, or when it begins. Undefined without dates. */
export function datesText(milestone: Dated, now: number, locale: string): string | undefined {
  const here = today(now);
  const [start, due] = [dayNumber(milestone.start_date), dayNumber(milestone.due_date)];
  if (milestone.state !== "active") return due === undefined ? undefined : l10n.t("was due {0}", dayWords(due, locale));
  if (isOverdue(milestone, now)) {
    if (due === undefined) return l10n.t("overdue");
    // The first day on which it is late is the one after.
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
