import { readXml, xmlText } from "./xml.ts";

export interface Dependency {
  readonly id: string;
  /** A version range as written; empty when any version will do. */
  readonly range: string;
}

export interface DependencyGroup {
  /** `net8.0`, `.NETStandard2.0`; absent: for all of them. */
  readonly targetFramework?: string;
  readonly dependencies: readonly Dependency[];
}

/** What a package says about itself in its `.nuspec`. */
export interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly title?: string;
  readonly authors: string;
  readonly description: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly projectUrl?: string;
  readonly licenseUrl?: string;
  readonly iconUrl?: string;
  readonly dependencyGroups: readonly DependencyGroup[];
  readonly symbols: boolean;
}

const OPTIONAL = ["title", "summary", "projectUrl", "licenseUrl", "iconUrl"] as const;
const LISTS = new Set(["group", "dependency", "packageType"]);
const NAMESPACE = "http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd";

/** Reads a `.nuspec`. Throws an Error for what is no manifest, lacks an id or version, or declares entities. */
export function parseManifest(text: string): Manifest {
  // A manifest needs no declarations; whoever sends some is up to something.
  if (/<!DOCTYPE/i.test(text)) throw new Error("A manifest has no document type.");
  const metadata = inside(inside(readXml(text, LISTS), "package"), "metadata");
  const [id, version] = [textOf(metadata, "id"), textOf(metadata, "version")];
  if (id === undefined || version === undefined) throw new Error("The manifest has no id or no version.");
  const details = Object.fromEntries(
    OPTIONAL.flatMap((name) => (textOf(metadata, name) === undefined ? [] : [[name, textOf(metadata, name)]])),
  );
  return {
    id,
    version,
    ...details,
    authors: textOf(metadata, "authors") ?? "",
    description: textOf(metadata, "description") ?? "",
    tags: (textOf(metadata, "tags") ?? "").split(/[\s,;]+/).filter((tag) => tag !== ""),
    dependencyGroups: groups(inside(metadata, "dependencies")),
    symbols: list(inside(metadata, "packageTypes"), "packageType").some(
      (type) => textOf(type, "@name") === "SymbolsPackage",
    ),
  };
}

function groups(dependencies: unknown): DependencyGroup[] {
  const read = (parent: unknown): Dependency[] =>
    list(parent, "dependency").map((one) => ({ id: textOf(one, "@id") ?? "", range: textOf(one, "@version") ?? "" }));
  const loose = read(dependencies);
  const named = list(dependencies, "group").map((group) => {
    const targetFramework = textOf(group, "@targetFramework");
    return { dependencies: read(group), ...(targetFramework === undefined ? {} : { targetFramework }) };
  });
  return [...(loose.length === 0 ? [] : [{ dependencies: loose }]), ...named];
}

function inside(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function list(value: unknown, name: string): readonly unknown[] {
  const found = inside(value, name);
  return Array.isArray(found) ? found : [];
}

/** Text of an element (which is an object when it has attributes too) or attribute; undefined when absent or blank. */
function textOf(value: unknown, name: string): string | undefined {
  const found = inside(value, name);
  const text = typeof found === "string" ? found : inside(found, "#text");
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

/** The `.nuspec` of a manifest. */
export function writeManifest(manifest: Manifest): string {
  const element = (name: string, value: string | undefined): string =>
    value === undefined || value === "" ? "" : `    <${name}>${xmlText(value)}</${name}>\n`;
  const dependencies = manifest.dependencyGroups.map(({ targetFramework, dependencies: inner }) => {
    const open = targetFramework === undefined ? "<group>" : `<group targetFramework="${xmlText(targetFramework)}">`;
    return `      ${open}${inner.map(({ id, range }) => `<dependency id="${xmlText(id)}" version="${xmlText(range)}" />`).join("")}</group>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="${NAMESPACE}">
  <metadata>
${element("id", manifest.id)}${element("version", manifest.version)}${element("title", manifest.title)}${element("authors", manifest.authors)}${element("description", manifest.description)}${element("summary", manifest.summary)}${element("tags", manifest.tags.join(" "))}${element("projectUrl", manifest.projectUrl)}${element("licenseUrl", manifest.licenseUrl)}${element("iconUrl", manifest.iconUrl)}${manifest.symbols ? `    <packageTypes><packageType name="SymbolsPackage" /></packageTypes>\n` : ""}${dependencies.length === 0 ? "" : `    <dependencies>\n${dependencies.join("")}    </dependencies>\n`}  </metadata>
</package>
`;
}
