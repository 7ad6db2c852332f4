import type { Http } from "../http.ts";
import { checkObject, parseBody, UnexpectedBody } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";

/** An address that hears of what happens on the whole instance (Part 1, System hook). Its secret is never answered. */
export interface SystemHook {
  readonly id: number;
  readonly url: string;
  readonly created_at: string | null;
  readonly push_events: boolean;
  readonly tag_push_events: boolean;
  readonly merge_requests_events: boolean;
  readonly repository_update_events: boolean;
  readonly enable_ssl_verification: boolean;
  /** From here on newer hosts alone (SERVICE-FACTS 74). */
  readonly name?: string | null;
  readonly description?: string | null;
  readonly alert_status?: "executable" | "temporarily_disabled" | "disabled" | (string & {}) | null;
  readonly disabled_until?: string | null;
  readonly url_variables?: readonly { readonly key: string; readonly value?: string | null }[] | null;
}

export interface CreateSystemHook {
  readonly url: string;
  /** A secret that each delivery carries, to be checked there. */
  readonly token?: string | undefined;
  /** Which events are told; the documents name no defaults. */
  readonly push_events?: boolean | undefined;
  readonly tag_push_events?: boolean | undefined;
  readonly merge_requests_events?: boolean | undefined;
  readonly repository_update_events?: boolean | undefined;
  readonly enable_ssl_verification?: boolean | undefined;
}

/** What a test delivers: about a made-up project. */
export interface SystemHookTestPayload {
  readonly project_id: number;
  readonly owner_email?: string | null;
  readonly owner_name?: string | null;
  readonly name?: string | null;
  readonly path?: string | null;
  readonly event_name: "project_create" | (string & {});
}

const requiredFields = { id: "id", url: "text" } as const;

/** System hooks, for administrators only: `forbidden` for others. Every operation throws ApiError. */
export const systemHooks = (http: Http) => {
  /** The documents show one hook as a list of one; real hosts answer the hook (SERVICE-FACTS 74). */
  const one = async (call: RequestSpec): Promise<SystemHook> =>
    http.read(call, ({ text, header }) => {
      const body = parseBody(text, header("content-type") ?? "");
      if (!Array.isArray(body)) return checkObject(body, requiredFields) as SystemHook;
      if (body.length !== 1) throw new UnexpectedBody(`is a list of ${body.length} hooks, not one`);
      return checkObject(body[0], requiredFields, "[0]") as SystemHook;
    });

  return {
    /** All of them. Part 1, System hooks. */
    list: (options: ListOptions = {}): Pages<SystemHook> =>
      http.pages<SystemHook>(() => ({ operation: "systemHooks.list", path: path`/hooks`, requiredFields }), options),

    /** One of them; `notFound` without it. Part 1, System hooks. */
    get: async (id: number, options: CallOptions = {}): Promise<SystemHook> =>
      one({ operation: "systemHooks.get", path: path`/hooks/${id}`, ...options }),

    /** Adds a hook. An empty address is refused before anything is sent; `invalidRequest` for one that the host does not allow. Part 1, System hooks. */
    create: async (request: CreateSystemHook, options: CallOptions = {}): Promise<SystemHook> => {
      const call = {
        operation: "systemHooks.create",
        method: "POST",
        path: path`/hooks`,
        json: request,
        ...options,
      } as const;
      checkFilled(http, call, request, "url");
      return one(call);
    },

    /** Delivers made-up data to the hook's address, and answers with that. Part 1, System hooks. */
    test: async (id: number, options: CallOptions = {}): Promise<SystemHookTestPayload> =>
      http.object<SystemHookTestPayload>({
        operation: "systemHooks.test",
        method: "POST",
        path: path`/hooks/${id}`,
        requiredFields: { event_name: "text" },
        ...options,
      }),

    /** Removes a hook; `notFound` without it. Part 1, System hooks. */
    delete: async (id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "systemHooks.delete", method: "DELETE", path: path`/hooks/${id}`, ...options }),
  };
};
