import type { WikiAttachment, WikiFormat } from "../../api/resources/wikis.ts";

/** Returns the markup that shows an attachment: the host's own in Markdown, else the format's link or image. */
export function attachmentLink(
  format: WikiFormat,
  { file_name: name, link }: Pick<WikiAttachment, "file_name" | "link">,
): string {
  const isPicture = link.markdown.startsWith("!");
  const words = name.replace(/[[\]{}]/g, "");
  switch (format) {
    case "asciidoc":
      return isPicture ? `image:${link.url}[${withoutEnding(words)}]` : `link:${link.url}[${words}]`;
    case "org":
      return isPicture ? `[[file:${link.url}]]` : `[[file:${link.url}][${words}]]`;
    case "rdoc":
      return isPicture ? `rdoc-image:${link.url}` : `{${words}}[${link.url}]`;
    default:
      return link.markdown;
  }
}

const withoutEnding = (name: string): string => name.replace(/(.)\.[^.]+$/, "$1");
