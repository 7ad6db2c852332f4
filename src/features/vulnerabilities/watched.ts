import type { Memory } from "../../core/base/memory.ts";
import type { ProjectScope } from "../../core/base/refs.ts";

/** An entry of a project's vulnerability list. */
export interface Watched {
  readonly id: number;
  /** Title when last read; shown when the host no longer returns it. */
  readonly title?: string;
  /** The pasted URL; hosts do not return one. */
  readonly page?: string;
}

/** Maximum number of entries per project; each is one request. */
export const watchLimit = 100;

/** The vulnerability lists of the projects, kept in workspaceState; the API has no such list. */
export class WatchedVulnerabilities {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Returns the entries, the latest first. */
  list(scope: ProjectScope): readonly Watched[] {
    const stored = this.memory.get(keyOf(scope));
    return Array.isArray(stored) ? (stored as unknown[]).flatMap(parse) : [];
  }

  /** Adds an entry, or updates the present one. @returns whether it is new */
  async keep(scope: ProjectScope, one: Watched): Promise<boolean> {
    const known = this.list(scope);
    const before = known.find(({ id }) => id === one.id);
    if (before === undefined) {
      await this.memory.update(keyOf(scope), [one, ...known].slice(0, watchLimit));
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

/** Project paths are case-insensitive on the host. */
const keyOf = ({ instance, project }: ProjectScope): string =>
  `forgeline.vulnerabilities:${instance} ${String(project).toLowerCase()}`;

function parse(entry: unknown): Watched[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { id, title, page } = entry as Record<string, unknown>;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id <= 0) return [];
  return [{ id, ...(typeof title === "string" && { title }), ...(typeof page === "string" && { page }) }];
}
