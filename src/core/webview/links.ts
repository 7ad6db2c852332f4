/** Where links in texts of the host lead, the web pages of the project and the instance, and words for what is shown there. */
export interface TextPlace {
  /** Base URL without a trailing slash. */
  readonly instance: string;
  /** Web URL of the project of the text, without a trailing slash; undefined if unknown. */
  readonly project?: string | undefined;
  /** Title of code blocks that suggest a change. */
  readonly suggestion?: string | undefined;
  /** Returns a text with emoji in place of their names. */
  readonly emoji?: ((text: string) => string) | undefined;
}

/** Returns the web URL of the project of a merge request; undefined if the URL is not one of a merge request on the instance. */
export function projectPage(instance: string, webUrl: unknown): string | undefined {
  if (typeof webUrl !== "string" || !webUrl.startsWith(`${instance}/`)) return undefined;
  const page = /^(.+?)(?:\/-)?\/merge_requests\/\d+/.exec(webUrl)?.[1];
  return page === instance ? undefined : page;
}

/**
 * Resolves a link of a text. Undefined unless it is a web or mail address: no commands, files or scripts. Paths below /uploads/ and
 * relative paths belong to the project, other absolute paths to the host.
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

/** Resolves an image of a text: only from the instance itself over https, as other servers would learn who reads the text. */
export function imageAddress(href: string, place: TextPlace): string | undefined {
  const address = linkAddress(href, place);
  return address?.startsWith("https://") && new URL(address).origin === new URL(place.instance).origin
    ? address
    : undefined;
}

/** Accepts only http and https, without user info that could pass for a host name. */
function web(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : undefined;
}

/** Returns the web URL of a short reference such as `#12`, `group/project!3` or `@alice`. */
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
