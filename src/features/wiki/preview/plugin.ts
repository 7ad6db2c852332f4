import type { Uri } from "vscode";

/** A token of markdown-it; only the fields used here. */
export interface MarkdownToken {
  readonly type: string;
  content: string;
  attrs: [name: string, value: string][] | null;
}

/** A renderer rule of markdown-it. */
type Rule = (
  tokens: MarkdownToken[],
  index: number,
  options: unknown,
  env: { readonly currentDocument?: Uri } | undefined,
  self: { renderToken(tokens: MarkdownToken[], index: number, options: unknown): string },
) => string;

/** The markdown-it instance of VS Code's preview; only the fields used here. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
}

/** The renderer rules for wiki pages; `plain` renders the token with the default rule. */
export interface PreviewRules {
  render(rule: PreviewRule, tokens: MarkdownToken[], index: number, document: Uri, plain: () => string): string;
}

const rules = ["link_open", "image", "text", "html_inline", "html_block"] as const;
export type PreviewRule = (typeof rules)[number];

/**
 * Overrides renderer rules of the Markdown preview for documents of a scheme.
 * @param work returns the rules; undefined until they are loaded
 */
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
