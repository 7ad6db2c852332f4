/** The names on the wire that differ between the documents and a real host. */
export interface Dialect {
  /** The path segment of CI templates; `auto` finds out with the first use. */
  readonly ciTemplates: "gitlab_ci_ymls" | "service_ci_ymls" | "auto";
}

/** Per name: what it stands for in the documents, and how hosts spell it, likeliest first. */
const table = [
  {
    name: "ciTemplates",
    documented: "/templates/service_ci_ymls",
    spellings: { gitlab_ci_ymls: "/templates/gitlab_ci_ymls", service_ci_ymls: "/templates/service_ci_ymls" },
  },
] as const;

export interface Spelling {
  readonly path: string;
  /** To call when the host knew this spelling: others are then no longer tried. */
  confirm(): void;
}

/** The spellings of one path to try, in order: a second one only while it is unknown which the host uses. */
export type Spellings = readonly [likely: Spelling, other?: Spelling];

/** Translates documented paths for one client, and remembers what it found out. */
export function createDialect(chosen: Partial<Dialect> = {}): (path: string) => Spellings {
  const known = new Map<string, string>();
  return (path) => {
    const row = table.find(({ documented }) => path.startsWith(documented) && /^([/?]|$)/.test(path.slice(documented.length)));
    if (!row) return [{ path, confirm: () => undefined }];
    const choice = chosen[row.name] ?? "auto";
    const spelling = (start: string): Spelling => ({
      path: start + path.slice(row.documented.length),
      confirm: () => void known.set(row.name, start),
    });
    const settled = choice === "auto" ? known.get(row.name) : row.spellings[choice];
    if (settled !== undefined) return [spelling(settled)];
    return [spelling(row.spellings.gitlab_ci_ymls), spelling(row.spellings.service_ci_ymls)];
  };
}
