import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";

/** A value by key that administrators attach to users, groups and projects (Part 1, Custom attribute). */
export interface CustomAttribute {
  readonly key: string;
  readonly value: string;
}

/** Kinds of records with custom attributes, as named in routes. */
export type AttributedKind = "users" | "groups" | "projects";

/** Fields of an attribute that are checked in responses. */
export const requiredAttributeFields = { key: "text", value: "text" } as const;
const requiredFields = requiredAttributeFields;

/**
 * Custom attributes; for administrators only. `id` is the number of the user, group or project. Every operation throws ApiError,
 * `forbidden` for other users.
 */
export const customAttributes = (http: Http) => ({
  /** Lists all attributes. Real hosts return all of them at once. Part 1, Custom attributes. */
  list: (kind: AttributedKind, id: number, options: ListOptions = {}): Pages<CustomAttribute> =>
    http.pages<CustomAttribute>(
      () => ({
        operation: "customAttributes.list",
        path: path`/${kind}/${id}/custom_attributes`,
        requiredFields,
        unpaged: true,
      }),
      options,
    ),

  /** Returns an attribute by key. Throws `notFound` if it does not exist. Part 1, Custom attributes. */
  get: async (kind: AttributedKind, id: number, key: string, options: CallOptions = {}): Promise<CustomAttribute> =>
    http.object<CustomAttribute>({
      operation: "customAttributes.get",
      path: path`/${kind}/${id}/custom_attributes/${key}`,
      requiredFields,
      ...options,
    }),

  /** Adds or updates an attribute. Part 1, Custom attributes. */
  set: async (
    kind: AttributedKind,
    id: number,
    key: string,
    request: { readonly value: string },
    options: CallOptions = {},
  ): Promise<CustomAttribute> =>
    http.object<CustomAttribute>({
      operation: "customAttributes.set",
      method: "PUT",
      path: path`/${kind}/${id}/custom_attributes/${key}`,
      json: request,
      requiredFields,
      ...options,
    }),

  /** Removes an attribute. Throws `notFound` if it does not exist. Part 1, Custom attributes. */
  delete: async (kind: AttributedKind, id: number, key: string, options: CallOptions = {}): Promise<void> =>
    http.noContent({
      operation: "customAttributes.delete",
      method: "DELETE",
      path: path`/${kind}/${id}/custom_attributes/${key}`,
      ...options,
    }),
});
