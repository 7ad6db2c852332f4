import { type Context, once } from "../context.ts";

/** Hooks that are told of nothing that happens. */
export const systemHooks = (on: Context) => {
  // Nobody listens there. Hosts refuse addresses that lead nowhere, or into their own network.
  const url = on.control ? "http://127.0.0.1:9/hooks" : "https://example.com/hooks";
  const silent = {
    push_events: false,
    tag_push_events: false,
    merge_requests_events: false,
    repository_update_events: false,
  } as const;
  const spare = async (): Promise<number> => (await on.need("admin").systemHooks.create({ url, ...silent })).id;
  const hook = once(spare);
  return {
    url,
    hook,
    /** To be deleted. */
    spare,
    /** There are two. */
    two: async (): Promise<void> => {
      const { items } = await on.need("admin").systemHooks.list().page();
      for (let count = items.length; count < 2; count += 1) await spare();
    },
    /** What a call has made does not stay. */
    passing: async <T extends { readonly id: number }>(made: Promise<T>): Promise<T> => {
      const result = await made;
      await on.need("admin").systemHooks.delete(result.id);
      return result;
    },
  };
};
