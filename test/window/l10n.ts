/** The namespace `l10n`. */
type Text = string | { readonly message: string; readonly args?: readonly unknown[] | Record<string, unknown> };

/** Texts in the language of the window, which is English: with their arguments. */
function translated(text: Text, ...given: readonly unknown[]): string {
  const [message, args] =
    typeof text === "string"
      ? [text, typeof given[0] === "object" && given[0] !== null ? given[0] : given]
      : [text.message, text.args ?? []];
  const values = args as Readonly<Record<string, unknown>>;
  return message.replace(/\{([^{}]+)\}/g, (hole, name: string) => (name in values ? String(values[name]) : hole));
}

export const l10n = { t: translated, bundle: undefined, uri: undefined };
