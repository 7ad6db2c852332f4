/** Where links of texts on the host lead: the page of the project, and of the instance. */
export interface TextPlace {
  /** Base address without a slash at the end. */
  readonly instance: string;
  /** Page of the project that the text is in, without a slash at the end; undefined where it is not known. */
  readonly project?: string | undefined;
}

/** The page of the project that a merge request's page belongs to; undefined for what is no such page of the instance. */
export function projectPage(instance: string, webUrl: unknown): string | undefined {
  if (typeof webUrl !== "string" || !webUrl.startsWith(`${instance}/`)) return undefined;
  const page = /^(.+?)(?:\/-)?\/merge_requests\/\d+/.exec(webUrl)?.[1];
  return page === instance ? undefined : page;
}

/**
 * An address out of a text, made whole. Undefined unless it leads to the web or is a mail address: no commands, files or scripts.
 * What begins with a slash belongs to the project when it is an upload, else to the host; all else to the project.
 */
export function linkAddress(href: string, { instance, project }: TextPlace): string | undefined {
  const text = href.trim();
  if (text === "" || text.startsWith("#")) return undefined;
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return text;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return web(text);
  if (text.startsWith("//")) return web(`https:${text}`);
  if (text.startsWith("/") && !text.startsWith("/uploads/")) return web(`${new URL(instance).origin}${text}`);
  if (project === undefined) return undefined;
  return web(text.startsWith("/") ? `${project}${text}` : `${project}/${text}`);
}

/** An image that may be shown where the text is: from the instance itself, over https. All else would tell strangers who reads. */
export function imageAddress(href: string, place: TextPlace): string | undefined {
  const address = linkAddress(href, place);
  return address?.startsWith("https://") && new URL(address).origin === new URL(place.instance).origin
    ? address
    : undefined;
}

/** Only http and https, and no name that looks like a part of the address. */
function web(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : undefined;
}

/** What a short reference such as `#12`, `group/project!3` or `@alice` leads to. */
export function referenceAddress(
  kind: string,
  name: string,
  elsewhere: string | undefined,
  { instance, project }: TextPlace,
): string | undefined {
  if (kind === "@") return `${instance}/${encodeURIComponent(name)}`;
  const page = elsewhere === undefined ? project : `${instance}/${elsewhere}`;
  return page === undefined ? undefined : `${page}/-/${kind === "#" ? "issues" : "merge_requests"}/${name}`;
}
