import { pageAttributes, pageTags, type PageElement, type PageNode } from "../element.ts";
import { isTextBox } from "./textBoxes.ts";

const tags: ReadonlySet<string> = new Set(pageTags);
/** What each element was last created from. */
const made = new WeakMap<Element, PageElement>();

/**
 * Updates the children of an element to these nodes. Elements that exist already, by their key or else by tag and order, are kept with
 * focus, selection and what is open. Nothing is parsed as HTML.
 */
export function patch(parent: Element, nodes: readonly PageNode[]): void {
  const keyed = new Map<string, Element>();
  const loose: ChildNode[] = [];
  for (const child of parent.childNodes) {
    const key = child instanceof Element ? made.get(child)?.key : undefined;
    if (key !== undefined && child instanceof Element) keyed.set(key, child);
    else loose.push(child);
  }
  const wanted = nodes.map((node) =>
    typeof node === "string" ? textFrom(loose, node) : elementFrom(keyed, loose, node),
  );
  const staying = new Set<Node>(wanted);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  let next = parent.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

function textFrom(loose: ChildNode[], words: string): Text {
  const at = loose.findIndex((child) => child instanceof Text);
  const [found] = at < 0 ? [] : loose.splice(at, 1);
  if (!(found instanceof Text)) return document.createTextNode(words);
  if (found.data !== words) found.data = words;
  return found;
}

function elementFrom(keyed: Map<string, Element>, loose: ChildNode[], wanted: PageElement): Element {
  const { tag, key } = wanted;
  let found: ChildNode | undefined;
  if (key !== undefined) {
    found = keyed.get(key);
    keyed.delete(key);
  } else {
    const at = loose.findIndex((child) => child instanceof Element && child.localName === tag);
    found = at < 0 ? undefined : loose.splice(at, 1)[0];
  }
  const element =
    found instanceof Element && found.localName === tag ? found : document.createElement(tags.has(tag) ? tag : "span");
  dress(element, wanted);
  patch(element, wanted.children ?? []);
  return element;
}

function dress(element: Element, wanted: PageElement): void {
  const before = made.get(element);
  made.set(element, wanted);
  for (const name of pageAttributes) {
    // After the first time, the user decides what is open.
    if (name === "open" && before !== undefined) continue;
    const value = wanted.attributes?.[name];
    if (name === "value" && isTextBox(element)) {
      // Afterwards it is the user's text; another text comes as another element.
      if (before === undefined) element.value = value ?? "";
      continue;
    }
    if (value === undefined || !isSafe(name, value)) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  if (!(element instanceof HTMLElement)) return;
  const [background, text] = wanted.colors ?? [];
  if (background !== before?.colors?.[0] || text !== before?.colors?.[1]) {
    element.style.setProperty("background-color", background ?? "");
    element.style.setProperty("color", text ?? "");
  }
}

/** Second check after the extension's own. */
function isSafe(name: string, value: string): boolean {
  if (name === "href") return /^(?:https?:\/\/|mailto:)/i.test(value);
  return name !== "src" || /^https:\/\//i.test(value);
}
