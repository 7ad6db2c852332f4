import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/** A file or folder in a snippet. */
export interface SnippetPlace {
  /** Base URL of the instance. */
  readonly instance: string;
  readonly id: number;
  /** Relative to the root of the snippet; empty for the snippet itself. */
  readonly path: string;
  /** Branch, tag or commit; the default branch if omitted. */
  readonly ref?: string;
}

/** The URI parts that identify a place. */
export interface SnippetAddress {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

const refPrefix = "ref=";

/** Returns the URI parts of a place. The instance is the authority, so that paths begin with the snippet. */
export function snippetAddress({ instance, id, path, ref }: SnippetPlace): SnippetAddress {
  return {
    authority: authorityPart(instance),
    path: path === "" ? `/${id}` : `/${id}/${path}`,
    query: ref === undefined ? "" : `${refPrefix}${ref}`,
  };
}

/** Returns the place of a URI; undefined for other URIs. */
export function readSnippetAddress({ authority, path, query }: SnippetAddress): SnippetPlace | undefined {
  const instance = readAuthorityPart(authority);
  const [, id, below = ""] = /^\/+(\d{1,15})(?:\/+(.*))?$/s.exec(path) ?? [];
  if (instance === undefined || instance === "" || id === undefined) return undefined;
  const place = { instance, id: Number(id), path: below.replace(/\/+$/, "") };
  return query.startsWith(refPrefix) ? { ...place, ref: query.slice(refPrefix.length) } : place;
}
