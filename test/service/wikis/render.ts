import { Marked, type Tokens } from "marked";
import type { WikiFormat } from "./names.ts";

export interface Rendered {
  readonly content: string;
  readonly format: WikiFormat;
  readonly slug: string;
}

/**
 * A page as HTML, as `render_html` asks for it. HTML in the source is shown, not obeyed; links to pages and attachments
 * lead below `wikiUrl`. Formats other than Markdown are shown as they are written.
 */
export function renderPage(page: Rendered, wikiUrl: string): string {
  const source = withoutFrontMatter(page.content);
  if (page.format !== "markdown") return `<pre>${escape(source)}</pre>`;
  const address = (href: string): string => resolveLink(href, page.slug, wikiUrl);
  const marked = new Marked({ async: false, gfm: true });
  marked.use({
    extensions: [pageLink(address)],
    walkTokens(token) {
      if (token.type === "link" || token.type === "image")
        (token as Tokens.Link | Tokens.Image).href = address((token as Tokens.Link).href);
    },
    renderer: { html: ({ text }) => escape(text) },
  });
  return marked.parse(source, { async: false });
}

/** `[[Page]]` and `[[text|Page]]`, as wikis write links. */
function pageLink(address: (href: string) => string): {
  name: string;
  level: "inline";
  start(source: string): number | undefined;
  tokenizer(source: string): Tokens.Generic | undefined;
  renderer(token: Tokens.Generic): string;
} {
  return {
    name: "pageLink",
    level: "inline",
    start: (source) => {
      const at = source.indexOf("[[");
      return at < 0 ? undefined : at;
    },
    tokenizer: (source) => {
      const [raw, label, target] = /^\[\[([^[\]|\n]+)(?:\|([^[\]|\n]+))?\]\]/.exec(source) ?? [];
      if (raw === undefined || label === undefined) return undefined;
      return { type: "pageLink", raw, label: label.trim(), target: (target ?? label).trim() };
    },
    renderer: (token) => {
      const { label, target } = token as Tokens.Generic & { label: string; target: string };
      return `<a href="${escape(address(target.replaceAll(" ", "-")))}">${escape(label)}</a>`;
    },
  };
}

/** `./` and `../` start at the page's folder, all else at the wiki's top; what a browser would run leads nowhere. */
function resolveLink(href: string, slug: string, wikiUrl: string): string {
  if (/^(?:https?:|mailto:|#)/i.test(href)) return href;
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return "#";
  const top = `${new URL(wikiUrl).pathname}/`;
  if (href.startsWith("/")) return href;
  const from = href.startsWith(".") ? new URL(slug, `http://wiki.invalid${top}`).pathname : top;
  const { pathname, hash } = new URL(href, `http://wiki.invalid${from}`);
  return pathname + hash;
}

export function withoutFrontMatter(content: string): string {
  return content.replace(/^---\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/, "");
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
