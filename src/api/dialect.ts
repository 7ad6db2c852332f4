import type { InstanceCapabilities } from "./capabilities.ts";

/** How a host names what the documents give neutral names: as real hosts do, or as documented. */
export type DialectName = "gitlab" | "neutral";

/** Everything that differs on the wire, as documented and as real hosts have it. */
const differences = {
  paths: [["/templates/service_ci_ymls", "/templates/gitlab_ci_ymls"]],
  /** Starts of header names. */
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
  /** To call when the host knew this spelling: others are then no longer tried. */
  confirm(): void;
}

/** The spellings of one path to try, in order: a second one only while it is unknown which the host uses. */
export type Spellings = readonly [likely: Spelling, other?: Spelling];

type Header = (name: string) => string | undefined;

/** Translates between the documents and one host, and finds out how it speaks. */
export interface Dialect {
  /** Undefined until something told. */
  readonly name: DialectName | undefined;
  paths(path: string): Spellings;
  /** Looks at the headers of an answer, some of which only one kind of host sends. */
  observe(header: Header): void;
  /** A header by its documented name, whichever the host uses. */
  header(header: Header, name: string): string | undefined;
  /** Gives the fields of a record their documented names; those that are there already stay. */
  read<T>(record: T): T;
  /** Gives the fields of a record the host's names. */
  write(record: object): object;
}

const fact = "dialect";

/** @param chosen `auto` finds out with what is asked anyway, and keeps the answer in the facts. */
export function createDialect(chosen: DialectName | "auto" = "auto", capabilities: InstanceCapabilities): Dialect {
  // What an earlier run found out is the better guess, but the host may have changed since.
  const state: { certain: DialectName | undefined } = { certain: chosen === "auto" ? undefined : chosen };
  const remembered = (): DialectName | undefined => readName(capabilities.get(fact));
  const name = (): DialectName | undefined => state.certain ?? remembered();
  const learn = (found: DialectName): void => {
    if (state.certain !== undefined) return;
    state.certain = found;
    if (remembered() !== found) capabilities.set(fact, found);
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
