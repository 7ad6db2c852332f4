/** A file at a branch, tag or commit (Part 2, File). */
export interface RepositoryFile {
  readonly file_name?: string | null;
  /** From the root of the repository. */
  readonly file_path: string;
  /** Bytes. */
  readonly size?: number | null;
  readonly encoding?: "base64" | (string & {}) | null;
  /** Base64; `fileBytes` decodes it. Empty for a submodule, whose size is 0. */
  readonly content: string;
  readonly content_sha256?: string | null;
  /** As requested. */
  readonly ref?: string | null;
  /** SHA of the git blob. */
  readonly blob_id: string;
  /** The commit that the ref points to. */
  readonly commit_id?: string | null;
  /** The last commit that changed the file, as used by `last_commit_id` of a change. */
  readonly last_commit_id?: string | null;
  /** Whether the file is executable; since release 14.10. */
  readonly execute_filemode?: boolean | null;
}

/** Consecutive lines from the same commit. */
export interface BlameRange {
  readonly commit: BlameCommit;
  readonly lines: readonly string[];
}

export interface BlameCommit {
  readonly id: string;
  readonly message?: string | null;
  readonly parent_ids?: readonly string[] | null;
  readonly authored_date?: string | null;
  readonly author_name?: string | null;
  readonly author_email?: string | null;
  readonly committed_date?: string | null;
  readonly committer_name?: string | null;
  readonly committer_email?: string | null;
}

/** `ref` is a branch, tag or commit. */
export interface FileQuery {
  readonly ref: string;
}

export interface BlameQuery extends FileQuery {
  /** First and last line, starting at 1. Default: all lines. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

export interface RawFileQuery {
  /** Default: HEAD of the project. */
  readonly ref?: string | undefined;
  /** Returns the content of an LFS file instead of its pointer. */
  readonly lfs?: boolean | undefined;
}

/** The commit of a file change. */
interface FileCommit {
  readonly branch: string;
  readonly commit_message: string;
  readonly author_email?: string | undefined;
  readonly author_name?: string | undefined;
  /** Creates `branch` from this one. */
  readonly start_branch?: string | undefined;
}

export interface CreateFile extends FileCommit {
  /** May be empty. For bytes, spread `base64Content(bytes)`. */
  readonly content: string;
  /** Encoding of `content`. Default: `text`. */
  readonly encoding?: "text" | "base64" | undefined;
  readonly execute_filemode?: boolean | undefined;
}

export interface UpdateFile extends CreateFile {
  /** Last known commit of the file; the change fails if the file has a newer one. */
  readonly last_commit_id?: string | undefined;
}

export interface DeleteFile extends FileCommit {
  readonly last_commit_id?: string | undefined;
}

/** Path and branch of a new or changed file. */
export interface FileCommitResult {
  readonly file_path: string;
  readonly branch: string;
}
