import { ApiError } from "../../api/errors.ts";
import type { UserSummary } from "../../api/resources/userTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Connection } from "../connections.ts";
import type { Context } from "../context.ts";

/** Time in ms for which what the host answered is used. */
const freshFor = 10 * 60_000;
/** Letters that hosts look for within names; fewer have to be the whole name on some. */
const enoughLetters = 3;

interface Found {
  readonly users: readonly UserSummary[];
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

interface Known {
  readonly since: number;
  /** What was found, by the letters in lowercase. */
  readonly found: Map<string, Found>;
  searching?: Promise<void> | undefined;
}

/** Finds the people of projects by letters of their names, with as few requests as possible while somebody types. */
export class ProjectMembers {
  private readonly context: Pick<Context, "connections" | "polling" | "report">;
  /** Another account may see others. */
  private readonly known = new WeakMap<Connection, Map<string, Known>>();

  constructor(context: Pick<Context, "connections" | "polling" | "report">) {
    this.context = context;
  }

  /**
   * Returns members with the letters in their names, or users of the instance if it does not list members. None while requests are paused, or
   * if they cannot be read.
   */
  async find(scope: ProjectScope, letters: string, signal: AbortSignal): Promise<readonly UserSummary[]> {
    const word = letters.toLowerCase();
    const connection = this.context.connections.get(scope.instance);
    const known = this.of(connection, scope);
    // One after the other: the answer to the first letters often has what the next ones ask for.
    while (known.searching) await known.searching;
    const found = knownFor(known, word);
    if (found || signal.aborted) return found ?? [];
    if (this.context.polling.silentUntil(scope.instance) !== undefined) return [];
    known.searching = this.search(connection, scope, known, word).finally(() => (known.searching = undefined));
    await known.searching;
    return knownFor(known, word) ?? [];
  }

  private of(connection: Connection, { project }: ProjectScope): Known {
    const projects = this.known.get(connection) ?? new Map<string, Known>();
    this.known.set(connection, projects);
    const before = projects.get(String(project));
    if (before && Date.now() - before.since < freshFor) return before;
    const fresh = { since: Date.now(), found: new Map<string, Found>() };
    projects.set(String(project), fresh);
    return fresh;
  }

  /** Not cancelled with its question: the next one waits for its answer. */
  private async search(
    { client }: Connection,
    { project }: ProjectScope,
    { found }: Known,
    word: string,
  ): Promise<void> {
    const isListed = (): boolean => client.extras.available("members") !== false;
    try {
      // All of them if they fit into one answer, after which nothing else has to be asked.
      if (isListed() && !found.has("")) found.set("", asFound(await client.extras.members(project, {}, all).page()));
      if (isListed() && knownFor({ found }, word) === undefined)
        found.set(word, asFound(await client.extras.members(project, { query: word }, some).page()));
      if (isListed()) return;
    } catch (error) {
      if (!(error instanceof ApiError) || isListed()) {
        this.context.report.background(error, "Look for members of a project");
        return;
      }
    }
    try {
      found.set(word, asFound(await client.users.list({ search: word || undefined }, some).page()));
    } catch (error) {
      this.context.report.background(error, "Look for users");
    }
  }
}

const all = { perPage: 100 };
const some = { perPage: 20 };

const asFound = ({
  items,
  next,
  capped,
}: {
  readonly items: readonly UserSummary[];
  readonly next?: unknown;
  readonly capped?: true;
}): Found => ({ users: items, isWhole: next === undefined && capped !== true });

/** Returns what is known of letters, by themselves or from fewer of them. */
function knownFor({ found }: Pick<Known, "found">, word: string): readonly UserSummary[] | undefined {
  const own = found.get(word);
  if (own) return own.users;
  for (let length = word.length - 1; length >= 0; length -= 1) {
    const fewer = length === 0 || length >= enoughLetters ? found.get(word.slice(0, length)) : undefined;
    if (fewer?.isWhole === true) return fewer.users.filter((user) => namesOf(user).includes(word));
  }
  return undefined;
}

/** Returns both names of a person, in lowercase. */
export const namesOf = ({ username, name }: UserSummary): string => `${username} ${name ?? ""}`.toLowerCase();
