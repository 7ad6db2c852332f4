import { ApiError, type ApiErrorKind } from "../errors.ts";
import { type ExtraName, isExtraAvailable, rememberExtra } from "../extraAvailability.ts";
import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import type { CheckedRequest, ListOptions, RequestSpec, TextResponse } from "../request.ts";

/** A request of an extra route: its operation is `extras.` and the name of the route. */
type ExtraRequest<R extends RequestSpec> = Omit<R, "operation">;

/**
 * Requests to routes that are not in the documents. Whether the instance has one is detected on first use and stored in its capabilities;
 * a missing one is not tried again for a week. All throw ApiError, `invalidArgument` with the rule `extraUnavailable` for what is missing.
 */
export function extraCalls(http: Http) {
  const available = (name: ExtraName): boolean | undefined => isExtraAvailable(http.capabilities, name, http.now());

  const refuseMissing = (name: ExtraName, call: RequestSpec): void => {
    if (available(name) === false)
      throw http.invalidArgument(call, "extraUnavailable", `this instance has no route for ${name}`);
  };

  const probe = async <T, C extends RequestSpec>(
    name: ExtraName,
    described: ExtraRequest<C>,
    use: (call: C) => Promise<T>,
  ): Promise<T> => {
    // Adding the name back gives the type it was taken from, which the compiler cannot follow.
    const call = { ...described, operation: `extras.${name}` } as unknown as C;
    refuseMissing(name, call);
    try {
      const result = await use(call);
      rememberExtra(http.capabilities, name, true, http.now());
      return result;
    } catch (error) {
      const exists = error instanceof ApiError ? routeExists(error) : undefined;
      if (exists !== undefined) rememberExtra(http.capabilities, name, exists, http.now());
      throw error;
    }
  };

  return {
    /** Whether the instance has the route; undefined before the first use. */
    available,

    refuseMissing,

    object: async <T extends object>(name: ExtraName, call: ExtraRequest<CheckedRequest<T>>): Promise<T> =>
      probe<T, CheckedRequest<T>>(name, call, (whole) => http.object<T>(whole)),

    read: async <T>(name: ExtraName, call: ExtraRequest<RequestSpec>, use: (response: TextResponse) => T): Promise<T> =>
      probe<T, RequestSpec>(name, call, (whole) => http.read(whole, use)),

    noContent: async (name: ExtraName, call: ExtraRequest<RequestSpec>): Promise<void> => {
      await probe<undefined, RequestSpec>(name, call, async (whole) => {
        await http.noContent(whole);
        return undefined;
      });
    },

    /** Returns a file; undefined if it is larger than a limit in bytes. */
    bytes: async (name: ExtraName, call: ExtraRequest<RequestSpec>, limit: number): Promise<Uint8Array | undefined> =>
      probe<Uint8Array | undefined, RequestSpec>(name, call, async (whole) => {
        const { body, length, close } = await http.download(whole);
        try {
          const chunks: Uint8Array[] = [];
          let size = length ?? 0;
          if (size > limit) return undefined;
          size = 0;
          for await (const chunk of body) {
            size += chunk.length;
            if (size > limit) return undefined;
            chunks.push(chunk);
          }
          return Buffer.concat(chunks);
        } finally {
          await close();
        }
      }),

    pages: <T extends object>(
      name: ExtraName,
      described: () => ExtraRequest<CheckedRequest<T>>,
      options: ListOptions,
    ): Pages<T> => {
      const list = http.pages<T>(() => ({ ...described(), operation: `extras.${name}` }), options);
      return {
        page: async (cursor) =>
          probe<Awaited<ReturnType<typeof list.page>>, CheckedRequest<T>>(name, described(), () => list.page(cursor)),
        all: async (wanted) =>
          probe<Awaited<ReturnType<typeof list.all>>, CheckedRequest<T>>(name, described(), () => list.all(wanted)),
        async *[Symbol.asyncIterator]() {
          let page = await this.page();
          yield page;
          while (page.next) yield (page = await this.page(page.next));
        },
      };
    },
  };
}

/** Kinds of errors that say whether the route exists. */
const fromRoute = new Set<ApiErrorKind>(["notFound", "methodNotAllowed", "forbidden", "invalidRequest", "conflict"]);

/**
 * Returns whether an error proves that the route exists or is missing; undefined if it proves neither. A missing route responds with
 * `{"error": "404 Not Found"}` or 405, a missing item with `{"message": …}`, and a web page comes from a proxy.
 */
function routeExists(error: ApiError): boolean | undefined {
  const fromApi = error.serviceMessage !== undefined || error.code !== undefined;
  if (!fromRoute.has(error.kind) || !fromApi) return undefined;
  return !(error.kind === "methodNotAllowed" || (error.kind === "notFound" && error.code !== undefined));
}
