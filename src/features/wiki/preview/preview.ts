import { setTimeout as delay } from "node:timers/promises";
import { commands, TabInputWebview, type Uri, window, workspace } from "vscode";
import { WIKI_SCHEME } from "../../../core/addresses/schemes.ts";
import { readWikiAuthority } from "../../../core/addresses/wiki.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { WikiAttachments } from "../attachments.ts";
import type { PageFormats } from "../pageFormats.ts";
import { type LinkingPage, linkFrom, pictureFrom, wikiLinks } from "../pageLinks.ts";
import { escapeMarkup, placeholder } from "./placeholder.ts";
import type { MarkdownToken, PreviewRule, PreviewRules } from "./plugin.ts";

/** ms in which a preview that was asked to is made again: VS Code waits for 300 of them. */
const patience = 600;
/** ms without a request for a picture after which a page has loaded; and how often that is waited for, where the host is slow. */
const quiet = 200;
const longestWait = 50;
/** ms that a preview is opened later for what its page leads to. */
const preparation = 2_000;

/**
 * What VS Code's Markdown preview does otherwise in the pages of wikis: links lead to pages whatever their format and folder, and pictures
 * come from the wiki's repository, or a placeholder says why not. The preview asks without waiting: what is not known yet is looked up, and
 * the preview made again when that changes something.
 */
export class WikiPreview implements PreviewRules, Disposable {
  private readonly context: Pick<Context, "report">;
  private readonly attachments: WikiAttachments;
  private readonly formats: PageFormats;
  private readonly looking = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private isStale = false;
  private preparing = 0;
  private renders = 0;

  constructor(context: Pick<Context, "report">, attachments: WikiAttachments, formats: PageFormats) {
    this.context = context;
    this.attachments = attachments;
    this.formats = formats;
  }

  render(rule: PreviewRule, tokens: MarkdownToken[], index: number, document: Uri, plain: () => string): string {
    this.renders += 1;
    const [token, scope] = [tokens[index], readWikiAuthority(document.authority)];
    if (!token || !scope) return plain();
    const page = this.pageOf(scope, document);
    switch (rule) {
      case "link_open": {
        // The preview keeps what it parsed, so what is changed in it is put back.
        const leads = linkFrom(page, attribute(token, "data-href") ?? attribute(token, "href") ?? "");
        return leads === undefined ? plain() : changed(token, { href: leads, "data-href": leads }, plain);
      }
      case "image": {
        const shown = this.picture(scope, page, attribute(token, "data-src") ?? attribute(token, "src") ?? "");
        return shown === undefined ? plain() : changed(token, { ...shown, ...sizeAfter(tokens[index + 1]) }, plain);
      }
      case "text":
        return this.text(scope, page, tokens, index, plain);
      case "html_inline":
      case "html_block":
        return this.html(scope, page, token, plain);
    }
  }

  dispose(): void {
    this.stopping.abort();
  }

  private text(
    scope: ProjectScope,
    page: LinkingPage,
    tokens: readonly MarkdownToken[],
    index: number,
    plain: () => string,
  ): string {
    const token = tokens[index];
    // Newer hosts write a picture's size behind it.
    const content =
      tokens[index - 1]?.type === "image" ? (token?.content ?? "").replace(sizePattern, "") : (token?.content ?? "");
    if (content === token?.content && !content.includes("[[")) return plain();
    return wikiLinks(content)
      .map((part) => {
        if (typeof part === "string") return escapeMarkup(part);
        if (/\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(part.target)) {
          const shown = this.picture(scope, page, part.target);
          return shown
            ? `<img src="${escapeMarkup(shown.src)}" alt="${escapeMarkup(part.words)}">`
            : escapeMarkup(`[[${part.words}]]`);
        }
        const leads = escapeMarkup(linkFrom(page, part.target) ?? part.target);
        return `<a href="${leads}" data-href="${leads}">${escapeMarkup(part.words)}</a>`;
      })
      .join("");
  }

