import * as xmlLibrary from "@rgrove/parse-xml";
import { UnexpectedBody } from "../../../api/json.ts";
import { childrenNamed, parseXml, within, type XmlElement } from "../../../api/xml.ts";
import { PackageFileError } from "./packageFileError.ts";

/** The manifest of a package. */
export interface Nuspec {
  readonly id: string;
  readonly version: string;
  readonly title?: string;
  readonly authors?: string;
  readonly description?: string;
  /** Names of packages that it depends on, without duplicates. */
  readonly dependencies: readonly string[];
  /** Whether it is a symbol package. */
  readonly symbols: boolean;
}

/**
 * Parses a `.nuspec`, ignoring namespaces.
 * @throws PackageFileError `badManifest`, also for a document type, which could define entities that expand without end; `noName`,
 * `noVersion`; `placeholder` for tokens that `nuget pack` replaces
 */
export function readNuspec(bytes: Uint8Array): Nuspec {
  const root = parsed(decoded(bytes));
  const [metadata] = root.name === "package" ? childrenNamed(root, "metadata") : [];
  if (!metadata) throw new PackageFileError("badManifest");
  const id = textOf(metadata, "id");
  const version = textOf(metadata, "version");
  if (id === undefined) throw new PackageFileError("noName");
  if (version === undefined) throw new PackageFileError("noVersion");
  if (/\$\w+\$/.test(id + version)) throw new PackageFileError("placeholder");
  const [title, authors, description] = ["title", "authors", "description"].map((name) => textOf(metadata, name));
  const dependencies = childrenNamed(metadata, "dependencies").flatMap((list) =>
    within(list, "dependency").map((one) => one.attributes.get("id") ?? ""),
  );
  const types = childrenNamed(metadata, "packageTypes").flatMap((list) => childrenNamed(list, "packageType"));
  return {
    id,
    version,
    ...(title !== undefined && { title }),
    ...(authors !== undefined && { authors }),
    ...(description !== undefined && { description }),
    dependencies: [...new Set(dependencies.filter((name) => name !== ""))],
    symbols: types.some((type) => type.attributes.get("name")?.toLowerCase() === "symbolspackage"),
  };
}

function parsed(text: string): XmlElement {
  try {
    return parseXml(xmlLibrary, text, "application/xml");
  } catch (cause) {
    if (cause instanceof UnexpectedBody) throw new PackageFileError("badManifest", { cause });
    throw cause;
  }
}

/** Decodes by the byte order mark, UTF-8 without one. */
function decoded(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function textOf(parent: XmlElement, name: string): string | undefined {
  const text = childrenNamed(parent, name)[0]?.text.trim();
  return text === "" ? undefined : text;
}
