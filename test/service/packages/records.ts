import type { Manifest } from "./manifest.ts";

/** One published version of a package. */
export interface PackageRecord {
  readonly id: number;
  readonly projectId: number;
  readonly manifest: Manifest;
  readonly filename: string;
  readonly file: string;
  readonly size: number;
  readonly publishedAt: number;
  readonly creatorId: number;
  downloads: number;
}

/** A symbol package; it stays when its package is not published yet, as packers may send either first. */
export interface SymbolPackageRecord {
  readonly projectId: number;
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly file: string;
  readonly symbols: readonly SymbolFileRecord[];
}

export interface SymbolFileRecord {
  /** `Station.Units.pdb` */
  readonly name: string;
  readonly signature: string;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
  readonly file: string;
}

/** What an administrator may set about the package registry. */
export interface PackageSettings {
  /** Uploads above this many bytes are refused. */
  maxBytes: number;
  /** A version may be published again. Real hosts let the administrator choose; refusing is what shows a client's second attempt. */
  duplicates: boolean;
  /** Symbol files are served. */
  symbolServer: boolean;
  /** Which downloads are sent to the storage at another origin; real hosts never send packages there. */
  redirect: "none" | "symbols" | "all";
}

/** An upload that the registry refuses, with the status and text of the answer. */
export class PackageRefused extends Error {
  readonly status: 400 | 409;

  constructor(status: 400 | 409, text: string) {
    super(text);
    this.name = "PackageRefused";
    this.status = status;
  }
}
