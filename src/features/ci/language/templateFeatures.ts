import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  type DefinitionLink,
  type DefinitionProvider,
  Hover,
  type HoverProvider,
  l10n,
  MarkdownString,
  type Position,
  Range,
  type TextDocument,
  Uri,
} from "vscode";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import { headComment } from "../../../core/ciFile/headComment.ts";
import { type Include, templateAt, templateSlot } from "../../../core/ciFile/includes.ts";
import type { Context } from "../../../core/context.ts";
import { signalOf } from "../../../core/tree/signal.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { closedText, rangeOf } from "../../../core/ui/documentEdits.ts";
import type { Analyzer } from "./analysis.ts";
import { markedRange } from "./diagnostics.ts";
import { jobAt } from "./jobAt.ts";
import { maxText, type RepositoryFiles } from "./repositoryFiles.ts";
import { templateUri } from "./templateAddress.ts";
import type { NamedTemplate, TemplateSource } from "./templateSource.ts";

export interface CiFeatureOptions {
  readonly files: RepositoryFiles;
  readonly templates: TemplateSource;
  readonly analyzer: Analyzer;
  readonly log: Context["log"];
}

/** Limit of the comment shown in a hover, in characters. */
const maxComment = 2000;

/** Completes and explains template names, and finds the definitions of names in CI files. */
export class CiFeatures implements CompletionItemProvider, HoverProvider, DefinitionProvider {
  private readonly parts: CiFeatureOptions;

  constructor(parts: CiFeatureOptions) {
    this.parts = parts;
  }

  async provideCompletionItems(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<CompletionItem[]> {
    if (!mayNameTemplate(document, position)) return [];
    const ci = this.read(document);
    const slot = ci && templateSlot(allIncludes(ci), ci.text, document.offsetAt(position));
    if (!slot) return [];
    const range = rangeOf(document, slot);
    const list = await this.request(token, (signal) => this.parts.templates.list(signal));
    return (list ?? []).map(({ key, name }) => {
      const item = new CompletionItem(name, CompletionItemKind.File);
      return Object.assign(item, { range, filterText: name, ...(key === name ? {} : { detail: key }) });
    });
  }

  /** Adds the template's head comment, which is loaded for the focused item only. */
  async resolveCompletionItem(item: CompletionItem, token: CancellationToken): Promise<CompletionItem> {
    const found = await this.request(token, (signal) =>
      this.parts.templates.template(typeof item.label === "string" ? item.label : item.label.label, signal),
    );
    const comment = found && headComment(found.value.content);
    if (comment) item.documentation = new MarkdownString().appendText(cut(comment));
    return item;
  }

  async provideHover(document: TextDocument, position: Position, token: CancellationToken): Promise<Hover | undefined> {
    if (!mayNameTemplate(document, position)) return undefined;
    const [ci, include] = this.includeAt(document, position);
    if (!ci || include?.kind !== "template") return undefined;
    let text: MarkdownString;
    try {
      using listening = signalOf(token);
      const found = await this.parts.templates.template(include.name, listening.signal);
      if (!found) return undefined;
      text = hoverText(found);
    } catch (error) {
      if (isCancelled(error)) return undefined;
      text = new MarkdownString().appendText(describeError(error).message);
    }
    return new Hover(text, markedRange(document, include.nameSpan));
  }

  async provideDefinition(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<DefinitionLink[]> {
    const [ci, include] = this.includeAt(document, position);
    if (!ci) return [];
    const start = new Range(0, 0, 0, 0);
    if (include) {
      const originSelectionRange = markedRange(document, include.nameSpan);
      return (await this.filesOf(document, include, token)).map((targetUri) => ({
        originSelectionRange,
        targetUri,
        targetRange: start,
      }));
    }
    const analysis = await this.parts.analyzer.analyze(document);
    const file = analysis?.pipeline.files.find(({ id }) => id === document.uri.toString());
    const named = analysis && file && jobAt(analysis.pipeline, file, document.offsetAt(position));
    return (named?.definitions ?? []).map(({ file: { id, document: other }, entry: { key } }) => ({
      originSelectionRange: markedRange(document, named?.at ?? key),
      targetUri: Uri.parse(id),
      targetRange: rangeOf(closedText(other.text), key),
    }));
  }

  private async filesOf(
    document: TextDocument,
    { kind, name }: Include,
    token: CancellationToken,
  ): Promise<readonly Uri[]> {
    if (kind === "template") {
      const found = await this.request(token, (signal) => this.parts.templates.template(name, signal));
      return found ? [templateUri(found.instance, name)] : [];
    }
    const root = kind === "local" ? await this.parts.files.rootOf(document.uri) : undefined;
    return (root && (await this.parts.files.find(root, name))) ?? [];
  }

  private read(document: TextDocument): CiDocument | undefined {
    const text = document.getText();
    return text.length > maxText ? undefined : this.parts.files.parse(document.uri.toString(), text);
  }

  private includeAt(document: TextDocument, position: Position): [CiDocument | undefined, Include | undefined] {
    const ci = this.read(document);
    const offset = document.offsetAt(position);
    return [
      ci,
      ci &&
        (templateAt(allIncludes(ci), offset) ??
          allIncludes(ci).find(({ kind, nameSpan: at }) => kind === "local" && at.start <= offset && offset <= at.end)),
    ];
  }

  /** Returns the result, or undefined on failure: failed background requests are only logged. */
  private async request<T>(token: CancellationToken, ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    using listening = signalOf(token);
    try {
      return await ask(listening.signal);
    } catch (error) {
      if (!isCancelled(error)) this.parts.log.warn("CI templates could not be read", error);
      return undefined;
    }
  }
}

/** Returns whether the line may name a template; a cheap check before parsing. */
const mayNameTemplate = (document: TextDocument, { line }: Position): boolean =>
  document.lineAt(line).text.includes("template");
const allIncludes = ({ includes, childIncludes }: CiDocument): Include[] => [...includes, ...childIncludes];
const cut = (text: string): string => (text.length > maxComment ? `${text.slice(0, maxComment)}…` : text);

function hoverText({ value, key, instance, at, stale }: NamedTemplate): MarkdownString {
  const text = new MarkdownString()
    .appendMarkdown("**")
    .appendText(value.name || key)
    .appendMarkdown("**");
  text.appendText(` · ${l10n.t("CI template of {0}", instanceHost(instance))}`).appendMarkdown("\n\n");
  text.appendText(cut(headComment(value.content)) || l10n.t("This template has no description."));
  if (stale)
    text
      .appendMarkdown("\n\n")
      .appendText(l10n.t("Cached version of {0}: the host is not available.", new Date(at).toLocaleString()));
  return text;
}
