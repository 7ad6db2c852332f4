/** What a request of the v2 feed asks for: the last segment of its path, decoded. */
export type ODataRequest =
  | { readonly kind: "metadata" | "packages" | "findPackagesById" }
  | { readonly kind: "package"; readonly name: string; readonly version: string };

const LITERAL = "'((?:[^']|'')*)'";
const ONE_PACKAGE = new RegExp(`^Packages\\(\\s*Id\\s*=\\s*${LITERAL}\\s*,\\s*Version\\s*=\\s*${LITERAL}\\s*\\)$`);
const BY_NAME = new RegExp(`^\\(?\\s*tolower\\(\\s*Id\\s*\\)\\s+eq\\s+${LITERAL}\\s*\\)?$`);

/** Undefined for a path that the v2 feed does not have. */
export function readODataPath(segment: string): ODataRequest | undefined {
  if (segment === "$metadata") return { kind: "metadata" };
  if (segment === "Packages()") return { kind: "packages" };
  if (segment === "FindPackagesById()") return { kind: "findPackagesById" };
  const match = ONE_PACKAGE.exec(segment);
  return match ? { kind: "package", name: unquoted(match[1]!), version: unquoted(match[2]!) } : undefined;
}

/** The name in `(tolower(Id) eq '<name>')`; undefined when the filter is another one. */
export function nameInFilter(filter: string): string | undefined {
  const match = BY_NAME.exec(filter.trim());
  return match ? unquoted(match[1]!) : undefined;
}

/** The text of a string literal such as `'a''b'`; undefined when it is none. */
export function literal(text: string): string | undefined {
  const match = new RegExp(`^${LITERAL}$`).exec(text.trim());
  return match ? unquoted(match[1]!) : undefined;
}

/** The literal for a text: quotes in it are doubled. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function unquoted(text: string): string {
  return text.replaceAll("''", "'");
}
