import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, Download, ListOptions } from "../request.ts";
import { checkFileChanges, checkFilled, checkSome, checkTimes } from "../rules.ts";
import type { UserSummary } from "./userTypes.ts";

/** Who may see a snippet: its author, everybody who is signed in, or all. */
export type SnippetVisibility = "private" | "internal" | "public" | (string & {});

/** A snippet (Part 3, Snippet). Dates are ISO 8601. */
export interface Snippet {
  readonly id: number;
  readonly title: string;
  /** The first file's. */
  readonly file_name?: string | null;
  readonly description?: string | null;
  readonly visibility: SnippetVisibility;
  readonly web_url?: string | null;
  readonly raw_url?: string | null;
  readonly author?: SnippetAuthor | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly expires_at?: string | null;
  /** Null for personal snippets. */
  readonly project_id?: number | null;
  readonly ssh_url_to_repo?: string | null;
  readonly http_url_to_repo?: string | null;
  readonly files?: readonly SnippetFile[] | null;
  /** In the list of all snippets, for administrators. */
  readonly repository_storage?: string | null;
}

export interface SnippetAuthor extends UserSummary {
  readonly email?: string | null;
  readonly created_at?: string | null;
}

export interface SnippetFile {
  readonly path: string;
  readonly raw_url: string;
}

/** What the host saw of whoever made a snippet. */
export interface SnippetUserAgentDetail {
  readonly user_agent: string | null;
  readonly ip_address: string | null;
  /** The documents' neutral name; hosts may have one of their own. */
  readonly spamfilter_submitted: boolean | null;
}

/** By when snippets were made: a date with its time, or ISO 8601 text. */
export interface SnippetQuery {
  readonly created_after?: Date | string | undefined;
  readonly created_before?: Date | string | undefined;
}

export interface AllSnippetsQuery extends SnippetQuery {
  /** Administrators; since 16.3. */
  readonly repository_storage?: string | undefined;
}

/** A new snippet: of files, or of one file by the deprecated `content`. */
export interface CreateSnippet {
  readonly title: string;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
}

/** What changes of a snippet; empty text clears, what is not given stays. */
export interface UpdateSnippet {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly files?: readonly SnippetFileChange[] | undefined;
  /** Deprecated, and only for a snippet of one file. */
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
}

export interface SnippetFileChange {
  readonly action: "create" | "update" | "delete" | "move";
  readonly file_path: string;
  /** Of a move, and only there. */
  readonly previous_path?: string | undefined;
  /** Of a new or changed file. */
  readonly content?: string | undefined;
}

/** `known` is the snippet as it was last answered, if it was: by it the client tells a change that cannot be. */
export interface UpdateSnippetOptions extends CallOptions {
  readonly known?: Pick<Snippet, "files"> | undefined;
}

const requiredFields = { id: "id", title: "text", files: "list?" } as const;

