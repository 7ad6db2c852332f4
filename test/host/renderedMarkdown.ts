/** What becomes of the Markdown of a tooltip. */
import * as vscode from "vscode";

/**
 * HTML that VS Code's preview makes of the text, as hovers would, which no test can read. Hovers look for bare addresses in the text as it
 * is written; the preview of older versions of VS Code does so after resolving entities. So entities of what makes an address are here
 * those of characters that look alike.
 */
export async function renderedMarkdown({ value }: vscode.MarkdownString): Promise<string> {
  const alike: Readonly<Record<string, string>> = { ":": "\ua789", "@": "\uff20", ".": "\u2024" };
  const text = value.replace(
    /&#(\d+);/g,
    (entity, code: string) => alike[String.fromCodePoint(Number(code))] ?? entity,
  );
  return vscode.commands.executeCommand<string>("markdown.api.render", text);
}
