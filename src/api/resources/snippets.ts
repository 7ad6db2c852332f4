import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions, Download, ListOptions } from "../request.ts";
import { checkFileChanges, checkFilled, checkNotEmpty, checkTimes } from "../rules.ts";
import { personFields } from "./personFields.ts";
import type { UserSummary } from "./userTypes.ts";

/** `private`: the author, `internal`: signed-in users, `public`: everyone. */
export type SnippetVisibility = "private" | "internal" | "public" | (string & {});

/** A snippet (Part 3, Snippet). Dates are ISO 8601. */
export interface Snippet {
  readonly id: number;
  readonly title: string;
  /** Name of the first file. */
  readonly file_name?: string | null;
  readonly description?: string | null;
  readonly visibility?: SnippetVisibility | null;
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
  /** Only in the list of all snippets, for administrators. */
  readonly repository_storage?: string | null;
}

export interface SnippetAuthor extends UserSummary {
  readonly email?: string | null;
  readonly created_at?: string | null;
}

export interface SnippetFile {
  readonly path: string;
  readonly raw_url?: string | null;
}

/** User agent and IP address of the author of a snippet. */
export interface SnippetUserAgentDetail {
  readonly user_agent: string | null;
  readonly ip_address: string | null;
  /** The neutral name of the documents; hosts may use their own. */
  readonly spamfilter_submitted?: boolean | null;
}

/** Filters by creation time: a Date or ISO 8601 text. */
export interface SnippetQuery {
  readonly created_after?: Date | string | undefined;
  readonly created_before?: Date | string | undefined;
}

export interface AllSnippetsQuery extends SnippetQuery {
  /** For administrators; since 16.3. */
  readonly repository_storage?: string | undefined;
}

/** A new snippet, with `files` or the deprecated `content` of a single file. */
export interface CreateSnippet {
  readonly title: string;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
}

/** Fields to change; empty text clears a field, omitted ones stay. */
export interface UpdateSnippet {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: SnippetVisibility | undefined;
  readonly files?: readonly SnippetFileChange[] | undefined;
  /** Deprecated; only for snippets with one file. */
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
}

export interface SnippetFileChange {
  readonly action: "create" | "update" | "delete" | "move";
  readonly file_path: string;
  /** Required for a move, and only allowed there. */
  readonly previous_path?: string | undefined;
  /** Required for a new or changed file. */
  readonly content?: string | undefined;
}

/** `known` is the snippet as last read, to reject an impossible change before sending. */
export interface UpdateSnippetOptions extends CallOptions {
  readonly known?: Pick<Snippet, "files"> | undefined;
}

const requiredFields = {
  id: "id",
  title: "text",
  author: { kind: "object?", of: personFields },
  files: { kind: "list?", of: { path: "text" } },
} as const;

/** Personal and project snippets by ID. Every operation throws ApiError. */
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
    /** Lists the caller's snippets. Part 3, Snippets. */
    list: (query: SnippetQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.list", path`/snippets`, query, options),

    /** Lists all public snippets. Part 3, Snippets. */
    public: (query: SnippetQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.public", path`/snippets/public`, query, options),

    /** Lists all snippets that the caller can see; for administrators and auditors those of every user and project. Part 3, Snippets. */
    all: (query: AllSnippetsQuery = {}, options: ListOptions = {}): Pages<Snippet> =>
      list("snippets.all", path`/snippets/all`, query, options),

    /** Returns a snippet. Throws `notFound` if it does not exist. Part 3, Snippets. */
    get: async (id: number, options: CallOptions = {}): Promise<Snippet> =>
      http.object<Snippet>({ operation: "snippets.get", path: path`/snippets/${id}`, requiredFields, ...options }),

    /** Downloads the first file. Part 3, Snippets. */
    raw: async (id: number, options: CallOptions = {}): Promise<Download> =>
      http.download({ operation: "snippets.raw", path: path`/snippets/${id}/raw`, rejectHtml: true, ...options }),

    /** Downloads a file at a branch, tag or commit. Throws `notFound` without such a file. Part 3, Snippets. */
    fileRaw: async (id: number, ref: string, filePath: string, options: CallOptions = {}): Promise<Download> =>
      http.download({
        operation: "snippets.fileRaw",
        path: path`/snippets/${id}/files/${ref}/${filePath}/raw`,
        rejectHtml: true,
        ...options,
      }),

    /**
     * Creates a personal snippet. Rejects an empty title, both or neither of `files` and `content`, and files without path or content before
     * sending. Throws `forbidden` without permission. Part 3, Snippets.
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
     * Updates a snippet. Rejects an empty update, an empty title, `files` together with `content`, incomplete file changes, and `content` for
     * a snippet that is known to have several files before sending. Part 3, Snippets.
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
      checkNotEmpty(http, call, changes);
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

    /** Permanently deletes a snippet. Throws `notFound` if it does not exist. Part 3, Snippets. */
    delete: async (id: number, options: CallOptions = {}): Promise<void> =>
      http.noContent({ operation: "snippets.delete", method: "DELETE", path: path`/snippets/${id}`, ...options }),

    /** Returns user agent and IP address of the author; for administrators. Part 3, Snippets. */
    userAgentDetail: async (id: number, options: CallOptions = {}): Promise<SnippetUserAgentDetail> =>
      http.object<SnippetUserAgentDetail>({
        operation: "snippets.userAgentDetail",
        path: path`/snippets/${id}/user_agent_detail`,
        requiredFields: { user_agent: "text|null", ip_address: "text|null" },
        hostFieldNames: true,
        ...options,
      }),
  };
};

/** Checks that `files` is not combined with the deprecated fields of a single file (SERVICE-FACTS 78). */
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
