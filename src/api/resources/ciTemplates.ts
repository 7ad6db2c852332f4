import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";

/** A template as listed, without its content (Part 2, CI template). */
export interface CiTemplateEntry {
  readonly key: string;
  readonly name?: string | null;
}

export interface CiTemplate {
  readonly name?: string | null;
  /** The text of the template. */
  readonly content: string;
}

/** CI configuration templates. They are public, so no credential is sent. Every operation throws ApiError. */
export const ciTemplates = (http: Http) => ({
  /** Lists the templates of the instance. Part 2, CI templates. */
  list: (options: ListOptions = {}): Pages<CiTemplateEntry> =>
    http.pages<CiTemplateEntry>(
      () => ({
        operation: "ciTemplates.list",
        path: path`/templates/service_ci_ymls`,
        auth: "none",
        requiredFields: { key: "text", name: "text?" },
        conditional: true,
      }),
      options,
    ),

  /** Returns a template with its content, by key. Part 2, CI templates. */
  get: async (key: string, options: CallOptions = {}): Promise<CiTemplate> =>
    http.object<CiTemplate>({
      operation: "ciTemplates.get",
      path: path`/templates/service_ci_ymls/${key}`,
      auth: "none",
      requiredFields: { content: "text" },
      conditional: true,
      ...options,
    }),
});
