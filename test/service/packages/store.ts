import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { readPackage, type ReadPackage } from "./nupkg.ts";
import { symbolKey } from "./portablePdb.ts";
import {
  PackageRefused,
  type PackageRecord,
  type PackageSettings,
  type SymbolFileRecord,
  type SymbolPackageRecord,
} from "./records.ts";
import { compareVersions, normalizedVersion } from "./versions.ts";

/** The packages of all projects: records in memory, files in a folder. Names and versions are the same in any letter case. */
export class PackageStore {
  readonly settings: PackageSettings = {
    maxBytes: 50 * 1024 * 1024,
    duplicates: false,
    symbolServer: true,
    redirect: "none",
  };
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #packages = new Map<number, PackageRecord>();
  #symbolPackages: SymbolPackageRecord[] = [];
  #lastId = 0;
  #lastFile = 0;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
    mkdirSync(folder, { recursive: true });
  }

  /** Takes a .nupkg; name and version are what its manifest says. Throws PackageRefused. */
  publish(project: ProjectRecord, creator: UserRecord, bytes: Buffer, publishedAt = this.#clock.now()): PackageRecord {
    const { manifest } = this.#read(bytes);
    const same = this.version([project], manifest.id, manifest.version);
    if (same && !this.settings.duplicates)
      throw new PackageRefused(409, "A package with the same name and version already exists");
    if (same) this.#forget(same);
    const record: PackageRecord = {
      id: ++this.#lastId,
      projectId: project.id,
      manifest,
      filename: `${manifest.id}.${manifest.version}.nupkg`.toLowerCase(),
      file: this.#keep(bytes, "nupkg"),
      size: bytes.length,
      publishedAt,
      creatorId: creator.id,
      downloads: 0,
    };
    this.#packages.set(record.id, record);
    return record;
  }

  /** Takes a .snupkg with at least one portable .pdb; an earlier one of the same version goes. Throws PackageRefused. */
  publishSymbols(project: ProjectRecord, bytes: Buffer): SymbolPackageRecord {
    const { manifest, entries } = this.#read(bytes);
    const symbols = entries
      .filter(({ path }) => /\.pdb$/i.test(path))
      .map(({ path, content }) => this.#symbolFile(path.slice(path.lastIndexOf("/") + 1), content()));
    if (!manifest.symbols || symbols.length === 0) throw new PackageRefused(400, "invalid symbol package file");
    this.#forgetSymbols(project.id, manifest.id, manifest.version);
    const record: SymbolPackageRecord = {
      projectId: project.id,
      name: manifest.id,
      version: manifest.version,
      filename: `${manifest.id}.${manifest.version}.snupkg`.toLowerCase(),
      file: this.#keep(bytes, "snupkg"),
      symbols,
    };
    this.#symbolPackages.push(record);
    return record;
  }

  /** All versions in these projects, lowest first. */
  versions(projects: readonly ProjectRecord[], name: string): PackageRecord[] {
    return this.all(projects).filter(({ manifest }) => same(manifest.id, name));
  }

  version(projects: readonly ProjectRecord[], name: string, version: string): PackageRecord | undefined {
    return this.versions(projects, name).find(
      ({ manifest }) => normalizedVersion(manifest.version) === normalizedVersion(version),
    );
  }

  /** By name, then version. */
  all(projects: readonly ProjectRecord[]): PackageRecord[] {
    const ids = new Set(projects.map(({ id }) => id));
    const key = ({ manifest }: PackageRecord): string => manifest.id.toLowerCase();
    return [...this.#packages.values()]
      .filter(({ projectId }) => ids.has(projectId))
      .sort((a, b) =>
        key(a) === key(b) ? compareVersions(a.manifest.version, b.manifest.version) : key(a) < key(b) ? -1 : 1,
      );
  }

  symbolPackage(projects: readonly ProjectRecord[], name: string, version: string): SymbolPackageRecord | undefined {
    return this.symbolPackages(projects).find(
      (one) => same(one.name, name) && normalizedVersion(one.version) === normalizedVersion(version),
    );
  }

  symbolPackages(projects: readonly ProjectRecord[]): SymbolPackageRecord[] {
    const ids = new Set(projects.map(({ id }) => id));
    return this.#symbolPackages.filter(({ projectId }) => ids.has(projectId));
  }

  symbol(
    projects: readonly ProjectRecord[],
    name: string,
    signature: string,
    checksum: string,
  ): SymbolFileRecord | undefined {
    const files = this.symbolPackages(projects).flatMap(({ symbols }) => symbols);
    return files.find((one) => same(one.name, name) && same(one.signature, signature) && same(one.checksum, checksum));
  }

  /** With its symbols and their files. */
  remove(record: PackageRecord): void {
    this.#forget(record);
    this.#forgetSymbols(record.projectId, record.manifest.id, record.manifest.version);
  }

  #read(bytes: Buffer): ReadPackage {
    if (bytes.length > this.settings.maxBytes) throw new PackageRefused(400, "400 Bad request - File is too large");
    try {
      return readPackage(bytes);
    } catch (error) {
      throw new PackageRefused(400, error instanceof Error ? error.message : String(error));
    }
  }

  #symbolFile(name: string, bytes: Buffer): SymbolFileRecord {
    const key = symbolKey(bytes);
    if (!key) throw new PackageRefused(400, "Could not find the signature in the symbol file");
    return { name, ...key, file: this.#keep(bytes, "pdb") };
  }

  #forget(record: PackageRecord): void {
    this.#packages.delete(record.id);
    rmSync(record.file, { force: true });
  }

  #forgetSymbols(projectId: number, name: string, version: string): void {
    const gone = this.#symbolPackages.filter(
      (one) =>
        one.projectId === projectId &&
        same(one.name, name) &&
        normalizedVersion(one.version) === normalizedVersion(version),
    );
    this.#symbolPackages = this.#symbolPackages.filter((one) => !gone.includes(one));
    for (const { file, symbols } of gone)
      for (const path of [file, ...symbols.map((symbol) => symbol.file)]) rmSync(path, { force: true });
  }

  /** Names from outside never become names of files. */
  #keep(bytes: Buffer, extension: string): string {
    const file = join(this.#folder, `${++this.#lastFile}.${extension}`);
    writeFileSync(file, bytes);
    return file;
  }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
