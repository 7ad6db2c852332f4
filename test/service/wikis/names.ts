/** Formats of wiki pages, and the ending their files get. */
export const EXTENSIONS = { markdown: "md", rdoc: "rdoc", asciidoc: "asciidoc", org: "org" } as const;
export type WikiFormat = keyof typeof EXTENSIONS;

const FORMAT_OF: readonly [RegExp, WikiFormat][] = [
  [/^(?:md|mkdn?|mdown|markdown)$/i, "markdown"],
  [/^rdoc$/i, "rdoc"],
  [/^(?:adoc|asciidoc)$/i, "asciidoc"],
  [/^org$/i, "org"],
];

/** How many bytes a file name and the path of folders may have (hosts name these limits in their messages). */
const LONGEST_NAME = 245;

/** The title as it is kept: spaces between words only, folders apart. */
export function squish(title: string): string {
  return title
    .split("/")
    .map((part) => part.replace(/\s+/gu, " ").trim())
    .join("/");
}

/** Spaces become `-`, unless the wiki takes titles as they are; every script is kept. */
export function slugOf(title: string, exact = false): string {
  const path = title.replace(/^\/+/, "");
  return exact ? path : path.replaceAll(" ", "-");
}

export function fileOf(slug: string, format: WikiFormat): string {
  return `${slug}.${EXTENSIONS[format]}`;
}

/** Slug, title and format of a file; undefined when it is no page. */
export function pageNames(
  path: string,
  exact = false,
): { slug: string; title: string; format: WikiFormat } | undefined {
  const [, stem, extension = ""] = /^(.+)\.([^./]+)$/.exec(path) ?? [];
  const format = FORMAT_OF.find(([pattern]) => pattern.test(extension))?.[1];
  if (stem === undefined || format === undefined || path.startsWith("uploads/")) return undefined;
  return { slug: slugOf(stem, exact), title: stem.slice(stem.lastIndexOf("/") + 1).replaceAll("-", " "), format };
}

/**
 * Where a page goes whose title is changed: a title without folder stays in the page's folder, one that begins with
 * `/` moves to the top.
 */
export function retitled(title: string, slug: string, exact = false): string {
  if (title.startsWith("/")) return slugOf(title, exact);
  const folder = slug.includes("/") ? slug.slice(0, slug.lastIndexOf("/") + 1) : "";
  return title.includes("/") ? slugOf(title, exact) : folder + slugOf(title, exact);
}

/** What is wrong with a title, in the words of hosts; undefined when it is good. */
export function titleProblem(title: string): string | undefined {
  const parts = title.replace(/^\//, "").split("/");
  if (parts.some((part) => part === "")) return "can't be blank";
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) return `exceeds the limit of ${LONGEST_NAME} bytes`;
  return undefined;
}

/** The name an attachment is stored under: letters, digits, `_`, `.`, `-` and `+` of any script. */
export function attachmentName(filename: string): string {
  const base = filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
  const clean = base.replace(/[^\p{L}\p{M}\p{N}_.+-]/gu, "_");
  return /^\.*$/.test(clean) ? "_" : clean;
}

/** Markdown that shows an attachment: an image by its name without ending, a link for other files. */
export function attachmentMarkdown(name: string, url: string): string {
  const media = /\.(?:png|jpe?g|gif|bmp|tiff|ico|webp|avif|svg|mp4|m4v|mov|webm|ogv|mp3|oga|ogg|spx|wav)$/i.test(name);
  return media ? `![${name.replace(/\.[^.]+$/, "")}](${url})` : `[${name}](${url})`;
}
