import { setTimeout as delay } from "node:timers/promises";
import { commands, TabInputWebview, type Uri, window, workspace } from "vscode";
import { WIKI_SCHEME } from "../../../core/addresses/schemes.ts";
import { readWikiAuthority } from "../../../core/addresses/wiki.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { WikiAttachments } from "../attachments.ts";
import type { PageFormats } from "../pageFormats.ts";
import { type LinkingPage, relativeLink, resolveImage, wikiLinks } from "../pageLinks.ts";
import { escapeMarkup, placeholder } from "./placeholder.ts";
import type { MarkdownToken, PreviewRule, PreviewRules } from "./plugin.ts";

/** ms within which a preview refreshes on request; VS Code debounces by 300 ms. */
const refreshDelay = 600;
/** ms without an image request after which a page counts as loaded, and the maximum number of such waits. */
const idleTime = 200;
const maxWaits = 50;
/**
 * Maximum refreshes per change. Each but the first follows one that VS Code dropped, or during which text was typed or
 * an image failed to load.
 */
const maxRefreshes = 10;
/** Maximum delay in ms before a preview opens, for looking up its links and images. */
const prepareTimeout = 2_000;

/**
 * The rules of VS Code's Markdown preview for wiki pages: links open pages of any format and folder, and images come
 * from the wiki's repository, or are replaced by a placeholder with the reason. Rendering is synchronous, so what is
 * not known yet is looked up in the background, and the preview refreshes if the result differs.
 */
