import { l10n, ThemeIcon } from "vscode";
import { type Choice, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import { dayNumber, dayText, dayWords, distance, today } from "./dates.ts";

/** Units of relative days. */
const units = ["day", "week", "month", "year"] as const;
type Unit = (typeof units)[number];
const short: Readonly<Record<string, Unit>> = { d: "day", w: "week", m: "month", y: "year" };

/**
 * Parses a day: `2026-12-24`, `24.12.2026`, "tomorrow", "in 2 weeks", "friday", `+3d`, in English and in the user's language. Undefined
 * for anything else.
 * @param here number of today
 * @param locale BCP 47
 */
export function readDay(text: string, here: number, locale: string): number | undefined {
  const words = text.trim().toLocaleLowerCase(locale).replace(/\s+/g, " ");
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(words);
  if (dotted) return dayNumber(`${dotted[3]}-${dotted[2]?.padStart(2, "0")}-${dotted[1]?.padStart(2, "0")}`);
  if (/^\d{4}-\d/.test(words)) return /^\d{4}-\d\d-\d\d$/.test(words) ? dayNumber(words) : undefined;
  const brief = /^\+?(\d{1,4}) ?([dwmy])$/.exec(words);
  const unit = brief?.[2] === undefined ? undefined : short[brief[2]];
  if (unit) return moved(here, Number(brief?.[1]), unit);
  for (const language of new Set([locale, "en"])) {
    const day = inWords(words, here, language) ?? weekday(words, here, language);
    if (day !== undefined) return day;
  }
  return undefined;
}

/** Parses relative days as Intl writes them: "tomorrow", "in 2 weeks", "3 days ago". */
function inWords(words: string, here: number, language: string): number | undefined {
  const count = /\d{1,4}/.exec(words)?.[0];
  const amounts = count === undefined ? [-2, -1, 0, 1, 2] : [Number(count), -Number(count)];
  const formats = (["auto", "always"] as const).map((numeric) => new Intl.RelativeTimeFormat(language, { numeric }));
  for (const unit of units) {
    for (const amount of amounts) {
      if (formats.some((format) => format.format(amount, unit).toLocaleLowerCase(language) === words))
        return moved(here, amount, unit);
    }
  }
  return undefined;
}

/** Parses a weekday: "friday", "next fri". */
function weekday(words: string, here: number, language: string): number | undefined {
  const name = words.replace(/^(next|on) /, "");
  for (let ahead = 1; ahead <= 7; ahead++) {
    const at = (here + ahead) * 86_400_000;
    const names = (["long", "short"] as const).map((style) =>
      new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" })
        .format(at)
        .toLocaleLowerCase(language)
        .replace(/\.$/, ""),
    );
    if (names.includes(name)) return here + ahead;
  }
  return undefined;
}

/** A month after January 31 is the last day of February. */
function moved(here: number, amount: number, unit: Unit): number | undefined {
  if (unit === "day" || unit === "week") return here + amount * (unit === "week" ? 7 : 1);
  const from = new Date(here * 86_400_000);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + amount * (unit === "year" ? 12 : 1);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const at = Date.UTC(Math.floor(months / 12), months % 12, Math.min(from.getUTCDate(), last));
  return Number.isNaN(at) || Math.floor(months / 12) > 9999 ? undefined : at / 86_400_000;
}

export interface AskDayOptions {
  readonly place: Place;
  readonly placeholder: string;
  /** Current value, `YYYY-MM-DD`; empty for none. */
  readonly present: string;
  /** Earliest and latest day. */
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
  readonly locale: string;
}

type Answer = { readonly day: string } | "wrong";

/** Picks or types a day. @returns `YYYY-MM-DD`, empty for none @throws CancelledError, GoBack */
export async function pickDay({
  place,
  placeholder,
  present,
  earliest,
  latest,
  locale,
}: AskDayOptions): Promise<string> {
  const here = today();
  const [from, to] = [dayNumber(earliest), dayNumber(latest)];
  const wrong = (label: string): Choice<Answer> => ({ label, iconPath: new ThemeIcon("warning"), value: "wrong" });
  const problem = (day: number): string | undefined => {
    if (from !== undefined && day < from)
      return l10n.t("{0} is before the start date, {1}", dayWords(day, locale), dayWords(from, locale));
    return to !== undefined && day > to
      ? l10n.t("{0} is after the due date, {1}", dayWords(day, locale), dayWords(to, locale))
      : undefined;
  };
  const row = (day: number, label: string, description: string): Choice<Answer> => ({
    label,
    description,
    iconPath: new ThemeIcon("calendar"),
    value: { day: dayText(day) },
  });
  const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  const near = [0, 1, 7, 14, 28, 42, 84].map((days) => here + days).filter((day) => problem(day) === undefined);
  const choices: Choice<Answer>[] = [
    ...near.map((day) =>
      row(
        day,
        capital(
          day - here > 13 || day - here === 7
            ? new Intl.RelativeTimeFormat(locale).format((day - here) / 7, "week")
            : distance(day - here, locale),
        ),
        dayWords(day, locale),
      ),
    ),
    { label: l10n.t("No Date"), iconPath: new ThemeIcon("circle-slash"), value: { day: "" } },
  ];
  const known = dayNumber(present);
  if (known !== undefined) choices.unshift(row(known, dayWords(known, locale), l10n.t("current")));
  for (;;) {
    const answer = await pickOne<Answer>({
      title: place.title,
      place,
      placeholder,
      choices,
      typed: (text) => {
        const day = readDay(text, here, locale);
        if (day === undefined)
          return wrong(
            l10n.t("“{0}” is not a date. Enter a date such as 2026-12-24 or “in 2 weeks”", plainText(text, 60)),
          );
        const why = problem(day);
        return why === undefined ? row(day, dayWords(day, locale), distance(day - here, locale)) : wrong(why);
      },
    });
    // Restores what was typed.
    if (answer !== "wrong") return answer.day;
  }
}
