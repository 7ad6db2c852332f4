import type { InstanceCapabilities } from "./capabilities.ts";

/** Which names a host uses where the documents have neutral ones: those of real hosts, or the documented ones. */
export type DialectName = "gitlab" | "neutral";

/** Every name that differs on the wire: documented, then on real hosts. */
const differences = {
  paths: [["/templates/service_ci_ymls", "/templates/gitlab_ci_ymls"]],
  /** Prefixes of header names. */
  headers: [["x-service-", "x-gitlab-"]],
  fields: [
    ["chat_account", "skype"],
    ["professional_profile", "linkedin"],
    ["social_account", "twitter"],
    ["spamfilter_submitted", "akismet_submitted"],
  ],
} as const;

export interface Spelling {
  readonly path: string;
  /** Records that the host knows this spelling, so that the other is no longer tried. */
  confirm(): void;
}

/** The spellings of one path to try, in order; a second one only while the host's dialect is not confirmed. */
export type Spellings = readonly [likely: Spelling, other?: Spelling];

type Header = (name: string) => string | undefined;

/** Translates between documented names and those of one host, and detects which names the host uses. */
export interface Dialect {
  /** Undefined until detected. */
  readonly name: DialectName | undefined;
  paths(path: string): Spellings;
  /** Detects the dialect from response headers that only one kind of host sends. */
  observe(header: Header): void;
  /** Returns a header by its documented name, whichever name the host uses. */
  header(header: Header, name: string): string | undefined;
  /** Renames the fields of a record to their documented names; a field that already has its documented name wins. */
  read<T>(record: T): T;
  /** Renames the fields of a record to the host's names. */
  write(record: object): object;
}

const key = "dialect";

/** @param chosen `auto` detects the dialect from ordinary responses and stores it in the capabilities. */
export function createDialect(chosen: DialectName | "auto" = "auto", capabilities: InstanceCapabilities): Dialect {
  // A stored dialect is only a guess: the host may have changed since.
  const state: { certain: DialectName | undefined } = { certain: chosen === "auto" ? undefined : chosen };
  const remembered = (): DialectName | undefined => readName(capabilities.get(key));
  const name = (): DialectName | undefined => state.certain ?? remembered();
  const learn = (found: DialectName): void => {
    if (state.certain !== undefined) return;
    state.certain = found;
    if (remembered() !== found) capabilities.set(key, found);
  };

  return {
    get name() {
      return name();
    },

    paths: (path) => {
      const row = differences.paths.find(
        ([documented]) => path.startsWith(documented) && /^([/?]|$)/.test(path.slice(documented.length)),
      );
      if (!row) return [{ path, confirm: () => undefined }];
      const spelling = (as: DialectName): Spelling => ({
        path: (as === "neutral" ? row[0] : row[1]) + path.slice(row[0].length),
        confirm: () => learn(as),
      });
      if (state.certain !== undefined) return [spelling(state.certain)];
      return name() === "neutral"
        ? [spelling("neutral"), spelling("gitlab")]
        : [spelling("gitlab"), spelling("neutral")];
    },

    observe: (header) => {
      if (header("x-gitlab-meta") !== undefined || header("x-gitlab-blob-id") !== undefined) learn("gitlab");
      else if (header("x-service-blob-id") !== undefined) learn("neutral");
    },

    header: (header, wanted) => {
      const lower = wanted.toLowerCase();
      const row = differences.headers.find(([documented]) => lower.startsWith(documented));
      return header(lower) ?? (row && header(row[1] + lower.slice(row[0].length)));
    },

    read: (record) => {
      if (typeof record !== "object" || record === null) return record;
      if (Array.isArray(record))
        return record.map((item: unknown) => renamed(item as object, (row) => [row[1], row[0]])) as typeof record;
      return renamed(record, (row) => [row[1], row[0]]) as typeof record;
    },

    write: (record) => (name() === "neutral" ? record : renamed(record, (row) => row)),
  };
}

type Row = (typeof differences.fields)[number];

function renamed(record: object, direction: (row: Row) => readonly [from: string, to: string]): object {
  const names = new Map(differences.fields.map(direction));
  const entries = Object.entries(record);
  if (!entries.some(([key]) => names.has(key))) return record;
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const to = names.get(key);
      return to === undefined ? [[key, value]] : to in record ? [] : [[to, value]];
    }),
  );
}

const readName = (text: string | undefined): DialectName | undefined =>
  text === "gitlab" || text === "neutral" ? text : undefined;