/** Personal and project snippets, by number. Every operation throws ApiError. */
export const snippets = (http: Http) => {
  const list = (
    operation: string,
    where: ReturnType<typeof path>,
    query: AllSnippetsQuery,
    options: ListOptions,
  ): Pages<Snippet> =>
    http.pages<Snippet>(() => {
      const call = { operation, path: where, query, requiredFields } as const;
      checkTimes(http, call, query, "created_after", "created_before");
      return call;
    }, options);

  return {
    /** The caller's own. Part 3, Snippets. */
    list: (query: SnippetQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.list", path`/snippets`, query, options),

    /** Everybody's public ones. Part 3, Snippets. */
    public: (query: SnippetQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.public", path`/snippets/public`, query, options),

    /** All that the caller may see; for administrators and auditors personal and project snippets of everybody. Part 3, Snippets. */
    all: (query: AllSnippetsQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.all", path`/snippets/all`, query, options),

    /** One snippet; `notFound` without it. Part 3, Snippets. */
    get: async (id: number, options: CallOptions = {}): Promise<Snippet> =>
      http.object<Snippet>({ operation: "snippets.get", path: path`/snippets/${id}`, requiredFields, ...options }),

    /** The content of its first file. Part 3, Snippets. */
    raw: async (id: number, options: CallOptions = {}): Promise<Download> =>
      http.download({ operation: "snippets.raw", path: path`/snippets/${id}/raw`, rejectHtml: true, ...options }),

    /** The content of one of its files at a branch, tag or commit; `notFound` without such a file. Part 3, Snippets. */
    fileRaw: async (id: number, ref: string, filePath: string, options: CallOptions = {}): Promise<Download> =>
      http.download({
        operation: "snippets.fileRaw",
        path: path`/snippets/${id}/files/${ref}/${filePath}/raw`,
        rejectHtml: true,
        ...options,
      }),

    /**
     * Adds a personal snippet. Without a title, with both or neither of `files` and `content`, or with a file that lacks path or content
     * it is refused before anything is sent. `forbidden` for users who may not. Part 3, Snippets.
     */
    create: async (request: CreateSnippet, options: CallOptions = {}): Promise<Snippet> => {
      const call = {
        operation: "snippets.create",
        method: "POST",
        path: path`/snippets`,
        json: request,
        requiredFields,
        ...options,
      } as const;
      checkFilled(http, call, request, "title");
      checkOneForm(http, call, request);
      if (request.content === undefined && (request.files ?? []).length === 0)
        throw http.invalidArgument(call, "required", "a snippet has a file", "files");
      checkFileChanges(
        http,
        call,
        "files",
        (request.files ?? []).map((file) => ({ ...file, action: "create" })),
      );
      return http.object<Snippet>(call);
    },

    /**
     * Changes a snippet. Nothing to change, an empty title, both `files` and `content`, a file change that lacks what it needs, and one
     * file's content for a snippet that is known to have several are refused before anything is sent. Part 3, Snippets.
     */
    update: async (
      id: number,
      changes: UpdateSnippet,
      { known, ...options }: UpdateSnippetOptions = {},
    ): Promise<Snippet> => {
      const call = {
        operation: "snippets.update",
        method: "PUT",
        path: path`/snippets/${id}`,
        json: changes,
        requiredFields,
        ...options,
      } as const;
      checkSome(http, call, changes);
      if (changes.title !== undefined) checkFilled(http, call, changes, "title");
      checkOneForm(http, call, changes);
      checkFileChanges(http, call, "files", changes.files ?? []);
      if (
        changes.files === undefined &&
        (known?.files ?? []).length > 1 &&
        (changes.content !== undefined || changes.file_name !== undefined)
      ) {
        throw http.invalidArgument(call, "files", "a snippet of several files is changed by naming them", "files");
      }
      return http.object<Snippet>(call);
    },

    /** Deletes a snippet for good; `notFound` without it. Part 3, Snippets. */
    delete: async (id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "snippets.delete", method: "DELETE", path: path`/snippets/${id}`, ...options }),

    /** With what and from where a snippet was made; for administrators. Part 3, Snippets. */
    userAgentDetail: async (id: number, options: CallOptions = {}): Promise<SnippetUserAgentDetail> =>
      http.object<SnippetUserAgentDetail>({
        operation: "snippets.userAgentDetail",
        path: path`/snippets/${id}/user_agent_detail`,
        requiredFields: { user_agent: "text?", ip_address: "text?" },
        hostFieldNames: true,
        ...options,
      }),
  };
};

/** Several files, or one by the deprecated fields (SERVICE-FACTS 78). */
function checkOneForm(
  http: Pick<Http, "invalidArgument">,
  call: RequestSpec,
  {
    files,
    content,
    file_name,
  }: {
    readonly files?: readonly object[] | undefined;
    readonly content?: string | undefined;
    readonly file_name?: string | undefined;
  },
): void {
  if (files === undefined) return;
  const deprecated = Object.entries({ content, file_name }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (deprecated.length > 0)
    throw http.invalidArgument(
      call,
      "exclusive",
      `a snippet takes files or ${deprecated.join(" and ")}, not both`,
      "files",
      ...deprecated,
    );
}