export class WikiPreview implements PreviewRules, Disposable {
  private readonly context: Pick<Context, "report">;
  private readonly attachments: WikiAttachments;
  private readonly formats: PageFormats;
  private readonly pending = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private isStale = false;
  private preparations = 0;
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
        // The preview caches its tokens, so changes to them are undone after rendering.
        const target = relativeLink(page, attribute(token, "data-href") ?? attribute(token, "href") ?? "");
        return target === undefined ? plain() : withAttributes(token, { href: target, "data-href": target }, plain);
      }
      case "image": {
        const shown = this.image(scope, page, attribute(token, "data-src") ?? attribute(token, "src") ?? "");
        return shown === undefined
          ? plain()
          : withAttributes(token, { ...shown, ...sizeAfter(tokens[index + 1]) }, plain);
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
    // Newer hosts support a size after an image.
    const content =
      tokens[index - 1]?.type === "image" ? (token?.content ?? "").replace(sizePattern, "") : (token?.content ?? "");
    if (content === token?.content && !content.includes("[[")) return plain();
    return wikiLinks(content)
      .map((part) => {
        if (typeof part === "string") return escapeMarkup(part);
        if (/\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(part.target)) {
          const shown = this.image(scope, page, part.target);
          return shown
            ? `<img src="${escapeMarkup(shown.src)}" alt="${escapeMarkup(part.words)}">`
            : escapeMarkup(`[[${part.words}]]`);
        }
        const target = escapeMarkup(relativeLink(page, part.target) ?? part.target);
        return `<a href="${target}" data-href="${target}">${escapeMarkup(part.words)}</a>`;
      })
      .join("");
  }

  /** Renders images and links in inline HTML. */
  private html(scope: ProjectScope, page: LinkingPage, token: MarkdownToken, plain: () => string): string {
    const { content } = token;
    token.content = content
      .replace(/(<img\b[^>]*?\ssrc=)(["'])(.*?)\2/gis, (whole, start: string, _quote, src: string) => {
        const shown = this.image(scope, page, src);
        return shown ? `${start}"${escapeMarkup(shown.src)}"` : whole;
      })
      .replace(/(<a\b[^>]*?\shref=)(["'])(.*?)\2/gis, (whole, start: string, _quote, href: string) => {
        const target = relativeLink(page, href);
        return target === undefined ? whole : `${start}"${escapeMarkup(target)}"`;
      });
    try {
      return plain();
    } finally {
      token.content = content;
    }
  }

  /**
   * Returns the URL of an image relative to the page's folder, or a placeholder; undefined for images outside the wiki.
   */
  private image(scope: ProjectScope, page: LinkingPage, src: string): { src: string; title?: string } | undefined {
    const found = resolveImage(page, src);
    if (!found) return undefined;
    const { file, address } = found;
    this.lookUp(`${scope.instance} ${scope.project} ${file}`, () => this.attachments.check(scope, file));
    const known = this.attachments.known(scope, file);
    if (!known || known.there) return { src: address };
    return { src: placeholder(file.split("/").at(-1) ?? file, known.why), title: known.why };
  }

  private pageOf(scope: ProjectScope, document: Uri): LinkingPage {
    this.lookUp(document.authority, () => this.formats.refresh(scope));
    return this.formats.page(scope, document);
  }

  /** Runs one lookup at a time per key; the preview refreshes once when all have ended. */
  private lookUp(key: string, look: () => Promise<boolean>): void {
    if (this.pending.has(key)) return;
    const pending = look()
      .then(
        (isNew) => void (this.isStale ||= isNew),
        (error: unknown) => this.context.report.background(error, "Look at what a wiki page leads to"),
      )
      .finally(() => {
        this.pending.delete(key);
        this.refreshIfStale();
      });
    this.pending.set(key, pending);
  }

  private refreshIfStale(): void {
    if (this.pending.size > 0 || this.preparations > 0 || !this.isStale) return;
    this.isStale = false;
    void this.refresh();
  }

  /**
   * Looks up the links and images of a page before its preview opens, so that it need not refresh at once: text typed
   * during a refresh can be missing from it. Waits no longer than `prepareTimeout`.
   */
  async prepare(page: Uri): Promise<void> {
    this.preparations += 1;
    try {
      await commands.executeCommand("markdown.api.render", await workspace.openTextDocument(page));
      await Promise.race([
        Promise.all(this.pending.values()),
        delay(prepareTimeout, undefined, { signal: this.stopping.signal, ref: false }),
      ]);
      if (this.pending.size === 0 && !isPreviewOpen()) this.isStale = false;
    } finally {
      this.preparations -= 1;
      this.refreshIfStale();
    }
  }

  /**
   * Refreshes open previews, with workarounds for VS Code: a preview that is already about to render drops the request,
   * and it misses text typed while the new page loads, so it refreshes again when typing pauses. It also drops the new
   * page if the old one finishes loading in the meantime, so the old one loads its images first; requests for images
   * that are known to be missing show that the old one is still loaded.
   */
  async refresh(): Promise<void> {
    const { signal } = this.stopping;
    const pause = (): Promise<void> => delay(refreshDelay, undefined, { signal, ref: false });
    try {
      for (let attempt = 0; attempt < maxRefreshes && !signal.aborted; attempt++) {
        await this.waitUntilLoaded(signal);
        const [before, failures] = [this.renders, this.attachments.failures];
        let texts = openVersions();
        await commands.executeCommand("markdown.preview.refresh");
        await pause();
        await this.waitUntilLoaded(signal);
        if (this.renders !== before && this.attachments.failures === failures && openVersions() === texts) return;
        while (openVersions() !== texts) {
          texts = openVersions();
          await pause();
        }
      }
    } catch (error) {
      // The user may have disabled VS Code's Markdown extension.
      this.context.report.background(error, "Make the Markdown preview again");
    }
  }

  /** Waits until the images of a page are loaded. */
  private async waitUntilLoaded(signal: AbortSignal): Promise<void> {
    for (let wait = 0; wait < maxWaits && !signal.aborted; wait++) {
      const { asked } = this.attachments.requests;
      await delay(idleTime, undefined, { signal, ref: false });
      const now = this.attachments.requests;
      if (now.waiting === 0 && now.asked === asked) return;
    }
  }
}

const isPreviewOpen = (): boolean =>
  window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith("markdown.preview")),
  );

/** Returns the versions of all open pages, to detect changes. */
const openVersions = (): string =>
  workspace.textDocuments
    .filter(({ uri }) => uri.scheme === WIKI_SCHEME)
    .map(({ uri, version }) => `${uri.toString()} ${version}`)
    .join("\n");

const sizePattern = /^\{[^{}\n]*\}/;

/** Parses `{width=200 height=100}` after an image. */
function sizeAfter(next: MarkdownToken | undefined): Record<string, string> {
  const [size = ""] = (next?.type === "text" ? sizePattern.exec(next.content) : undefined) ?? [];
  return Object.fromEntries(
    [...size.matchAll(/\b(width|height)="?(\d{1,5}%?)(?:px)?"?/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const attribute = (token: MarkdownToken, name: string): string | undefined =>
  token.attrs?.find(([each]) => each === name)?.[1];

/** Renders a token with additional attributes. */
function withAttributes(
  token: MarkdownToken,
  attributes: Readonly<Record<string, string>>,
  plain: () => string,
): string {
  const { attrs } = token;
  token.attrs = [...(attrs ?? []).filter(([name]) => !(name in attributes)), ...Object.entries(attributes)];
  try {
    return plain();
  } finally {
    token.attrs = attrs;
  }
}
