export interface RenderedPage {
  readonly title: string;
  /** As the host made it. */
  readonly html: string;
  /** Where its links begin. */
  readonly address: string;
  readonly nonce: string;
}

const quoted = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What would change the page around it or lead away from it by itself; a page has no use for them. */
const notText = /<(?=\/?(?:script|style|link|meta|base|iframe|frame|object|embed|form|template|portal)\b)/gi;

/**
 * A page that the host made, for a webview in which no script runs. Nothing is loaded but pictures of the host over https; nothing is
 * sent anywhere.
 */
export function renderedPage({ title, html, address, nonce }: RenderedPage): string {
  const { origin, protocol } = new URL(address);
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `img-src data:${protocol === "https:" ? ` ${origin}` : ""}`,
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${quoted(policy)}">
<meta name="referrer" content="no-referrer">
<base href="${quoted(address)}">
<title>${quoted(title)}</title>
<style nonce="${quoted(nonce)}">
body { max-width: 60rem; margin: 0 auto; padding: 1rem 2rem; font-family: var(--vscode-markdown-font-family, var(--vscode-font-family)); font-size: 1rem; line-height: 1.6; color: var(--vscode-editor-foreground); }
a { color: var(--vscode-textLink-foreground); }
img { max-width: 100%; }
pre, code { font-family: var(--vscode-editor-font-family); background: var(--vscode-textCodeBlock-background); }
pre { padding: 0.75rem; overflow: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; border: 1px solid var(--vscode-editorWidget-border, currentColor); }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 0.25rem solid var(--vscode-textBlockQuote-border, currentColor); }
</style>
</head>
<body>
${html.replace(notText, "&lt;")}
</body>
</html>
`;
}
