import type { Http } from "../http.ts";
import type { JsonValue } from "../json.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import type { Upload } from "../upload.ts";

/** How a page is written. */
export type WikiFormat = "markdown" | "rdoc" | "asciidoc" | "org" | (string & {});

/** A page of a project's wiki (Part 3, Wiki page). */
export interface WikiPage {
  /** Names the page in the wiki; with slashes below other pages. */
  readonly slug: string;
  readonly title: string;
  readonly format: WikiFormat;
  /** In lists only where it was asked for; as HTML where that was. */
  readonly content?: string | null;
  readonly encoding?: string | null;
  /** What stands at the start of the content, for newer hosts (SERVICE-FACTS 78). */
  readonly front_matter?: JsonValue;
  readonly wiki_page_meta_id?: number | null;
}

export interface CreateWikiPage {
  readonly content: string;
  /** With slashes: below other pages. */
  readonly title: string;
  /** `markdown` unless told. */
  readonly format?: WikiFormat | undefined;
}

/** One of content and title at least. */
export interface UpdateWikiPage {
  /** Empty text empties the page. */
  readonly content?: string | undefined;
  /** Another one moves the page to another slug. */
  readonly title?: string | undefined;
  readonly format?: WikiFormat | undefined;
}

/** A file in the wiki's repository, and how pages show it. */
export interface WikiAttachment {
  readonly file_name: string;
  /** From the root of the wiki. */
  readonly file_path: string;
  readonly branch: string;
  readonly link: { readonly url: string; readonly markdown: string };
}

const requiredFields = { slug: "text", title: "text", format: "text?", content: "text?" } as const;

/** The wiki of a project. A page that is not there is `notFound`. Every operation throws ApiError. */
export const wikis = (http: Http) => {
  const all = (project: ProjectId) => path`/projects/${project}/wikis`;
  const one = (project: ProjectId, slug: string) => path`/projects/${project}/wikis/${slug}`;

  return {
    /** Its pages, with their content where that is asked for. Real hosts answer all of them as one page. Part 3, Wikis. */
    list: (
      project: ProjectId,
      query: { readonly with_content?: boolean | undefined } = {},
      options: ListOptions = {},
    ): Pages<WikiPage> =>
      http.pages<WikiPage>(
        () => ({ operation: "wikis.list", path: all(project), query, requiredFields, conditional: true }),
        options,
      ),

    /** One page, as it is or as it was at a version (the sha of a commit); its content as HTML with `render_html`. Part 3, Wikis. */
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
     * Adds a page. Without title or content it is refused before anything is sent; the content may be empty. `invalidRequest` for a
     * title that is taken (400). Part 3, Wikis.
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

    /** Changes a page; with neither content nor title it is refused before anything is sent. Part 3, Wikis. */
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

    /** Deletes a page; the wiki's history keeps it. Part 3, Wikis. */
    delete: async (project: ProjectId, slug: string, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "wikis.delete", method: "DELETE", path: one(project, slug), ...options }),

    /**
     * Puts a file into the folder of uploads in the wiki's repository, on its default branch unless told, as a stream with progress.
     * Part 3, Wikis.
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
        requiredFields: { file_name: "text", file_path: "text", link: "object" },
        ...options,
      });
    },
  };
};
