import { plainText } from "./plainText.ts";

/** Quotation marks of any language. */
const quotationMarks = /["\p{Pi}\p{Pf}\u201a\u201e\u275b-\u275e\u276e\u276f\u2e42\u3008-\u300f\u301d-\u301f\uff02]/gu;

/** Makes text of others safe within quotation marks, in a question: as `plainText`, and nothing in it seems to end the quotation. */
export const inQuotes = (text: string | null | undefined, limit: number): string =>
  plainText(text?.replace(quotationMarks, "'"), limit);
