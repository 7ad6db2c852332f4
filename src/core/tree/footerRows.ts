import type { Element, Rows, FooterRow } from "./node.ts";

/** What closes a list besides its rows. */
export interface FooterState {
  readonly failure?: { readonly error: unknown } | undefined;
  /** The next page is under way. */
  readonly loading?: boolean;
}

/** A row of the engine's own below the row `below`. */
export function footerRow(below: string, kind: FooterRow["footer"], rest: Partial<FooterRow> = {}): FooterRow {
  return { kind: "forgeline.footer", footer: kind, id: `${below}/${kind}`, below, ...rest };
}

/** Rows with what belongs below them: a note when there are none, the last failure, the way to more. */
export function withFooter<N>(
  below: string,
  rows: Rows<N>,
  { failure, loading = false }: FooterState = {},
): Element<N>[] {
  const elements: Element<N>[] = [...rows.nodes];
  if (elements.length === 0 && rows.note !== undefined) elements.push(footerRow(below, "note", { text: rows.note }));
  if (failure) elements.push(footerRow(below, "error", { error: failure.error }));
  if (rows.more) elements.push(footerRow(below, "more", { loading }));
  return elements;
}
