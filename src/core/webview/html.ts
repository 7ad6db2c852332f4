/** Parts of the initial HTML of a page; addresses as the webview takes them. */
export interface Shell {
  readonly script: string;
  readonly style: string;
  /** Source of the webview's own files, for the content security policy. */
  readonly source: string;
  readonly nonce: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Origin that images may come from; undefined for none. */
  readonly images?: string | undefined;
}

const quoted = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns the initial HTML of a page. Only the page's own script and style, images in the style, and images of the host may load; nothing
 * may be sent.
 */
export function shellOf({ script, style, source, nonce, language, title, images }: Shell): string {
  const origin =
    images !== undefined && URL.canParse(images) && new URL(images).protocol === "https:"
      ? ` ${new URL(images).origin}`
      : "";
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `img-src data:${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${quoted(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${quoted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${quoted(title)}</title>
<link rel="stylesheet" href="${quoted(style)}">
</head>
<body>
<div id="page"></div>
<div id="voice" class="hidden" role="status" aria-live="polite"></div>
<script nonce="${quoted(nonce)}" src="${quoted(script)}"></script>
</body>
</html>
`;
}
