/** Counts and lists within texts, by the rules of the language that the texts are in. */
import { env, l10n } from "vscode";

/** Words for a count: `one` for what the language counts as one, `other` for the rest. Both show the count. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** Without a bundle of translations the texts are English, in whatever language VS Code is displayed. */
const textLanguage = (): string => (l10n.bundle === undefined ? "en" : env.language);

/** Formats are cached: creating one takes longer than formatting a hundred numbers, and a long list formats thousands. */
const numbers = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();
function cached<T>(formats: Map<string, T>, language: string, make: new (language: string) => T): T {
  const format = formats.get(language) ?? new make(language);
  formats.set(language, format);
  return format;
}

/** Returns a number as the user's language writes it. @param language a BCP 47 tag; by default the display language */
export const numberText = (value: number, language = env.language): string =>
  cached(numbers, language, Intl.NumberFormat).format(value);

/**
 * Returns the form for a count.
 * @param forms receives the count as text
 * @param language of the number; by default the display language
 */
export function plural(count: number, forms: (shown: string) => PluralForms, language = env.language): string {
  const { one, other } = forms(numberText(count, language));
  return cached(rules, textLanguage(), Intl.PluralRules).select(count) === "one" ? one : other;
}

/** Returns several names as part of a sentence: "a", "a and b", "a, b, and c". */
export const listText = (names: Iterable<string>): string =>
  new Intl.ListFormat(textLanguage(), { type: "conjunction" }).format(names);
