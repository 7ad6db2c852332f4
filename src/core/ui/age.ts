/**
 * Times, durations and shares in the user's language, by Intl and without VS Code.
 * `locale` is a BCP 47 tag (vscode.env.language); unknown ones fall back to English.
 */
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Formats are cached: creating one is slow, and a tree formats thousands of times. */
const formats = new Map<string, unknown>();
function format<T>(key: string, make: () => T): T {
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key) as T;
}

const known = (locale: string | undefined): string =>
  format(`known ${locale}`, () => {
    try {
      return locale !== undefined && Intl.RelativeTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : "en";
    } catch {
      return "en"; // Not a language tag.
    }
  });

/** Returns a timestamp of the API in ms since the epoch; undefined for null, undefined and malformed ones. */
export function moment(timestamp: string | null | undefined): number | undefined {
  if (timestamp === null || timestamp === undefined) return undefined;
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns how long ago a timestamp was: "3 min ago", or "now" below a minute, since the clocks of host and editor
 * differ by seconds. Undefined without a valid timestamp.
 */
export function age(
  timestamp: string | null | undefined,
  now: number,
  locale?: string,
  style: Intl.RelativeTimeFormatStyle = "short",
): string | undefined {
  const time = moment(timestamp);
  if (time === undefined) return undefined;
  const seconds = (time - now) / 1_000;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative(Math.trunc(seconds / size), unit, locale, style);
  }
  return relative(0, "second", locale, style);
}

/** In short English, "1 hr ago" and "last week", as VS Code and hosts write, where Intl has "1 hr. ago" and "last wk.". */
function relative(
  amount: number,
  unit: Intl.RelativeTimeFormatUnit,
  locale: string | undefined,
  style: Intl.RelativeTimeFormatStyle,
): string {
  const language = known(locale);
  const english = style === "short" && language.startsWith("en");
  const inFull = english && unit !== "minute" && unit !== "hour";
  const words = format(
    `age ${language} ${inFull ? "long" : style}`,
    () => new Intl.RelativeTimeFormat(language, { numeric: "auto", style: inFull ? "long" : style }),
  );
  const text = words.format(amount, unit);
  return english ? text.replace(".", "") : text;
}

/**
 * Returns a duration as its two largest units: "1h 2m", "3m 12s", "0s"; with `display` "long" in full words.
 * Undefined for null, negative and malformed durations.
 */
export function duration(
  seconds: number | null | undefined,
  locale?: string,
  display: "narrow" | "long" = "narrow",
): string | undefined {
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return undefined;
  const whole = Math.round(seconds);
  const parts: readonly [amount: number, unit: string][] = [
    [Math.floor(whole / 86_400), "day"],
    [Math.floor(whole / 3_600) % 24, "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown =
    first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([amount], at) => at === 0 || amount > 0);
  return shown
    .map(([amount, unit]) =>
      format(
        `${unit} ${locale} ${display}`,
        () => new Intl.NumberFormat(known(locale), { style: "unit", unit, unitDisplay: display }),
      ).format(amount),
    )
    .join(" ");
}

/** Returns a timestamp as date and time in the user's language and time zone. */
export function dateTime(timestamp: string | null | undefined, locale?: string): string | undefined {
  const time = moment(timestamp);
  return time === undefined
    ? undefined
    : format(
        `time ${locale}`,
        () => new Intl.DateTimeFormat(known(locale), { dateStyle: "medium", timeStyle: "medium" }),
      ).format(time);
}

/** Returns a ratio in the user's language: "40%" for 0.4. */
export function percent(ratio: number, locale?: string): string {
  return format(
    `percent ${locale}`,
    () => new Intl.NumberFormat(known(locale), { style: "percent", maximumFractionDigits: 0 }),
  ).format(ratio);
}

/** Returns the time of day in the user's language and time zone, to the minute. @param at ms since the epoch */
export function timeOfDay(at: number, locale?: string): string {
  return format(`day ${locale}`, () => new Intl.DateTimeFormat(known(locale), { timeStyle: "short" })).format(at);
}
