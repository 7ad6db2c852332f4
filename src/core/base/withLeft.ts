/** Returns an unsent text with what another window has left at its end, unless it has that as a paragraph of its own already. */
export const withLeft = (kept: string | undefined, left: string): string => {
  if (kept === undefined) return left;
  return `\n\n${kept}\n\n`.includes(`\n\n${left}\n\n`) ? kept : `${kept}\n\n${left}`;
};