  /** Pictures and links in HTML, where a person wrote it. */
  private html(scope: ProjectScope, page: LinkingPage, token: MarkdownToken, plain: () => string): string {
    const { content } = token;
    token.content = content
      .replace(/(<img\b[^>]*?\ssrc=)(["'])(.*?)\2/gis, (whole, start: string, _quote, src: string) => {
        const shown = this.picture(scope, page, src);
        return shown ? `${start}"${escapeMarkup(shown.src)}"` : whole;
      })
      .replace(/(<a\b[^>]*?\shref=)(["'])(.*?)\2/gis, (whole, start: string, _quote, href: string) => {
        const leads = linkFrom(page, href);
        return leads === undefined ? whole : `${start}"${escapeMarkup(leads)}"`;
      });
    try {
      return plain();
    } finally {
      token.content = content;
    }
  }

  /** As a preview takes it: from the page's folder, or a placeholder; undefined for pictures from elsewhere. */
  private picture(scope: ProjectScope, page: LinkingPage, src: string): { src: string; title?: string } | undefined {
    const found = pictureFrom(page, src);
    if (!found) return undefined;
    const { file, address } = found;
    this.lookUp(`${scope.instance} ${scope.project} ${file}`, () => this.attachments.check(scope, file));
    const known = this.attachments.known(scope, file);
    if (!known || known.there) return { src: address };
    return { src: placeholder(file.split("/").at(-1) ?? file, known.why), title: known.why };
  }

  private pageOf(scope: ProjectScope, document: Uri): LinkingPage {
    this.lookUp(document.authority, () => this.formats.look(scope));
    return this.formats.page(scope, document);
  }

  /** One look at a time for each thing; the preview is made again once for all that end together. */
  private lookUp(key: string, look: () => Promise<boolean>): void {
    if (this.looking.has(key)) return;
    const looking = look()
      .then(
        (isNew) => void (this.isStale ||= isNew),
        (error: unknown) => this.context.report.background(error, "Look at what a wiki page leads to"),
      )
      .finally(() => {
        this.looking.delete(key);
        this.refreshIfStale();
      });
    this.looking.set(key, looking);
  }

  private refreshIfStale(): void {
    if (this.looking.size > 0 || this.preparing > 0 || !this.isStale) return;
    this.isStale = false;
    void this.refresh();
  }

  /**
   * Looks up what a page leads to before its preview is opened, so that this is made once: what is typed while it is made again can be
   * lost on it. A slow host is not waited for; the preview is made again when that answers.
   */
  async prepare(page: Uri): Promise<void> {
    this.preparing += 1;
    try {
      await commands.executeCommand("markdown.api.render", await workspace.openTextDocument(page));
      await Promise.race([
        Promise.all(this.looking.values()),
        delay(preparation, undefined, { signal: this.stopping.signal, ref: false }),
      ]);
      if (this.looking.size === 0 && !isPreviewOpen()) this.isStale = false;
    } finally {
      this.preparing -= 1;
      this.refreshIfStale();
    }
  }

  /**
   * Has open previews made again. A preview that is about to be made for another reason forgets that it was asked to; and what is
   * typed while the new page loads is lost on it, so that it is made once more when the typing pauses. VS Code also loses the new page
   * when the old one ends loading meanwhile: so the old one gets its pictures first, and one that asks for more of them shows by those
   * which the new one knows are missing.
   */
  async refresh(): Promise<void> {
    const { signal } = this.stopping;
    const pause = (): Promise<void> => delay(patience, undefined, { signal, ref: false });
    try {
      for (let attempt = 0; attempt < 4 && !signal.aborted; attempt++) {
        await this.loaded(signal);
        const [before, refusals] = [this.renders, this.attachments.refusals];
        let texts = wikiTexts();
        await commands.executeCommand("markdown.preview.refresh");
        await pause();
        await this.loaded(signal);
        if (this.renders !== before && this.attachments.refusals === refusals && wikiTexts() === texts) return;
        while (wikiTexts() !== texts) {
          texts = wikiTexts();
          await pause();
        }
      }
    } catch (error) {
      // The person may have switched off VS Code's Markdown.
      this.context.report.background(error, "Make the Markdown preview again");
    }
  }

  /** Waits until the pictures of a page are there. */
  private async loaded(signal: AbortSignal): Promise<void> {
    for (let wait = 0; wait < longestWait && !signal.aborted; wait++) {
      const { asked } = this.attachments.requests;
      await delay(quiet, undefined, { signal, ref: false });
      const now = this.attachments.requests;
      if (now.waiting === 0 && now.asked === asked) return;
    }
  }
}

const isPreviewOpen = (): boolean =>
  window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith("markdown.preview")),
  );

/** Tells one state of the open pages from another. */
const wikiTexts = (): string =>
  workspace.textDocuments
    .filter(({ uri }) => uri.scheme === WIKI_SCHEME)
    .map(({ uri, version }) => `${uri.toString()} ${version}`)
    .join("\n");

const sizePattern = /^\{[^{}\n]*\}/;

/** `{width=200 height=100}` behind a picture. */
function sizeAfter(next: MarkdownToken | undefined): Record<string, string> {
  const [told = ""] = (next?.type === "text" ? sizePattern.exec(next.content) : undefined) ?? [];
  return Object.fromEntries(
    [...told.matchAll(/\b(width|height)="?(\d{1,5}%?)(?:px)?"?/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const attribute = (token: MarkdownToken, name: string): string | undefined =>
  token.attrs?.find(([each]) => each === name)?.[1];

/** Makes HTML of a part as if it had these attributes. */
function changed(token: MarkdownToken, attributes: Readonly<Record<string, string>>, plain: () => string): string {
  const { attrs } = token;
  token.attrs = [...(attrs ?? []).filter(([name]) => !(name in attributes)), ...Object.entries(attributes)];
  try {
    return plain();
  } finally {
    token.attrs = attrs;
  }
}
