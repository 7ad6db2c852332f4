import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/** A place in a snippet. */
export interface SnippetPlace {
  /** Base address of the instance. */
  readonly instance: string;
  readonly id: number;
  /** Of a file or folder, from the root of the snippet; empty for the snippet itself. */
  readonly path: string;
  /** Branch, tag or commit at which it is looked at; the present one when left out. */
  readonly ref?: string;
}

/** The parts of an address that name a place, as VS Code's Uri has them. */
export interface SnippetAddress {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

const refMark = "ref=";

/** The instance is the authority, so that paths begin with the snippet. */
export function snippetAddress({ instance, id, path, ref }: SnippetPlace): SnippetAddress {
  return {
    authority: authorityPart(instance),
    path: path === "" ? `/${id}` : `/${id}/${path}`,
    query: ref === undefined ? "" : `${refMark}${ref}`,
  };
}

/** The place that an address names; undefined for anything else. */
export function readSnippetAddress({ authority, path, query }: SnippetAddress): SnippetPlace | undefined {
  const instance = readAuthorityPart(authority);
  const [, id, below = ""] = /^\/+(\d{1,15})(?:\/+(.*))?$/s.exec(path) ?? [];
  if (instance === undefined || instance === "" || id === undefined) return undefined;
  const place = { instance, id: Number(id), path: below.replace(/\/+$/, "") };
  return query.startsWith(refMark) ? { ...place, ref: query.slice(refMark.length) } : place;
}
