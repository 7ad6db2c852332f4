import type { Memory } from "../../core/base/memory.ts";
import type { ProjectScope } from "../../core/base/refs.ts";

/** A vulnerability on a project's list. */
export interface Watched {
  readonly id: number;
  /** As it was last read: it names the row when the host shows it no more. */
  readonly title?: string;
  /** The address that was pasted for it: hosts tell none. */
  readonly page?: string;
}

/** So many are kept for a project: each is asked for by itself. */
export const mostWatched = 100;

/** The vulnerabilities that a person looks at, by project: the API has no list of them. Kept in workspaceState. */
export class WatchedVulnerabilities {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** The latest first. */
  list(scope: ProjectScope): readonly Watched[] {
    const stored = this.memory.get(keyOf(scope));
    return Array.isArray(stored) ? (stored as unknown[]).flatMap(parse) : [];
  }

  /** Puts one on the list, or keeps what else is known of one that is there. @returns whether it is new */
  async keep(scope: ProjectScope, one: Watched): Promise<boolean> {
    const known = this.list(scope);
    const before = known.find(({ id }) => id === one.id);
    if (before === undefined) {
      await this.memory.update(keyOf(scope), [one, ...known].slice(0, mostWatched));
      return true;
    }
    const after = { ...before, ...one };
    if (after.title !== before.title || after.page !== before.page)
      await this.memory.update(
        keyOf(scope),
        known.map((each) => (each.id === one.id ? after : each)),
      );
    return false;
  }

  async remove(scope: ProjectScope, id: number): Promise<void> {
    const rest = this.list(scope).filter((one) => one.id !== id);
    await this.memory.update(keyOf(scope), rest.length > 0 ? rest : undefined);
  }
}

/** Hosts do not tell upper from lower case in a project's path. */
const keyOf = ({ instance, project }: ProjectScope): string =>
  `forgeline.vulnerabilities:${instance} ${String(project).toLowerCase()}`;

function parse(entry: unknown): Watched[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { id, title, page } = entry as Record<string, unknown>;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id <= 0) return [];
  return [{ id, ...(typeof title === "string" && { title }), ...(typeof page === "string" && { page }) }];
}
