import type { IncomingMessage, ServerResponse } from "node:http";
import type { UserRecord } from "../types.ts";

/** A request as it came, and its response, for git to answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A repository that answers git over HTTP, and who may do what with it. */
export interface GitTarget {
  /** Can be read without credentials. */
  readonly open: boolean;
  maySee(user: UserRecord | undefined): boolean;
  mayPush(user: UserRecord | undefined): boolean;
  /** What a person reads who may not see it, or who may see it and not push to it. */
  readonly refusals: { readonly unseen: string; readonly push: string };
  /** `pathInfo`: `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  serve(raw: Exchange, pathInfo: string, user: UserRecord | undefined): Promise<void>;
}
