import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";

/** What administrators note of users, groups and projects: values by key (Part 1, Custom attribute). */
export interface CustomAttribute {
  readonly key: string;
  readonly value: string;
}

/** What has custom attributes, as routes name it. */
export type AttributedKind = "users" | "groups" | "projects";

const requiredFields = { key: "text", value: "text" } as const;

/** Custom attributes, for administrators only: `forbidden` for others. `id` is the number of the user, group or project. Every operation throws ApiError. */
export const customAttributes = (http: Http) => ({
  /** All of them. Part 1, Custom attributes. */
  list: (kind: AttributedKind, id: number, options: ListOptions = {}): Pages<CustomAttribute> =>
    http.pages<CustomAttribute>(
      () => ({ operation: "customAttributes.list", path: path`/${kind}/${id}/custom_attributes`, requiredFields }),
      options,
    ),

  /** One by its key; `notFound` without it. Part 1, Custom attributes. */
  get: async (kind: AttributedKind, id: number, key: string, options: CallOptions = {}): Promise<CustomAttribute> =>
    http.object<CustomAttribute>({
      operation: "customAttributes.get",
      path: path`/${kind}/${id}/custom_attributes/${key}`,
      requiredFields,
      ...options,
    }),

  /** Adds it, or changes the one that is there. Part 1, Custom attributes. */
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

  /** Removes it; `notFound` without it. Part 1, Custom attributes. */
  delete: async (kind: AttributedKind, id: number, key: string, options: CallOptions = {}): Promise<void> =>
    http.noContent({
      operation: "customAttributes.delete",
      method: "DELETE",
      path: path`/${kind}/${id}/custom_attributes/${key}`,
      ...options,
    }),
});
