import { rememberRights } from "../administrators.ts";
import { createDialect } from "../dialect.ts";
import { ApiError } from "../errors.ts";
import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled, checkSome, checkTimes } from "../rules.ts";
import { undocumentedResponse } from "./undocumentedResponse.ts";
import { checkPassword, type CreateUser, type UpdateUser, userBody } from "./userRequests.ts";
import type { CurrentUser, SshKey, User, UserCounts, UserQuery, UserStatus } from "./userTypes.ts";

export type * from "./userTypes.ts";
export type { CreateUser, UpdateUser, UserFields } from "./userRequests.ts";

const requiredUserFields = { id: "id", username: "text", name: "text?" } as const;
const requiredStatusFields = { emoji: "text?", message: "text?" } as const;
const requiredKeyFields = { id: "id", title: "text", key: "text" } as const;

/** Users. Every operation throws ApiError. */
export const users = (http: Http) => {
  /** Answers get the names of the documents, whichever the host has. */
  const documented = createDialect("neutral", http.capabilities);

  const get = async (
    id: number,
    query: { readonly with_custom_attributes?: boolean | undefined } = {},
    options: CallOptions = {},
  ): Promise<User> =>
    http.object<User>({
      operation: "users.get",
      path: path`/users/${id}`,
      query,
      requiredFields: requiredUserFields,
      hostFieldNames: true,
      ...options,
    });

  const write = async (call: RequestSpec): Promise<User | undefined> => {
    const user = await undocumentedResponse<User>(http, { ...call, requiredFields: requiredUserFields });
    return user && documented.read(user);
  };

  let asks = 0;
  /** The latest question about the current user that was answered. */
  let told = 0;
  return {
    /**
     * Users, newest first unless the query says otherwise. Filters and fields for administrators are ignored for others, or refused.
     * A filter that knows only `true`, and an external id without its provider, are refused before anything is sent. Part 3, Users.
     */
    list: (query: UserQuery = {}, options: ListOptions = {}): Pages<User> =>
      http.pages<User>(() => {
        const call = {
          operation: "users.list",
          path: path`/users`,
          query,
          requiredFields: requiredUserFields,
          hostFieldNames: true,
        } as const;
        checkTimes(http, call, query, "created_before", "created_after");
        checkOnlyTrue(http, call, query, "active", "blocked", "external", "with_custom_attributes");
        if ((query.extern_uid === undefined) !== (query.provider === undefined)) {
          throw http.invalidArgument(
            call,
            "required",
            "extern_uid and provider go together",
            query.provider === undefined ? "provider" : "extern_uid",
          );
        }
        return call;
      }, options),

    /** One user by number; administrators see more of them. `forbidden` without a credential, `notFound` without the user. Part 3, Users. */
    get,

    /**
     * Adds a user; for administrators. The answer is not documented: the user where the host tells it. One without a way to a
     * password is refused before anything is sent. `conflict` for a name or address that is taken. Part 3, Users.
     */
    create: async (request: CreateUser, options: CallOptions = {}): Promise<User | undefined> => {
      const call: RequestSpec = {
        operation: "users.create",
        method: "POST",
        path: path`/users`,
        hostFieldNames: true,
        ...userBody(request),
        ...options,
      };
      checkFilled(http, call, request, "email", "username", "name");
      checkPassword(http, call, request);
      return write(call);
    },

    /**
     * Changes a user; for administrators. `conflict` for a name or address that is taken: the documents say 404 for that too, so that
     * the user is looked for. Once changed, a password has to be changed again by the user when signing in. Part 3, Users.
     */
    update: async (id: number, changes: UpdateUser, options: CallOptions = {}): Promise<User | undefined> => {
      const call: RequestSpec = {
        operation: "users.update",
        method: "PUT",
        path: path`/users/${id}`,
        hostFieldNames: true,
        ...userBody(changes),
        ...options,
      };
      checkSome(http, call, changes);
      try {
        return await write(call);
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "notFound" || !(await isThere(id, options))) throw error;
        const { status, serviceMessage, fields, requestId } = error;
        throw http.failure(call, "a conflict with another user", {
          kind: "conflict",
          status,
          serviceMessage,
          fields,
          requestId,
          cause: error,
        });
      }
    },

    /**
     * Deletes a user; for administrators. With `hard_delete` also what the user wrote, which else passes to a ghost user, and groups
     * that nobody else owns. `notFound` without the user. Part 3, Users.
     */
    delete: async (
      id: number,
      query: { readonly hard_delete?: boolean | undefined } = {},
      options: CallOptions = {},
    ): Promise<void> =>
      http.noContent({ operation: "users.delete", method: "DELETE", path: path`/users/${id}`, query, ...options }),

    /** Who the credential belongs to. `sudo` is the id of the user an administrator acts as. Part 3, Users. */
    current: async ({
      sudo,
      ...options
    }: CallOptions & { readonly sudo?: number | undefined } = {}): Promise<CurrentUser> => {
      const asked = ++asks;
      const user = await http.object<CurrentUser>({
        operation: "users.current",
        path: path`/user`,
        query: { sudo },
        requiredFields: requiredUserFields,
        hostFieldNames: true,
        ...options,
      });
      // Whoever asks who this is learns what administrators are offered, too; not from an answer that a newer one has overtaken.
      if (sudo === undefined && asked > told) {
        told = asked;
        rememberRights(http.capabilities, user, http.now());
      }
      return user;
    },

    /** The status of the signed-in user. Part 3, Users. */
    currentStatus: async (options: CallOptions = {}): Promise<UserStatus> =>
      http.object<UserStatus>({
        operation: "users.currentStatus",
        path: path`/user/status`,
        requiredFields: requiredStatusFields,
        ...options,
      }),

    /** The status of any user, by id or name; no credential is sent. Part 3, Users. */
    status: async (user: number | string, options: CallOptions = {}): Promise<UserStatus> =>
      http.object<UserStatus>({
        operation: "users.status",
        path: path`/users/${user}/status`,
        auth: "none",
        requiredFields: requiredStatusFields,
        ...options,
      }),

    /** Sets the own status. Without `emoji` it is `speech_balloon`; an empty one is none. Both empty clear the status. Part 3, Users. */
    setStatus: async (
      status: { readonly emoji?: string | undefined; readonly message?: string | undefined },
      options: CallOptions = {},
    ): Promise<UserStatus> =>
      http.object<UserStatus>({
        operation: "users.setStatus",
        method: "PUT",
        path: path`/user/status`,
        json: status,
        requiredFields: requiredStatusFields,
        ...options,
      }),

    /** How many merge requests wait for the signed-in user. Part 3, Users. */
    counts: async (options: CallOptions = {}): Promise<UserCounts> =>
      http.object<UserCounts>({
        operation: "users.counts",
        path: path`/user_counts`,
        requiredFields: { merge_requests: "number" },
        ...options,
      }),

    /** The own SSH keys. Part 3, Users. */
    listKeys: (options: ListOptions = {}): Pages<SshKey> =>
      http.pages<SshKey>(
        () => ({ operation: "users.listKeys", path: path`/user/keys`, requiredFields: requiredKeyFields }),
        options,
      ),

    /** The SSH keys of any user. Part 3, Users. */
    listKeysForUser: (id: number, options: ListOptions = {}): Pages<SshKey> =>
      http.pages<SshKey>(
        () => ({
          operation: "users.listKeysForUser",
          path: path`/users/${id}/keys`,
          requiredFields: requiredKeyFields,
        }),
        options,
      ),

    /** One of the own SSH keys; `notFound` for others. Part 3, Users. */
    getKey: async (id: number, options: CallOptions = {}): Promise<SshKey> =>
      http.object<SshKey>({
        operation: "users.getKey",
        path: path`/user/keys/${id}`,
        requiredFields: requiredKeyFields,
        ...options,
      }),

    /** Adds an SSH key. `invalidRequest` for one that is none, or that somebody has already. Part 3, Users. */
    addKey: async (
      request: { readonly title: string; readonly key: string },
      options: CallOptions = {},
    ): Promise<SshKey> => {
      const call = {
        operation: "users.addKey",
        method: "POST",
        path: path`/user/keys`,
        json: request,
        requiredFields: requiredKeyFields,
        ...options,
      } as const;
      checkFilled(http, call, request, "title", "key");
      return http.object<SshKey>(call);
    },
  };

  async function isThere(id: number, options: CallOptions): Promise<boolean> {
    try {
      await get(id, {}, options);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.kind !== "cancelled") return false;
      throw error;
    }
  }
};

/** These are true or not given. */
function checkOnlyTrue(
  http: Pick<Http, "invalidArgument">,
  call: RequestSpec,
  query: UserQuery,
  ...names: readonly (keyof UserQuery)[]
): void {
  for (const name of names) {
    if (query[name] !== undefined && query[name] !== true)
      throw http.invalidArgument(call, "value", `${name} can only be true`, name);
  }
}
