/**
 * Runs of characters that are never shown of a host: controls, tab and line feed among them, separators of lines, and marks, overrides and
 * isolates of direction. The others of `unseen` are part of what people write: emoji, and words in Persian or Hindi, need joiners.
 */
export const disrupting = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
