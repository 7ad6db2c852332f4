import type { Http } from "../http.ts";
import type { JsonValue } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import type { Upload } from "../upload.ts";

/** Markup format of a page. */
export type WikiFormat = "markdown" | "rdoc" | "asciidoc" | "org" | (string & {});

/** A page of a project's wiki (Part 3, Wiki page). */
export interface WikiPage {
  /** Path of the page in the wiki; slashes separate parent pages. */
  readonly slug: string;
  readonly title: string;
  readonly format?: WikiFormat | null;
  /** In lists only if requested; HTML if requested. */
  readonly content?: string | null;
  readonly encoding?: string | null;
  /** Front matter of the content; newer hosts (SERVICE-FACTS 78). */
  readonly front_matter?: JsonValue;
  readonly wiki_page_meta_id?: number | null;
}

export interface CreateWikiPage {
  readonly content: string;
  /** Slashes separate parent pages. */
  readonly title: string;
  /** Default: `markdown`. */
  readonly format?: WikiFormat | undefined;
}

/** At least one of content and title is required. */
export interface UpdateWikiPage {
  /** Empty text clears the page. */
  readonly content?: string | undefined;
  /** A new title changes the slug too. */
  readonly title?: string | undefined;
  readonly format?: WikiFormat | undefined;
}

/** A file in the wiki's repository, with the Markdown to embed it. */
export interface WikiAttachment {
  readonly file_name: string;
  /** From the root of the wiki. */
  readonly file_path: string;
  readonly branch?: string | null;
  readonly link: { readonly url: string; readonly markdown: string };
}

const requiredFields = { slug: "text", title: "text", format: "text?", content: "text?" } as const;

/** Wiki pages of a project. Every operation throws ApiError, `notFound` for a missing page. */
export const wikis = (http: Http) => {
  const all = (project: ProjectId) => path`/projects/${project}/wikis`;
  const one = (project: ProjectId, slug: string) => path`/projects/${project}/wikis/${slug}`;

  return {
    /** Lists the pages, optionally with their content. Real hosts return all of them at once. Part 3, Wikis. */
    list: (
      project: ProjectId,
      query: { readonly with_content?: boolean | undefined } = {},
      options: ListOptions = {},
    ): Pages<WikiPage> =>
      http.pages<WikiPage>(
        () => ({
          operation: "wikis.list",
          path: all(project),
          query,
          requiredFields,
          conditional: true,
          unpaged: true,
        }),
        options,
      ),

    /** Returns a page, the latest or that of a version (the SHA of a commit); with `render_html` its content is HTML. Part 3, Wikis. */
    get: async (
      project: ProjectId,
      slug: string,
      query: { readonly render_html?: boolean | undefined; readonly version?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<WikiPage> =>
      http.object<WikiPage>({
        operation: "wikis.get",
        path: one(project, slug),
        query,
        requiredFields,
        conditional: true,
        ...options,
      }),

    /**
     * Creates a page. Rejects an empty title or missing content before sending; empty text is allowed as content. Throws `invalidRequest` for a title
     * that is taken (400). Part 3, Wikis.
     */
    create: async (project: ProjectId, request: CreateWikiPage, options: CallOptions = {}): Promise<WikiPage> => {
      const call = {
        operation: "wikis.create",
        method: "POST",
        path: all(project),
        json: request,
        requiredFields,
        ...options,
      } as const;
      checkFilled(http, call, request, "title");
      if ((request as Partial<CreateWikiPage>).content === undefined)
        throw http.invalidArgument(call, "content", "a new page has content", "content");
      return http.object<WikiPage>(call);
    },

    /** Updates a page. Rejects an update with neither content nor title before sending. Part 3, Wikis. */
    update: async (
      project: ProjectId,
      slug: string,
      changes: UpdateWikiPage,
      options: CallOptions = {},
    ): Promise<WikiPage> => {
      const call = {
        operation: "wikis.update",
        method: "PUT",
        path: one(project, slug),
        json: changes,
        requiredFields,
        ...options,
      } as const;
      if (changes.content === undefined && changes.title === undefined) {
        throw http.invalidArgument(call, "required", "a change of a page has a title or content", "title", "content");
      }
      if (changes.title !== undefined) checkFilled(http, call, changes, "title");
      return http.object<WikiPage>(call);
    },

    /** Deletes a page; it stays in the wiki's history. Part 3, Wikis. */
    delete: async (project: ProjectId, slug: string, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "wikis.delete", method: "DELETE", path: one(project, slug), ...options }),

    /**
     * Uploads a file to the uploads folder of the wiki's repository, on the default branch unless `branch` is set. Part 3, Wikis.
     */
    uploadAttachment: async (
      project: ProjectId,
      request: { readonly file: Upload; readonly branch?: string | undefined },
      options: CallOptions = {},
    ): Promise<WikiAttachment> => {
      const { file, branch } = request;
      return http.object<WikiAttachment>({
        operation: "wikis.uploadAttachment",
        method: "POST",
        path: path`/projects/${project}/wikis/attachments`,
        multipart: [...(branch === undefined ? [] : [{ name: "branch", value: branch }]), { name: "file", file }],
        requiredFields: {
          file_name: "text",
          file_path: "text",
          link: { kind: "object", of: { url: "text", markdown: "text" } },
        },
        ...options,
      });
    },
  };
};
