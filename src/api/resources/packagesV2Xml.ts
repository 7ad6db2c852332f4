import { UnexpectedBody } from "../json.ts";
import { childrenNamed, within, type XmlElement } from "../xml.ts";

/** Collections of the feed (Part 1, v2 service document). */
export interface V2ServiceDocument {
  /** URL of the feed; the base of relative URLs. */
  readonly base: string;
  readonly workspaces: readonly V2Workspace[];
}

export interface V2Workspace {
  readonly title: string;
  readonly collections: readonly { readonly href: string; readonly title: string }[];
}

/** A package as an Atom entry (Part 1, V2 OData entry). */
export interface V2Entry {
  /** URL of the entry. */
  readonly id: string;
  /** `V2FeedPackage`. */
  readonly category: string | undefined;
  /** Name of the package. */
  readonly title: string;
  readonly contentType: string | undefined;
  /** URL of the package file, or of the feed if the version is empty. */
  readonly contentSrc: string;
  readonly properties: V2Properties;
}

/** Properties of a package (Part 1, V2FeedPackage). Documented entries only have a version. */
export interface V2Properties {
  readonly Id?: string | null;
  /** Empty if no version was requested: without a credential the feed does not know the latest. */
  readonly Version: string;
  readonly Authors?: string | null;
  readonly Dependencies?: string | null;
  readonly Description?: string | null;
  readonly DownloadCount?: number | null;
  readonly IconUrl?: string | null;
  readonly LicenseUrl?: string | null;
  readonly ProjectUrl?: string | null;
  readonly Published?: string | null;
  readonly Tags?: string | null;
  readonly Title?: string | null;
}

/** Schema of the feed's entries (Part 1, EDMX document). */
export interface V2MetadataDocument {
  readonly entityTypes: readonly V2EntityType[];
  readonly entitySets: readonly { readonly name: string; readonly entityType: string }[];
  readonly functionImports: readonly V2FunctionImport[];
}

export interface V2EntityType {
  readonly name: string;
  /** Names of the identifying properties. */
  readonly key: readonly string[];
  readonly properties: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[];
}

export interface V2FunctionImport {
  readonly name: string;
  readonly returnType: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}

/** Parses a service document. @throws UnexpectedBody */
export function readServiceDocument(root: XmlElement): V2ServiceDocument {
  const service = rootNamed(root, "service");
  return {
    base: attribute(service, "base"),
    workspaces: childrenNamed(service, "workspace").map((workspace) => ({
      title: textOf(workspace, "title"),
      collections: childrenNamed(workspace, "collection").map((collection) => ({
        href: attribute(collection, "href"),
        title: textOf(collection, "title"),
      })),
    })),
  };
}

/** Parses the entries of a feed; some hosts send a single entry instead of a feed of one. @throws UnexpectedBody */
export function readEntries(root: XmlElement): readonly V2Entry[] {
  return root.name === "entry" ? [readEntry(root)] : childrenNamed(rootNamed(root, "feed"), "entry").map(readEntry);
}

/** Parses a single entry. @throws UnexpectedBody */
export function readOneEntry(root: XmlElement): V2Entry {
  const [entry, ...others] = readEntries(root);
  if (!entry || others.length > 0)
    throw new UnexpectedBody(`holds ${entry ? others.length + 1 : "no"} entries, not one`, { field: "entry" });
  return entry;
}

/** Parses the schema of the feed. @throws UnexpectedBody */
export function readMetadataDocument(root: XmlElement): V2MetadataDocument {
  const edmx = rootNamed(root, "Edmx");
  const entityTypes = within(edmx, "EntityType").map((entity) => ({
    name: attribute(entity, "Name"),
    key: within(entity, "PropertyRef").map((property) => attribute(property, "Name")),
    properties: childrenNamed(entity, "Property").map((property) => ({
      name: attribute(property, "Name"),
      type: attribute(property, "Type"),
      nullable: property.attributes.get("Nullable") !== "false",
    })),
  }));
  if (entityTypes.length === 0) throw new UnexpectedBody("lacks the element EntityType", { field: "EntityType" });
  return {
    entityTypes,
    entitySets: within(edmx, "EntitySet").map((set) => ({
      name: attribute(set, "Name"),
      entityType: attribute(set, "EntityType"),
    })),
    functionImports: within(edmx, "FunctionImport").map((call) => ({
      name: attribute(call, "Name"),
      returnType: call.attributes.get("ReturnType"),
      parameters: childrenNamed(call, "Parameter").map((parameter) => ({
        name: attribute(parameter, "Name"),
        type: attribute(parameter, "Type"),
      })),
    })),
  };
}

function readEntry(entry: XmlElement): V2Entry {
  const content = child(entry, "content");
  const properties = child(entry, "properties");
  return {
    id: textOf(entry, "id"),
    category: childrenNamed(entry, "category")[0]?.attributes.get("term"),
    title: textOf(entry, "title"),
    contentType: content.attributes.get("type"),
    contentSrc: attribute(content, "src"),
    properties: {
      ...Object.fromEntries(propertyNames.flatMap((name) => propertyOf(properties, name))),
      Version: textOf(properties, "Version"),
    },
  };
}

const propertyNames = [
  "Id",
  "Authors",
  "Dependencies",
  "Description",
  "DownloadCount",
  "IconUrl",
  "LicenseUrl",
  "ProjectUrl",
  "Published",
  "Tags",
  "Title",
] as const;

function propertyOf(properties: XmlElement, name: (typeof propertyNames)[number]): [string, string | number | null][] {
  const [property] = childrenNamed(properties, name);
  if (!property) return [];
  if (property.attributes.get("null") === "true") return [[name, null]];
  if (name !== "DownloadCount") return [[name, property.text]];
  const count = Number(property.text);
  if (property.text.trim() === "" || !Number.isFinite(count))
    throw new UnexpectedBody("has something else than a number in the element DownloadCount", {
      field: "DownloadCount",
    });
  return [[name, count]];
}

function rootNamed(root: XmlElement, name: string): XmlElement {
  if (root.name !== name) throw new UnexpectedBody(`is the element ${root.name}, not ${name}`, { field: name });
  return root;
}

function child(element: XmlElement, name: string): XmlElement {
  const [found] = childrenNamed(element, name);
  if (!found)
    throw new UnexpectedBody(`lacks the element ${element.name}.${name}`, { field: `${element.name}.${name}` });
  return found;
}

const textOf = (element: XmlElement, name: string): string => child(element, name).text;

function attribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined)
    throw new UnexpectedBody(`lacks the attribute ${element.name}@${name}`, { field: `${element.name}@${name}` });
  return value;
}
