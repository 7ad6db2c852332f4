/**
 * The README as VS Code's extension page can show it: the page has no base address, so that relative links lead nowhere, and it may be shown
 * without a network.
 */
import { posix } from "node:path";
import { fileAddress } from "./project.ts";

/** Media types of pictures by the ending of their file. */
const mediaTypes: Readonly<Record<string, string>> = { ".png": "image/png", ".webp": "image/webp" };

/**
 * Returns the Markdown with its pictures as data addresses and its other relative links as absolute addresses.
 * @param read returns a file by its path from the top of the clone
 * @throws Error for a picture of an unknown type, or on another server
 */
export function packedReadme(markdown: string, read: (path: string) => Buffer): string {
  return markdown.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, image: string, words: string, target: string) => {
    if (image) return `![${words}](${dataAddress(target, read)})`;
    return `[${words}](${/^(\w+:|#)/.test(target) ? target : fileAddress(posix.normalize(target))})`;
  });
}

function dataAddress(path: string, read: (path: string) => Buffer): string {
  const type = mediaTypes[posix.extname(path)];
  if (type === undefined || path.includes(":")) throw new Error(`The README cannot embed the picture ${path}`);
  return `data:${type};base64,${read(path).toString("base64")}`;
}
