import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CheckedRequest, RequestSpec, CallOptions, ListOptions } from "../request.ts";
import { checkFilled, checkNotEmpty } from "../rules.ts";

/** 0: no one, 30: developers, 40: maintainers, 60: administrators. Open: hosts have more roles. */
export type AccessLevel = 0 | 30 | 40 | 60 | (number & {});

/** A role, user, group or deploy key with access to a branch (Part 3, Access level record). */
export interface AccessLevelRecord {
  /** Older hosts omit it. */
  readonly id?: number | null;
  /** Null for a user, group or deploy key. */
  readonly access_level?: AccessLevel | null;
  /** The host's own text. */
  readonly access_level_description?: string | null;
  /** Higher editions. */
  readonly user_id?: number | null;
  readonly group_id?: number | null;
  readonly deploy_key_id?: number | null;
}

/** A protected branch, or a wildcard that protects all matching branches (Part 3, Protected branch). */
export interface ProtectedBranch {
  /** Older hosts omit it. */
  readonly id?: number | null;
  /** Branch name or wildcard. */
  readonly name: string;
  readonly push_access_levels?: readonly AccessLevelRecord[] | null;
  readonly merge_access_levels?: readonly AccessLevelRecord[] | null;
  readonly unprotect_access_levels?: readonly AccessLevelRecord[] | null;
  readonly allow_force_push?: boolean | null;
  /** Higher editions. */
  readonly code_owner_approval_required?: boolean | null;
  /** Whether it is set by the group; higher editions. */
  readonly inherited?: boolean | null;
}

/** The response to an update; only the name and the changed lists are documented. */
export type UpdatedProtectedBranch = Omit<ProtectedBranch, "id"> & { readonly id?: number | null };

/** A user, group or access level to allow. The user must be a project member, and the project must be shared with the group. */
export type AccessEntry =
  | { readonly user_id: number }
  | { readonly group_id: number }
  | { readonly access_level: AccessLevel };

/** Adds an entry, replaces an existing one, or removes one. */
export type AccessChange =
  | AccessEntry
  | (AccessEntry & { readonly id: number })
  | { readonly id: number; readonly _destroy: true };

/** The lists and `code_owner_approval_required` need a higher edition. */
export interface ProtectBranch {
  /** A branch or a wildcard such as `release/*`; the branch does not have to exist. */
  readonly name: string;
  readonly allow_force_push?: boolean | undefined;
  readonly allowed_to_merge?: readonly AccessEntry[] | undefined;
  readonly allowed_to_push?: readonly AccessEntry[] | undefined;
  readonly allowed_to_unprotect?: readonly AccessEntry[] | undefined;
  readonly code_owner_approval_required?: boolean | undefined;
  /** Default: 40. */
  readonly merge_access_level?: AccessLevel | undefined;
  readonly push_access_level?: AccessLevel | undefined;
  readonly unprotect_access_level?: AccessLevel | undefined;
}

export interface UpdateProtectedBranch {
  readonly allow_force_push?: boolean | undefined;
  readonly allowed_to_merge?: readonly AccessChange[] | undefined;
  readonly allowed_to_push?: readonly AccessChange[] | undefined;
  readonly allowed_to_unprotect?: readonly AccessChange[] | undefined;
  readonly code_owner_approval_required?: boolean | undefined;
}

const requiredFields = {
  id: "id?",
  name: "text",
  push_access_levels: { kind: "list?", of: {} },
  merge_access_levels: { kind: "list?", of: {} },
  unprotect_access_levels: { kind: "list?", of: {} },
} as const;

