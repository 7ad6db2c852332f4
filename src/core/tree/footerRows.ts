import type { Element, Rows, FooterRow } from "./node.ts";

/** What closes a list besides its rows. */
export interface Ending {
  readonly failure?: { readonly error: unknown } | undefined;
  /** The next page is under way. */
  readonly loading?: boolean;
}

/** A row of the engine's own below the row `below`. */
export function tail(below: string, kind: FooterRow["tail"], rest: Partial<FooterRow> = {}): FooterRow {
  return { kind: "forgeline.tail", tail: kind, id: `${below}/${kind}`, below, ...rest };
}

/** Rows with what belongs below them: a note when there are none, the last failure, the way to more. */
export function withTails<N>(below: string, rows: Rows<N>, { failure, loading = false }: Ending = {}): Element<N>[] {
  const elements: Element<N>[] = [...rows.nodes];
  if (elements.length === 0 && rows.note !== undefined) elements.push(tail(below, "note", { text: rows.note }));
  if (failure) elements.push(tail(below, "error", { error: failure.error }));
  if (rows.more) elements.push(tail(below, "more", { loading }));
  return elements;
}
