/** The README as VS Code's extension page can show it: the page has no base address, and takes pictures by https alone. */
import { posix } from "node:path";
import { fileAddress, pictureAddress } from "./project.ts";

/** Returns the Markdown with relative links and pictures as absolute addresses. @throws Error for a picture on another server */
export function packedReadme(markdown: string): string {
  return markdown.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, image: string, words: string, target: string) => {
    const isAbsolute = /^(\w+:|#)/.test(target);
    if (image && isAbsolute) throw new Error(`The README has the picture of another server ${target}`);
    if (image) return `![${words}](${pictureAddress(posix.normalize(target))})`;
    return `[${words}](${isAbsolute ? target : fileAddress(posix.normalize(target))})`;
  });
}
