import type { Uri } from "vscode";

/** A part of a parsed document, as far as it is used here. */
export interface MarkdownToken {
  readonly type: string;
  content: string;
  attrs: [name: string, value: string][] | null;
}

/** What makes HTML of a part. */
type Rule = (
  tokens: MarkdownToken[],
  index: number,
  options: unknown,
  env: { readonly currentDocument?: Uri } | undefined,
  self: { renderToken(tokens: MarkdownToken[], index: number, options: unknown): string },
) => string;

/** The Markdown parser of VS Code's preview, as far as it is used here. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
}

/** What is done otherwise in the pages of wikis. `plain` makes the HTML that is made elsewhere. */
export interface PreviewRules {
  render(rule: PreviewRule, tokens: MarkdownToken[], index: number, document: Uri, plain: () => string): string;
}

const rules = ["link_open", "image", "text", "html_inline", "html_block"] as const;
export type PreviewRule = (typeof rules)[number];

/** Has the preview of documents of a scheme follow `work`, which is loaded with the first page; every other document stays as it is. */
export function extendPreview(markdown: MarkdownIt, scheme: string, work: () => PreviewRules | undefined): MarkdownIt {
  for (const name of rules) {
    const before = markdown.renderer.rules[name];
    markdown.renderer.rules[name] = (tokens, index, options, env, self) => {
      const plain = (): string =>
        before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
      const document = env?.currentDocument;
      return document?.scheme === scheme ? (work()?.render(name, tokens, index, document, plain) ?? plain()) : plain();
    };
  }
  return markdown;
}
