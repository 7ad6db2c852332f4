/** Compares the feeds' XML documents with the resources of the contract. */
import { parseXml, XmlElement, XmlError, XmlText } from "@rgrove/parse-xml";
import { resourceOf } from "./contract.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** What an XML answer lacks; `shape` is the contract's, a resource or a phrase that ends in one. */
export function xmlProblems(shape: string, text: string): string[] {
  const root = read(text);
  if (!root) return ["the answer is not XML, or not all of it"];
  switch (/\w+$/.exec(shape)?.[0]) {
    case "ServiceDocumentV2":
      return serviceProblems(root);
    case "V2ODataEntry":
      return root.name === "feed" && shape !== "V2ODataEntry"
        ? feedProblems(root)
        : entryProblems(root, shape === "V2ODataEntry");
    case "V2MetadataDocument":
      return metadataProblems(root);
    default:
      return [`nothing is known of ${shape}`];
  }
}

/** Reads a document; undefined where it is not well-formed. */
function read(text: string): Element | undefined {
  try {
    const { root } = parseXml(text);
    return root ? elementOf(root) : undefined;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** Elements and attributes by their names without the namespace's prefix, which documents may choose. */
const elementOf = ({ name, attributes, children }: XmlElement): Element => ({
  name: localName(name),
  attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
  children: children.filter((child) => child instanceof XmlElement).map(elementOf),
  text: children
    .map((child) => (child instanceof XmlText ? child.text : ""))
    .join("")
    .trim(),
});
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const within = (element: Element): readonly Element[] => [element, ...element.children.flatMap(within)];
const find = (element: Element, name: string, attributes: Readonly<Record<string, string>> = {}): Element | undefined =>
  within(element).find(
    (one) => one.name === name && Object.entries(attributes).every(([key, value]) => one.attributes[key] === value),
  );
const unless = (good: boolean, problem: string): string[] => (good ? [] : [problem]);

function serviceProblems(root: Element): string[] {
  const collection = find(root, "collection");
  return [
    ...unless(root.name === "service", "the document is no service"),
    ...unless((root.attributes["base"] ?? "") !== "", "service has no xml:base"),
    ...unless(
      find(root, "workspace")?.children.some(({ name, text }) => name === "title" && text === "Default") === true,
      "workspace has no title Default",
    ),
    ...unless(collection?.attributes["href"] === "Packages", "collection has no href Packages"),
    ...unless(
      collection?.children.some(({ name, text }) => name === "title" && text === "Packages") === true,
      "collection has no title Packages",
    ),
  ];
}

function feedProblems(root: Element): string[] {
  const entries = root.children.filter(({ name }) => name === "entry");
  return entries.length === 0
    ? ["the feed is empty, so that it shows nothing"]
    : entries.flatMap((entry) => entryProblems(entry, false));
}

/** `one`: an entry asked for by its version, which therefore has one. */
function entryProblems(entry: Element, one: boolean): string[] {
  const content = find(entry, "content");
  const properties = find(entry, "properties");
  const version = properties && find(properties, "Version");
  return [
    ...unless(entry.name === "entry", "the document is no entry"),
    ...unless(/^https?:\/\//.test(find(entry, "id")?.text ?? ""), "entry has no id"),
    ...unless(
      /V2FeedPackage$/.test(find(entry, "category")?.attributes["term"] ?? ""),
      "entry has no category V2FeedPackage",
    ),
    ...unless((find(entry, "title")?.text ?? "") !== "", "entry has no title"),
    ...unless(
      content?.attributes["type"] === "application/zip" && (content.attributes["src"] ?? "") !== "",
      "entry has no content with type and src",
    ),
    ...unless(version !== undefined && (!one || version.text !== ""), "entry has no d:Version"),
  ];
}

function metadataProblems(root: Element): string[] {
  const entity = find(root, "EntityType", { Name: "V2FeedPackage" });
  const call = find(root, "FunctionImport", { Name: "FindPackagesById" });
  const properties = resourceOf("V2FeedPackage")!.fields.flatMap(({ name, type, nullable }) => {
    const property = entity && find(entity, "Property", { Name: name });
    if (!property) return [`V2FeedPackage.${name} is absent`];
    return [
      ...unless(property.attributes["Type"] === type, `V2FeedPackage.${name} is no ${type ?? "value"}`),
      ...unless(property.attributes["Nullable"] !== "false" || !nullable, `V2FeedPackage.${name} is not nullable`),
    ];
  });
  return [
    ...properties,
    ...unless(find(root, "EntitySet", { Name: "Packages" }) !== undefined, "the entity set Packages is absent"),
    ...unless(
      call !== undefined && find(call, "Parameter", { Name: "id", Type: "Edm.String" }) !== undefined,
      "the function FindPackagesById is absent",
    ),
  ];
}
