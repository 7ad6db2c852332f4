import { env, l10n } from "vscode";
import type { Context } from "../context.ts";
import { dateTime } from "../ui/age.ts";
import { inputText } from "../ui/form.ts";
import { type Choice, pickOne } from "../ui/pick.ts";
import { pickRef } from "../ui/pickRef.ts";
import { plainText } from "../ui/plainText.ts";
import type { Place } from "../ui/quickInput.ts";
import { momentOf } from "./moment.ts";

/** One field of a filter `F`: how it is stored, prompted for, described and sent as part of the query `Q`. */
export interface FilterField<F, Q = object> {
  readonly key: keyof F & string;
  /** Label of its row, title of its prompt. */
  readonly name: string;
  /** Description of its row while it is not set. */
  readonly otherwise: string;
  /** Returns a well-formed value; undefined for anything else, an empty text and the default. */
  readonly parse: (value: unknown) => unknown;
  /** Returns the value for its row; undefined while it is not set. */
  readonly shown: (filter: F) => string | undefined;
  /** Returns the value for the filter's summary. */
  readonly summary: (filter: F) => string | undefined;
  /** Comes after the other fields in the summary. */
  readonly late: boolean;
  readonly query: (filter: F) => Partial<Q>;
  /** Fields that are cleared when this one is set. */
  readonly clears: readonly (keyof F & string)[];
  /** Prompts for a value; `parse` is applied to the answer. @throws CancelledError, GoBack */
  readonly ask: (context: Context, filter: F, place?: Place) => unknown;
}

/** Keys of a filter that hold a `V`. */
type KeyOf<F, V> = keyof F & string & { [K in keyof F]-?: NonNullable<F[K]> extends V ? K : never }[keyof F];

/** Input of a field's prompt; without a place it is a box of its own. */
interface Question<V> {
  readonly context: Context;
  readonly title: string;
  readonly place: Place | undefined;
  readonly value: V | undefined;
}

interface FieldOptions<F, Q, V> extends Partial<Pick<FilterField<F, Q>, "name" | "otherwise" | "late" | "clears">> {
  /** Returns the value that this row shows; by default that of the key. */
  readonly of?: (filter: F) => V | undefined;
  readonly shown?: (value: V) => string;
  readonly summary?: (value: V) => string | undefined;
  readonly query?: (value: V) => Partial<Q>;
}

interface TextOptions<F, Q> extends FieldOptions<F, Q, string> {
  readonly prompt: string;
  readonly placeholder?: (context: Context) => string | undefined;
  /** Converts the trimmed text to a value. */
  readonly read?: (text: string) => string;
  readonly validate?: (text: string) => string | undefined;
}

interface ChoiceOptions<F, Q, V extends string> extends FieldOptions<F, Q, V> {
  /** The first is the default, which is not stored. */
  readonly values: readonly [V, ...V[]];
  readonly words: (value: V) => string;
  /** Returns properties of its row besides, or instead of, the capitalized words. */
  readonly row?: (value: V) => Partial<Choice<V>>;
  readonly parse?: (value: unknown) => V | undefined;
  readonly typed?: (text: string) => Choice<V> | undefined;
  readonly placeholder?: string;
}

interface RefOptions<F, Q> extends FieldOptions<F, Q, string> {
  readonly placeholder: string;
  /** The ref that has the focus while none is set. */
  readonly active?: (context: Context) => string | undefined;
}

interface CustomOptions<F, Q, V> extends FieldOptions<F, Q, V> {
  readonly parse: (value: unknown) => V | undefined;
  readonly ask?: (question: Question<V>) => unknown;
}

/** Returns a trimmed text; undefined for an empty one and anything else. */
export const filledText = (value: unknown): string | undefined =>
  (typeof value === "string" && value.trim()) || undefined;

/** Returns a text in quotation marks, for summaries. */
export const quoted = (text: string): string => l10n.t("“{0}”", plainText(text, 80));

/** Returns a date and time in the user's language. @param iso ISO 8601 */
export const momentWords = (iso: string): string => dateTime(iso, env.language) ?? plainText(iso, 40);

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function momentProblem(text: string): string | undefined {
  return text.trim() === "" || momentOf(text, Date.now()) !== undefined
    ? undefined
    : l10n.t("Enter a date (2026-01-31) or an age (3d).");
}

