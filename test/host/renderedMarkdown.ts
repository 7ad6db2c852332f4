/** What becomes of the Markdown of a tooltip. */
import { Marked } from "marked";
import type * as vscode from "vscode";

/** Hovers show no HTML of a text. */
const marked = new Marked({ gfm: true, breaks: true, renderer: { html: () => "" } });

/** HTML that hovers make of the text, by the library that VS Code uses for them. */
export const renderedMarkdown = ({ value }: vscode.MarkdownString): string => marked.parse(value, { async: false });
