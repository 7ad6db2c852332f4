import { escapeMarkup } from "./placeholder.ts";

/** A page that the host rendered. */
export interface RenderedPage {
  readonly title: string;
  /** HTML from the host. */
  readonly html: string;
  /** Base URL of its links. */
  readonly address: string;
  readonly nonce: string;
  /** BCP 47. */
  readonly language: string;
}

/** Elements that could change the surrounding page or navigate on their own. */
const activeElements = /<(?=\/?(?:script|style|link|meta|base|iframe|frame|object|embed|form|template|portal)\b)/gi;

/**
 * Returns the HTML of a webview without scripts that shows a rendered page. It loads only images of the host over
 * HTTPS.
 */
export function renderedPage({ title, html, address, nonce, language }: RenderedPage): string {
  const { origin, protocol } = new URL(address);
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `img-src data:${protocol === "https:" ? ` ${origin}` : ""}`,
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<meta name="referrer" content="no-referrer">
<base href="${escapeMarkup(address)}">
<title>${escapeMarkup(title)}</title>
<style nonce="${escapeMarkup(nonce)}">
body { max-width: 60rem; margin: 0 auto; padding: 1rem 2rem; font-family: var(--vscode-markdown-font-family, var(--vscode-font-family)); font-size: 1rem; line-height: 1.6; color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
a { color: var(--vscode-textLink-foreground); text-decoration: underline; }
img { max-width: 100%; }
pre, code { font-family: var(--vscode-editor-font-family); }
pre { padding: 0.75rem; border: 1px solid var(--vscode-contrastBorder, transparent); background: var(--vscode-textCodeBlock-background); white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { color: var(--vscode-editor-foreground); background: none; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; border: 1px solid var(--vscode-editorWidget-border, currentColor); }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 0.25rem solid var(--vscode-textBlockQuote-border, currentColor); }
</style>
</head>
<body>
<main>
${html.replace(activeElements, "&lt;")}
</main>
</body>
</html>
`;
}
