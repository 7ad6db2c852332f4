/** A file at a branch, tag or commit (Part 2, File). */
export interface RepositoryFile {
  readonly file_name: string;
  /** From the root of the repository. */
  readonly file_path: string;
  /** Bytes. */
  readonly size: number;
  readonly encoding: "base64" | (string & {});
  /** Base64; `fileBytes` decodes it. Empty for a submodule, whose size is 0. */
  readonly content: string;
  readonly content_sha256?: string | null;
  /** As it was asked for. */
  readonly ref: string;
  /** Sha of the content as git keeps it. */
  readonly blob_id: string;
  /** The commit that the ref stands for. */
  readonly commit_id: string;
  /** The last commit that touched the file: what `last_commit_id` of a change takes. */
  readonly last_commit_id: string;
  /** Whether the file is a program; since release 14.10. */
  readonly execute_filemode?: boolean | null;
}

/** Lines that follow each other and come from one commit. */
export interface BlameRange {
  readonly commit: BlameCommit;
  readonly lines: readonly string[];
}

export interface BlameCommit {
  readonly id: string;
  readonly message: string;
  readonly parent_ids: readonly string[];
  readonly authored_date: string;
  readonly author_name: string;
  readonly author_email: string;
  readonly committed_date: string;
  readonly committer_name: string;
  readonly committer_email: string;
}

/** A branch, tag or commit. */
export interface FileQuery {
  readonly ref: string;
}

export interface BlameQuery extends FileQuery {
  /** First and last line, counted from 1; all of them unless told. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

export interface RawFileQuery {
  /** The project's HEAD unless told. */
  readonly ref?: string | undefined;
  /** Of a file in large-file storage, its content in place of the pointer to it. */
  readonly lfs?: boolean | undefined;
}

/** What commits of one file have in common: where they go and what they say. */
interface FileCommit {
  readonly branch: string;
  readonly commit_message: string;
  readonly author_email?: string | undefined;
  readonly author_name?: string | undefined;
  /** To make `branch`, starting here. */
  readonly start_branch?: string | undefined;
}

export interface CreateFile extends FileCommit {
  /** May be empty. Bytes: spread `base64Content(bytes)`. */
  readonly content: string;
  /** How `content` is written; `text` unless told. */
  readonly encoding?: "text" | "base64" | undefined;
  readonly execute_filemode?: boolean | undefined;
}

export interface UpdateFile extends CreateFile {
  /** The file's last commit as the caller knows it: once it has another, the change fails. */
  readonly last_commit_id?: string | undefined;
}

export interface DeleteFile extends FileCommit {
  readonly last_commit_id?: string | undefined;
}

/** Where a new or changed file is. */
export interface FileCommitResult {
  readonly file_path: string;
  readonly branch: string;
}
