/** Finding one's way in a page that is plain data. */
import assert from "node:assert/strict";
import {
  pageAttributes,
  type PageElement,
  type PageNode,
  pageTags,
  wordsOf,
} from "../../../../src/core/webview/element.ts";

/** Every element of it, outermost first. */
export function elementsOf(nodes: readonly PageNode[]): PageElement[] {
  return nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...elementsOf(node.children ?? [])]));
}

/** As it would be written in HTML, for comparing; keys and actions are left out. */
export function written(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
      const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${name}="${value}"`);
      return `<${node.tag}${attributes.join("")}>${written(node.children ?? [])}</${node.tag}>`;
    })
    .join("");
}

/** Fails when anything of it could run, load from a stranger or lead elsewhere than to the web. */
export function assertHarmless(nodes: readonly PageNode[], instance: string): void {
  for (const { tag, attributes = {} } of elementsOf(nodes)) {
    assert.ok(pageTags.includes(tag), tag);
    for (const [name, value] of Object.entries(attributes)) {
      assert.ok((pageAttributes as readonly string[]).includes(name), `${name} of ${tag}`);
      if (name === "href") assert.match(value, /^(https?:\/\/|mailto:)/);
      if (name === "src") assert.ok(value.startsWith(`${instance}/`), value);
    }
  }
}

/** Words of the buttons, in their order. */
export const buttonsOf = (nodes: readonly PageNode[]): string[] =>
  elementsOf(nodes)
    .filter(({ tag }) => tag === "button")
    .map((node) => wordsOf(node));

/** The element with these words in all. */
export function withWords(nodes: readonly PageNode[], words: string): PageElement {
  const found = elementsOf(nodes).findLast((node) => wordsOf(node) === words);
  assert.ok(found, `Nothing says “${words}” in: ${wordsOf(nodes)}`);
  return found;
}
