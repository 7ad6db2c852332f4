import { createHash } from "node:crypto";
import { zip } from "../pipelines/zip.ts";
import type { ArtifactFile } from "../types.ts";
import { parseManifest, writeManifest, type Manifest } from "./manifest.ts";
import { writePortablePdb } from "./portablePdb.ts";
import { unzip, type ZipEntry } from "./unzip.ts";
import { isVersion } from "./versions.ts";
import { xmlText } from "./xml.ts";

/** What a package to be made holds; everything but the name and version has a default. */
export interface PackageSpec extends Partial<Omit<Manifest, "id" | "version" | "symbols">> {
  readonly id: string;
  readonly version: string;
  /** Frameworks with a library of their own; `net8.0` by default. */
  readonly frameworks?: readonly string[];
  readonly readme?: string;
}

/** A .nupkg as packers make it: manifest, libraries, relationships, content types. Equal specs give equal bytes. */
export function makePackage(spec: PackageSpec): Buffer {
  const files = frameworksOf(spec).flatMap((framework) => [
    { path: `lib/${framework}/${spec.id}.dll`, content: library(spec, framework) },
    {
      path: `lib/${framework}/${spec.id}.xml`,
      content: Buffer.from(
        `<?xml version="1.0"?>\n<doc><assembly><name>${xmlText(spec.id)}</name></assembly><members /></doc>\n`,
      ),
    },
  ]);
  const readme = spec.readme === undefined ? [] : [{ path: "README.md", content: Buffer.from(spec.readme) }];
  return pack(manifestOf(spec, false), [...files, ...readme]);
}

/** The .snupkg that goes with a package: one portable .pdb for each library. */
export function makeSymbolPackage(spec: PackageSpec): Buffer {
  return pack(
    manifestOf(spec, true),
    frameworksOf(spec).map((framework) => ({
      path: `lib/${framework}/${spec.id}.pdb`,
      content: symbolFile(spec, framework),
    })),
  );
}

/** The symbol file of one framework's library. */
export function symbolFile(spec: Pick<PackageSpec, "id" | "version">, framework = "net8.0"): Buffer {
  return writePortablePdb(`${spec.id} ${spec.version} ${framework}`);
}

export interface ReadPackage {
  readonly manifest: Manifest;
  readonly entries: readonly ZipEntry[];
}

const MANIFEST_LIMIT = 1024 * 1024;

/** Opens an uploaded package. Throws an Error with the text for the uploader when it is none. */
export function readPackage(bytes: Buffer): ReadPackage {
  const entries = attempt(() => unzip(bytes), "invalid package file");
  const nuspec = entries.find(({ path }) => !path.includes("/") && path.toLowerCase().endsWith(".nuspec"));
  if (!nuspec) throw new Error("nuspec file not found");
  if (nuspec.size > MANIFEST_LIMIT) throw new Error("nuspec file too big");
  const manifest = attempt(() => parseManifest(nuspec.content().toString("utf8")), "invalid nuspec file");
  if (!/^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/.test(manifest.id)) throw new Error("Validation failed: Name is invalid");
  if (!isVersion(manifest.version)) throw new Error("Validation failed: Version is invalid");
  return { manifest, entries };
}

function attempt<T>(work: () => T, text: string): T {
  try {
    return work();
  } catch (error) {
    throw new Error(text, { cause: error });
  }
}

function frameworksOf(spec: PackageSpec): readonly string[] {
  return spec.frameworks ?? ["net8.0"];
}

function manifestOf(spec: PackageSpec, symbols: boolean): Manifest {
  const { frameworks: _frameworks, readme: _readme, ...rest } = spec;
  return {
    authors: "Forgeline",
    description: `The package ${spec.id}.`,
    tags: [],
    dependencyGroups: [],
    ...rest,
    symbols,
  };
}

/** Not a library that runs, but one that is told apart: the two letters every one begins with, and what it stands for. */
function library(spec: PackageSpec, framework: string): Buffer {
  return Buffer.concat([
    Buffer.from("MZ"),
    Buffer.alloc(62),
    Buffer.from(`${spec.id} ${spec.version} for ${framework}\n`),
  ]);
}

function pack(manifest: Manifest, files: readonly ArtifactFile[]): Buffer {
  const core = `package/services/metadata/core-properties/${createHash("md5").update(`${manifest.id} ${manifest.version}`).digest("hex")}.psmdcp`;
  const text = (path: string, content: string): ArtifactFile => ({ path, content: Buffer.from(content) });
  const types = [
    "rels application/vnd.openxmlformats-package.relationships+xml",
    "psmdcp application/vnd.openxmlformats-package.core-properties+xml",
    "nuspec application/octet",
    "dll application/octet",
    "pdb application/octet",
    "xml application/octet",
    "md application/octet",
  ];
  return zip([
    text(
      "_rels/.rels",
      `<?xml version="1.0" encoding="utf-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/${manifest.id}.nuspec" Id="R1" /><Relationship Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="/${core}" Id="R2" /></Relationships>`,
    ),
    text(`${manifest.id}.nuspec`, writeManifest(manifest)),
    ...files,
    text(
      "[Content_Types].xml",
      `<?xml version="1.0" encoding="utf-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.map((line) => `<Default Extension="${line.split(" ")[0]!}" ContentType="${line.split(" ")[1]!}" />`).join("")}</Types>`,
    ),
    text(
      core,
      `<?xml version="1.0" encoding="utf-8"?><coreProperties xmlns="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${xmlText(manifest.authors)}</dc:creator><dc:description>${xmlText(manifest.description)}</dc:description><dc:identifier>${xmlText(manifest.id)}</dc:identifier><version>${xmlText(manifest.version)}</version></coreProperties>`,
    ),
  ]);
}
