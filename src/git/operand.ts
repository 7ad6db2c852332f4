/**
 * Returns a name of a branch, remote or commit for a place where git takes options too, and where `--end-of-options` is not understood by
 * every version.
 * @throws Error for a name that git would take for an option
 */
export function operand(name: string): string {
  if (name === "" || name.startsWith("-")) throw new Error(`Git has no branch, remote or commit named “${name}”`);
  return name;
}
