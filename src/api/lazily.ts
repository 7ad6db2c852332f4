import type { PageCursor, Pages } from "./pages.ts";

/** Which operations of a resource answer page by page, and which with one promise. */
type Shape<Resource> = {
  readonly [Name in keyof Resource]: Resource[Name] extends (...args: never[]) => Pages<unknown>
    ? "pages"
    : Resource[Name] extends (...args: never[]) => Promise<unknown>
      ? "once"
      : never;
};

/**
 * A resource that is loaded with its first use. What its operations throw at once is thrown by the promise, or by the first page.
 * @param load loads it; called until it has succeeded once
 */
export function lazily<Resource extends object>(load: () => Promise<Resource>, shape: Shape<Resource>): Resource {
  const loaded = onceLoaded(load);
  const operation = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const resource = (await loaded()) as Record<string, (...args: readonly unknown[]) => unknown>;
    return resource[name]?.(...args);
  };
  const once =
    (name: string) =>
    async (...args: readonly unknown[]) =>
      operation(name, args);
  const pages =
    (name: string) =>
    (...args: readonly unknown[]) =>
      latePages(onceLoaded(() => operation(name, args) as Promise<Pages<unknown>>));
  const entries = Object.entries(shape).map(([name, kind]) => [name, kind === "pages" ? pages(name) : once(name)]);
  return Object.fromEntries(entries) as Resource;
}

/** What `load` brings, loaded with the first call; after a failure the next call tries again. */
export function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

function latePages(made: () => Promise<Pages<unknown>>): Pages<unknown> {
  return {
    page: async (cursor?: PageCursor) => (await made()).page(cursor),
    all: async (options) => (await made()).all(options),
    async *[Symbol.asyncIterator]() {
      yield* await made();
    },
  };
}
