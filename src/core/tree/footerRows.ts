import type { AllItems } from "../../api/pages.ts";
import type { Element, Rows, FooterRow } from "./node.ts";

/** Which footer rows a list has. */
export interface FooterState {
  readonly failure?: { readonly error: unknown } | undefined;
  /** Whether the next page is loading. */
  readonly loading?: boolean;
}

/** Returns a footer row below the row `below`. */
export function footerRow(below: string, kind: FooterRow["footer"], rest: Partial<FooterRow> = {}): FooterRow {
  return { kind: "forgeline.footer", footer: kind, id: `${below}/${kind}`, below, ...rest };
}

/** Returns the remark of rows that stand for a list of the host. */
export const cappedRows = ({ items, capped }: AllItems<unknown>): Pick<Rows<never>, "capped"> =>
  capped ? { capped: items.length } : {};

/** Returns rows with their footer: a note when there are none, the last error, "Load more", or that these are only a part. */
export const withFooter = <N>(below: string, rows: Rows<N>, state: FooterState = {}): Element<N>[] => [
  ...rows.nodes,
  ...footerOf(below, rows, state),
];

/** Returns the footer of rows alone. */
export function footerOf(
  below: string,
  rows: Rows<unknown>,
  { failure, loading = false }: FooterState = {},
): FooterRow[] {
  const footer: FooterRow[] = [];
  if (rows.nodes.length === 0 && rows.note !== undefined && rows.capped === undefined)
    footer.push(footerRow(below, "note", { text: rows.note, ...(rows.noteAction && { action: rows.noteAction }) }));
  if (failure) footer.push(footerRow(below, "error", { error: failure.error }));
  if (rows.more) footer.push(footerRow(below, "more", { loading }));
  else if (rows.capped !== undefined) footer.push(footerRow(below, "part", { count: rows.capped }));
  return footer;
}
