import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { WikiFormat } from "../../api/resources/wikis.ts";
import { conflictLabel } from "../../core/remoteText/conflict.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import type { WikiNode } from "./nodes.ts";

const icons: Readonly<Record<string, string>> = {
  markdown: "markdown",
  rdoc: "ruby",
  asciidoc: "book",
  org: "checklist",
};

/** Returns the name of a format; an unknown one keeps the host's name. */
export function formatName(format: WikiFormat | null | undefined): string {
  const names: Readonly<Record<string, string>> = {
    markdown: "Markdown",
    rdoc: "RDoc",
    asciidoc: "AsciiDoc",
    org: "Org",
  };
  return (format && Object.hasOwn(names, format) ? names[format] : undefined) ?? plainText(format, 40);
}

/** Returns the codicon of a page: `home` for the start page, else by its format. */
export const pageIcon = ({ slug, format }: { readonly slug: string; readonly format?: WikiFormat | null }): string =>
  slug === "home" ? "home" : ((format && Object.hasOwn(icons, format) ? icons[format] : undefined) ?? "file");

/** Returns the row of a page or folder; Enter opens a page. @param unsent set for unsent text */
export function wikiItem(node: WikiNode, unsent?: "unsent" | "conflict"): TreeItem {
  const { slug, page, folder, format, begun, where } = node;
  const name = plainText(node.title, 200) || plainText(slug, 200);
  const item = new TreeItem(name, folder ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon(page ? pageIcon(node) : "folder");
  const state =
    !page || !unsent
      ? undefined
      : unsent === "conflict"
        ? conflictLabel()
        : begun
          ? l10n.t("new, not saved")
          : l10n.t("not sent");
  const parts = [
    where === undefined ? undefined : plainText(where, 120),
    page && format !== "markdown" ? formatName(format) : undefined,
    state,
  ].filter((part) => part !== undefined && part !== "");
  item.description = parts.join(" · ");
  item.contextValue = [
    ...(page ? ["wikiPage", format] : []),
    ...(folder ? ["wikiFolder"] : []),
    ...(unsent ? ["unsent"] : []),
    ...(unsent === "conflict" ? ["conflict"] : []),
    ...(begun ? ["begun"] : []),
  ].join(" ");
  item.tooltip = plainText(
    [slug, ...(page ? [formatName(format)] : []), ...(state === undefined ? [] : [state])].join(" · "),
    500,
  );
  const kind = page && folder ? l10n.t("Wiki page with subpages") : page ? l10n.t("Wiki page") : l10n.t("Wiki folder");
  item.accessibilityInformation = { label: [l10n.t("{0} {1}", kind, name), ...parts].join(", ") };
  if (page) item.command = asCommand("forgeline.wiki.open", l10n.t("Open Page"), node);
  return item;
}
