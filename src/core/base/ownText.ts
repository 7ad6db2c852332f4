/**
 * Returns a copy of a text that keeps nothing else in memory. What V8 cuts from a string (a slice, a match) refers to
 * the whole string: a few words of a log that are kept for long would keep the 64 KiB chunk in which they came.
 * JavaScript cannot copy a string, but a string decoded from bytes has its own memory.
 * @param text lone surrogates become U+FFFD
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