/** Protected branches of a project; `name` is a branch or a wildcard. Every operation throws ApiError. */
export const protectedBranches = (http: Http) => {
  const one = (project: ProjectId, name: string) => path`/projects/${project}/protected_branches/${name}`;

  return {
    /** Lists protected branches; `search` matches part of the name. Part 3, Protected branches. */
    list: (
      project: ProjectId,
      query: { readonly search?: string | undefined } = {},
      options: ListOptions = {},
    ): Pages<ProtectedBranch> =>
      http.pages<ProtectedBranch>(
        () => ({
          operation: "protectedBranches.list",
          path: path`/projects/${project}/protected_branches`,
          query,
          requiredFields,
          conditional: true,
        }),
        options,
      ),

    /** Returns a protected branch. Throws `notFound` for a branch that only a wildcard protects. Part 3, Protected branches. */
    get: async (project: ProjectId, name: string, options: CallOptions = {}): Promise<ProtectedBranch> =>
      http.object<ProtectedBranch>({
        operation: "protectedBranches.get",
        path: one(project, name),
        requiredFields,
        conditional: true,
        ...options,
      }),

    /**
     * Protects a branch or a wildcard. Rejects an empty name, entries without exactly one of user, group and level, and the level "no access"
     * for unprotecting before sending. Throws `conflict` if it is already protected, `invalidRequest` for users without access to the
     * project (422). Part 3, Protected branches.
     */
    create: async (project: ProjectId, request: ProtectBranch, options: CallOptions = {}): Promise<ProtectedBranch> => {
      const call: CheckedRequest<ProtectedBranch> = {
        operation: "protectedBranches.create",
        method: "POST",
        path: path`/projects/${project}/protected_branches`,
        json: request,
        requiredFields,
        ...options,
      };
      checkFilled(http, call, request, "name");
      checkEntries(http, call, request);
      if (request.unprotect_access_level === noAccess)
        throw http.invalidArgument(call, "accessLevel", nobody, "unprotect_access_level");
      return http.object<ProtectedBranch>(call);
    },

    /**
     * Updates who has access. An entry with the `id` of an existing one replaces it, or with `_destroy` removes it, one without `id` is added,
     * and omitted entries stay. Rejects an empty update, and entries that `create` rejects, before sending. Part 3, Protected branches.
     */
    update: async (
      project: ProjectId,
      name: string,
      changes: UpdateProtectedBranch,
      options: CallOptions = {},
    ): Promise<UpdatedProtectedBranch> => {
      const call: CheckedRequest<UpdatedProtectedBranch> = {
        operation: "protectedBranches.update",
        method: "PATCH",
        path: one(project, name),
        json: changes,
        requiredFields,
        ...options,
      };
      checkNotEmpty(http, call, changes);
      checkEntries(http, call, changes);
      return http.object<UpdatedProtectedBranch>(call);
    },

    /** Unprotects a branch. Throws `forbidden` if the unprotect levels exclude the caller. Part 3, Protected branches. */
    delete: async (project: ProjectId, name: string, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "protectedBranches.delete", method: "DELETE", path: one(project, name), ...options }),
  };
};

const noAccess = 0;
const nobody = "somebody must be able to unprotect a branch: the level cannot be no access";

function checkEntries(http: Pick<Http, "invalidArgument">, call: RequestSpec, request: UpdateProtectedBranch): void {
  for (const list of ["allowed_to_merge", "allowed_to_push", "allowed_to_unprotect"] as const) {
    for (const [index, entry] of (request[list] ?? []).entries()) {
      const at = `${list}[${index}]`;
      if ("_destroy" in entry) {
        if ((entry as { readonly id?: number }).id === undefined)
          throw http.invalidArgument(call, "required", "what is taken away has an id", `${at}.id`);
        continue;
      }
      const names = ["user_id", "group_id", "access_level"].filter(
        (name) => (entry as Readonly<Partial<Record<string, number>>>)[name] !== undefined,
      );
      if (names.length !== 1)
        throw http.invalidArgument(call, "exclusive", "an entry is exactly one user, group or access level", at);
      if (list === "allowed_to_unprotect" && "access_level" in entry && entry.access_level === noAccess) {
        throw http.invalidArgument(call, "accessLevel", nobody, `${at}.access_level`);
      }
    }
  }
}