function custom<F, Q, V>(
  key: keyof F & string,
  {
    name = "",
    otherwise = l10n.t("any"),
    late = false,
    clears = [],
    parse,
    of = (filter) => parse(filter[key]),
    shown = String,
    summary,
    query,
    ask,
  }: CustomOptions<F, Q, V>,
): FilterField<F, Q> {
  const whenSet =
    <T>(use: ((value: V) => T | undefined) | undefined) =>
    (filter: F): T | undefined => {
      const value = of(filter);
      return value === undefined ? undefined : use?.(value);
    };
  const toQuery = whenSet(query);
  return {
    key,
    name,
    otherwise,
    late,
    clears,
    parse,
    shown: whenSet(shown),
    summary: whenSet(summary),
    query: (filter) => toQuery(filter) ?? {},
    ask: (context, filter, place) => ask?.({ context, title: name, place, value: of(filter) }),
  };
}

/** Returns the kinds of fields that a filter is declared with. */
export const fieldKinds = <F, Q>() => ({
  /** A typed text; an empty one clears the field. */
  text: (
    key: KeyOf<F, string>,
    { prompt, placeholder, read = (text) => text, validate, ...options }: TextOptions<F, Q>,
  ): FilterField<F, Q> =>
    custom<F, Q, string>(key, {
      ...options,
      parse: (value) => read(filledText(value) ?? "") || undefined,
      ask: ({ context, value = "", ...box }) =>
        inputText({ ...box, prompt, placeholder: placeholder?.(context), value, validate }),
    }),

  /** One of a few values. */
  choice: <const V extends string>(
    key: KeyOf<F, string>,
    { values, words, row, parse, typed, placeholder, ...options }: ChoiceOptions<F, Q, V>,
  ): FilterField<F, Q> => {
    const [usual, ...others] = values;
    return custom<F, Q, V>(key, {
      otherwise: words(usual),
      shown: words,
      ...options,
      parse: parse ?? ((value) => others.find((one) => one === value)),
      ask: ({ title, place, value = usual }) =>
        pickOne<V>({
          title,
          place,
          placeholder,
          choices: values.map((one) => ({ label: capital(words(one)), ...row?.(one), value: one })),
          active: (one) => one === value,
          typed,
        }),
    });
  },

  /** Yes or no; selecting its row toggles it. */
  flag: (
    key: KeyOf<F, true>,
    {
      on = l10n.t("yes"),
      off = l10n.t("no"),
      ...options
    }: FieldOptions<F, Q, true> & { readonly on?: string; readonly off?: string },
  ): FilterField<F, Q> =>
    custom<F, Q, true>(key, {
      otherwise: off,
      shown: () => on,
      ...options,
      parse: (value) => value === true || undefined,
      ask: ({ value }) => (value === true ? undefined : true),
    }),

  /** A date and time, stored as ISO 8601. */
  moment: (key: KeyOf<F, string>, options: FieldOptions<F, Q, string>): FilterField<F, Q> =>
    custom<F, Q, string>(key, {
      shown: momentWords,
      ...options,
      parse: (value) => {
        const text = filledText(value);
        return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;
      },
      ask: async ({ title, place, value = "" }) =>
        momentOf(
          await inputText({
            title,
            place,
            prompt: l10n.t(
              "Enter a date (2026-01-31), a date and time (2026-01-31 18:00) or an age (90min, 12h, 3d, 2w). Leave empty for any.",
            ),
            value,
            validate: momentProblem,
          }),
          Date.now(),
        ),
    }),

  /** A branch or tag of the open project, or any typed ref. */
  ref: (key: KeyOf<F, string>, { placeholder, active, ...options }: RefOptions<F, Q>): FilterField<F, Q> =>
    custom<F, Q, string>(key, {
      ...options,
      parse: filledText,
      ask: ({ context, title, place, value = active?.(context) }) =>
        pickRef(context, { title, place, placeholder, active: value }),
    }),

  /** A field with its own parser and prompt; without a name it has no row. */
  custom: <V>(key: KeyOf<F, V>, options: CustomOptions<F, Q, V>): FilterField<F, Q> => custom<F, Q, V>(key, options),
});

export type FieldKinds<F, Q> = ReturnType<typeof fieldKinds<F, Q>>;
