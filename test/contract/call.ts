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
