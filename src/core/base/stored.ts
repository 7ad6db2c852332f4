/** Parses stored JSON, which another version of the extension may have written; undefined for anything malformed. */
export type Parse<T> = (stored: unknown) => T | undefined;

type Parsers = Readonly<Record<string, Parse<unknown>>>;
type Parsed<P> = { readonly [K in keyof P]: P[K] extends Parse<infer T> ? T : never };

export const asText: Parse<string> = (stored) => (typeof stored === "string" ? stored : undefined);
export const asNumber: Parse<number> = (stored) => (typeof stored === "number" ? stored : undefined);
export const asFlag: Parse<boolean> = (stored) => (typeof stored === "boolean" ? stored : undefined);
export const asId: Parse<string | number> = (stored) => asText(stored) ?? asNumber(stored);

/** Returns a parser of one of these texts. */
export const oneOf =
  <T extends string>(...values: readonly T[]): Parse<T> =>
  (stored) =>
    values.find((value) => value === stored);

/** Returns a parser that accepts what either parser accepts. */
export const either =
  <A, B>(a: Parse<A>, b: Parse<B>): Parse<A | B> =>
  (stored) =>
    a(stored) ?? b(stored);

/** Returns a parser of a list that drops malformed items. */
export const listOf =
  <T>(item: Parse<T>): Parse<readonly T[]> =>
  (stored) =>
    Array.isArray(stored) ? stored.map(item).filter((one) => one !== undefined) : undefined;

/** Returns a parser of an object with any names that drops malformed values. */
export const dictionaryOf =
  <T>(item: Parse<T>): Parse<Readonly<Record<string, T>>> =>
  (stored) =>
    typeof stored === "object" && stored !== null
      ? Object.fromEntries(
          Object.entries(stored).flatMap(([name, value]) => {
            const parsed = item(value);
            return parsed === undefined ? [] : [[name, parsed]];
          }),
        )
      : undefined;

/** Returns a parser of an object by its fields; drops others, and optional ones that are malformed. */
export const recordOf =
  <R extends Parsers, O extends Parsers = Record<never, never>>(
    required: R,
    optional?: O,
  ): Parse<Parsed<R> & Partial<Parsed<O>>> =>
  (stored) => {
    if (typeof stored !== "object" || stored === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(stored));
    const parsed = Object.entries<Parse<unknown>>({ ...optional, ...required }).map(
      ([name, parse]) => [name, parse(fields.get(name))] as const,
    );
    if (parsed.some(([name, value]) => name in required && value === undefined)) return undefined;
    return Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as Parsed<R> & Partial<Parsed<O>>;
  };
