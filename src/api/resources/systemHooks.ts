import type { Http } from "../http.ts";
import { checkObject, parseBody, UnexpectedBody } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";

/** A webhook for events of the whole instance (Part 1, System hook). Responses never contain its secret. */
export interface SystemHook {
  readonly id: number;
  readonly url: string;
  readonly created_at?: string | null;
  readonly push_events?: boolean | null;
  readonly tag_push_events?: boolean | null;
  readonly merge_requests_events?: boolean | null;
  readonly repository_update_events?: boolean | null;
  readonly enable_ssl_verification?: boolean | null;
  /** This and the fields below are only sent by newer hosts (SERVICE-FACTS 74). */
  readonly name?: string | null;
  readonly description?: string | null;
  readonly alert_status?: "executable" | "temporarily_disabled" | "disabled" | (string & {}) | null;
  readonly disabled_until?: string | null;
  readonly url_variables?: readonly { readonly key?: string | null; readonly value?: string | null }[] | null;
}

export interface CreateSystemHook {
  readonly url: string;
  /** Secret that is sent with each delivery. */
  readonly token?: string | undefined;
  /** Events to deliver; the defaults are not documented. */
  readonly push_events?: boolean | undefined;
  readonly tag_push_events?: boolean | undefined;
  readonly merge_requests_events?: boolean | undefined;
  readonly repository_update_events?: boolean | undefined;
  readonly enable_ssl_verification?: boolean | undefined;
}

/** Sample data that a test delivers. */
export interface SystemHookTestPayload {
  readonly project_id?: number | null;
  readonly owner_email?: string | null;
  readonly owner_name?: string | null;
  readonly name?: string | null;
  readonly path?: string | null;
  readonly event_name: "project_create" | (string & {});
}

const requiredFields = { id: "id", url: "text", url_variables: { kind: "list?", of: {} } } as const;

/** System hooks; for administrators only. Every operation throws ApiError, `forbidden` for other users. */
export const systemHooks = (http: Http) => {
  /** Returns a hook, which is documented as a list of one; real hosts send the hook itself (SERVICE-FACTS 74). */
  const one = async (call: RequestSpec): Promise<SystemHook> =>
    http.read(call, ({ text, header }) => {
      const body = parseBody(text, header("content-type") ?? "");
      if (!Array.isArray(body)) return checkObject<SystemHook>(body, requiredFields);
      if (body.length !== 1) throw new UnexpectedBody(`is a list of ${body.length} hooks, not one`);
      return checkObject<SystemHook>(body[0], requiredFields, "[0]");
    });

  return {
    /** Lists the hooks. Part 1, System hooks. */
    list: (options: ListOptions = {}): Pages<SystemHook> =>
      http.pages<SystemHook>(() => ({ operation: "systemHooks.list", path: path`/hooks`, requiredFields }), options),

    /** Returns a hook. Throws `notFound` if it does not exist. Part 1, System hooks. */
    get: async (id: number, options: CallOptions = {}): Promise<SystemHook> =>
      one({ operation: "systemHooks.get", path: path`/hooks/${id}`, ...options }),

    /** Adds a hook. Rejects an empty URL before sending. Throws `invalidRequest` for a URL that the host does not allow. Part 1, System hooks. */
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

    /** Delivers sample data to the hook and returns it. Part 1, System hooks. */
    test: async (id: number, options: CallOptions = {}): Promise<SystemHookTestPayload> =>
      http.object<SystemHookTestPayload>({
        operation: "systemHooks.test",
        method: "POST",
        path: path`/hooks/${id}`,
        requiredFields: { event_name: "text" },
        ...options,
      }),

    /** Removes a hook. Throws `notFound` if it does not exist. Part 1, System hooks. */
    delete: async (id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "systemHooks.delete", method: "DELETE", path: path`/hooks/${id}`, ...options }),
  };
};
