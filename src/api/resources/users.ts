import { rememberRights } from "../administrators.ts";
import { createDialect } from "../dialect.ts";
import { ApiError } from "../errors.ts";
import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled, checkNotEmpty, checkTimes } from "../rules.ts";
import { requiredAttributeFields } from "./customAttributes.ts";
import { personFields } from "./personFields.ts";
import { undocumentedResponse } from "./undocumentedResponse.ts";
import { checkPassword, type CreateUser, type UpdateUser, userBody } from "./userRequests.ts";
import type { CurrentUser, SshKey, User, UserCounts, UserQuery, UserStatus } from "./userTypes.ts";

export type * from "./userTypes.ts";
export type { CreateUser, UpdateUser, UserFields } from "./userRequests.ts";

const requiredUserFields = {
  ...personFields,
  id: "id",
  username: "text",
  identities: { kind: "list?", of: {} },
  custom_attributes: { kind: "list?", of: requiredAttributeFields },
} as const;
/** Without a status they are null. */
const requiredStatusFields = { emoji: "text|null", message: "text|null" } as const;
const requiredKeyFields = { id: "id", title: "text", key: "text" } as const;

/** Users. Every operation throws ApiError. */
export const users = (http: Http) => {
  /** Renames fields of responses to their documented names. */
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

  let requests = 0;
  /** Number of the latest request for the current user that was answered. */
  let latestAnswered = 0;
  return {
    /**
     * Lists users, newest first by default. The host ignores or rejects administrators' filters and fields for other users. Rejects `false` for
     * filters that only accept `true`, and an external ID without its provider, before sending. Part 3, Users.
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

    /** Returns a user by ID; administrators see more fields. Throws `forbidden` without a credential, `notFound` without such a user. Part 3, Users. */
    get,

    /**
     * Creates a user; for administrators. Returns the user if the host sends it; the response is not documented. Rejects a user without a
     * password or a way to set one before sending. Throws `conflict` for a username or email that is taken. Part 3, Users.
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
     * Updates a user; for administrators. Throws `conflict` for a username or email that is taken: the documents use 404 for that too, so this
     * then checks whether the user exists. The user must change a password that was set here at the next sign-in. Part 3, Users.
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
      checkNotEmpty(http, call, changes);
      try {
        return await write(call);
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "notFound" || !(await exists(id, options))) throw error;
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
     * Deletes a user; for administrators. `hard_delete` also deletes their contributions, which otherwise move to the ghost user, and groups
     * that only they own. Throws `notFound` without such a user. Part 3, Users.
     */
    delete: async (
      id: number,
      query: { readonly hard_delete?: boolean | undefined } = {},
      options: CallOptions = {},
    ): Promise<void> =>
      http.noContent({ operation: "users.delete", method: "DELETE", path: path`/users/${id}`, query, ...options }),

    /** Returns the user of the credential. `sudo` is the ID of a user that an administrator acts as. Part 3, Users. */
    current: async ({
      sudo,
      ...options
    }: CallOptions & { readonly sudo?: number | undefined } = {}): Promise<CurrentUser> => {
      const number = ++requests;
      const user = await http.object<CurrentUser>({
        operation: "users.current",
        path: path`/user`,
        query: { sudo },
        requiredFields: requiredUserFields,
        hostFieldNames: true,
        ...options,
      });
      // A response that a later request has overtaken may be outdated, so it is not stored.
      if (sudo === undefined && number > latestAnswered) {
        latestAnswered = number;
        rememberRights(http.capabilities, user, http.now());
      }
      return user;
    },

    /** Returns the status of the signed-in user. Part 3, Users. */
    currentStatus: async (options: CallOptions = {}): Promise<UserStatus> =>
      http.object<UserStatus>({
        operation: "users.currentStatus",
        path: path`/user/status`,
        requiredFields: requiredStatusFields,
        ...options,
      }),

    /** Returns the status of a user by ID or username; needs no credential, but hosts that restrict profiles want one. Part 3, Users. */
    status: async (user: number | string, options: CallOptions = {}): Promise<UserStatus> =>
      http.object<UserStatus>({
        operation: "users.status",
        path: path`/users/${user}/status`,
        auth: "optional",
        requiredFields: requiredStatusFields,
        ...options,
      }),

    /** Sets the status of the signed-in user. Without `emoji` it is `speech_balloon`; empty emoji and message clear it. Part 3, Users. */
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

    /** Returns how many merge requests are assigned to the signed-in user. Part 3, Users. */
    counts: async (options: CallOptions = {}): Promise<UserCounts> =>
      http.object<UserCounts>({
        operation: "users.counts",
        path: path`/user_counts`,
        requiredFields: { merge_requests: "number" },
        ...options,
      }),

    /** Lists the SSH keys of the signed-in user. Part 3, Users. */
    listKeys: (options: ListOptions = {}): Pages<SshKey> =>
      http.pages<SshKey>(
        () => ({ operation: "users.listKeys", path: path`/user/keys`, requiredFields: requiredKeyFields }),
        options,
      ),

    /** Lists the SSH keys of a user. Part 3, Users. */
    listKeysForUser: (id: number, options: ListOptions = {}): Pages<SshKey> =>
      http.pages<SshKey>(
        () => ({
          operation: "users.listKeysForUser",
          path: path`/users/${id}/keys`,
          requiredFields: requiredKeyFields,
        }),
        options,
      ),

    /** Returns an SSH key of the signed-in user. Throws `notFound` for keys of others. Part 3, Users. */
    getKey: async (id: number, options: CallOptions = {}): Promise<SshKey> =>
      http.object<SshKey>({
        operation: "users.getKey",
        path: path`/user/keys/${id}`,
        requiredFields: requiredKeyFields,
        ...options,
      }),

    /** Adds an SSH key. Throws `invalidRequest` if it is invalid or already in use. Part 3, Users. */
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

  async function exists(id: number, options: CallOptions): Promise<boolean> {
    try {
      await get(id, {}, options);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.kind !== "cancelled") return false;
      throw error;
    }
  }
};

/** Checks that these filters are true or not given. */
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
