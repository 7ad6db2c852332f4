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

/** Translates documented paths for one client: the spellings to try, in order; one when it is known or nothing differs. */
export function createDialect(chosen: Partial<Dialect> = {}): (path: string) => readonly Spelling[] {
  const known = new Map<string, string>();
  return (path) => {
    const row = table.find(({ documented }) => path === documented || path.startsWith(`${documented}/`));
    if (!row) return [{ path, confirm: () => undefined }];
    const choice = chosen[row.name] ?? "auto";
    const settled = choice === "auto" ? known.get(row.name) : row.spellings[choice];
    const candidates = settled === undefined ? Object.values(row.spellings) : [settled];
    return candidates.map((spelling) => ({
      path: spelling + path.slice(row.documented.length),
      confirm: () => void known.set(row.name, spelling),
    }));
  };
}
