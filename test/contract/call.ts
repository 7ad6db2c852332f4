import type { Client } from "../../src/api/client.ts";
import type { Pages } from "../../src/api/pages.ts";
import type { AnswerOf, DueId } from "./ids.ts";
import type { Subjects } from "./subjects.ts";

/** One call, by a client whose requests are recorded. It may send several requests, all of its own operation: a first page and a second, a project's and a group's. */
export type Call<Id extends DueId> = (client: Client, on: Subjects) => Promise<AnswerOf<Id>>;

export interface CallPair<Id extends DueId> {
  /** What is required, and no more. */
  readonly minimal: Call<Id>;
  /** Everything that the documents allow. */
  readonly maximal: Call<Id>;
}

/** The calls of one part of the client, such as `wikis`: those of its ids and no others. */
export type CallsOf<Family extends string> = { readonly [Id in Extract<DueId, `${Family}.${string}`>]: CallPair<Id> };

/** The items of a list's first page. */
export async function first<T>(pages: Pages<T>): Promise<readonly T[]> {
  return (await pages.page()).items;
}

/** The items of two pages, where there are two: with `perPage: 1`, `page` is seen too. */
export async function firstTwo<T>(pages: Pages<T>): Promise<readonly T[]> {
  const { items, next } = await pages.page();
  return next ? [...items, ...(await pages.page(next)).items] : items;
}

/** The same call both times. */
export const both = <T>(call: (client: Client, on: Subjects) => Promise<T>) => ({ minimal: call, maximal: call });

/** The same list both times, once something is there: its first page, and two pages of one item each. */
export const listed = <T>(
  pages: (client: Client, options: { perPage?: number }) => Pages<T>,
  there: (on: Subjects) => unknown = () => undefined,
) => ({
  minimal: async (client: Client, on: Subjects): Promise<readonly T[]> => {
    await there(on);
    return first(pages(client, {}));
  },
  maximal: async (client: Client, on: Subjects): Promise<readonly T[]> => {
    await there(on);
    return firstTwo(pages(client, { perPage: 1 }));
  },
});

/** Subjects that belong to a project. */
type InProject = {
  [Name in keyof Subjects]-?: Subjects[Name] extends { readonly project: number; readonly sameProject: string }
    ? Name
    : never;
}[keyof Subjects];

type Upon<Name extends InProject, T> = (client: Client, project: number | string, own: Subjects[Name]) => Promise<T>;

/** Two calls, which the operation's types are compared with later. */
interface Pair<Minimal, Maximal> {
  readonly minimal: (client: Client, on: Subjects) => Promise<Minimal>;
  readonly maximal: (client: Client, on: Subjects) => Promise<Maximal>;
}

interface ProjectCalls<Name extends InProject> {
  readonly pair: <Minimal, Maximal>(
    minimal: Upon<Name, Minimal>,
    maximal: Upon<Name, Maximal>,
  ) => Pair<Minimal, Maximal>;
  /** The same call both times. */
  readonly same: <T>(call: Upon<Name, T>) => Pair<T, T>;
}

/** Calls upon the project of some subjects: minimal ones by its ID, maximal ones by its path. */
export function ofProject<Name extends InProject>(name: Name): ProjectCalls<Name> {
  const pair: ProjectCalls<Name>["pair"] = (minimal, maximal) => ({
    minimal: (client, on) => minimal(client, on[name].project, on[name]),
    maximal: (client, on) => maximal(client, on[name].sameProject, on[name]),
  });
  return { pair, same: (call) => pair(call, call) };
}
