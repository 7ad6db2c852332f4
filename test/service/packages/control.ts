import type { Hosting } from "../hosting.ts";
import type { ProjectRecord } from "../types.ts";
import { makePackage, makeSymbolPackage, type PackageSpec } from "./nupkg.ts";
import type { PackageSettings, SymbolFileRecord } from "./records.ts";

export interface PackageMade {
  readonly id: number;
  readonly filename: string;
}

/** How tests steer the package registry. Without `project` the calls are about the service's first project. */
export interface PackageControl {
  /** Changes settings of the registry, if any; answers with all of them. */
  packageSettings(change?: Partial<PackageSettings>): Promise<PackageSettings>;
  /** Packs and publishes a package as alice, with its symbols when told so. Rejects when the registry refuses it. */
  addPackage(
    spec: PackageSpec,
    options?: { readonly project?: string; readonly symbols?: boolean },
  ): Promise<PackageMade>;
  /** What symbol files can be asked for, and by which keys. */
  symbolFiles(project?: string): Promise<Pick<SymbolFileRecord, "name" | "signature" | "checksum">[]>;
}

export function packageControl(
  { packages, state }: Hosting,
  projectAt: (path: string | undefined) => ProjectRecord,
): PackageControl {
  return {
    packageSettings: (change = {}) => Promise.resolve({ ...Object.assign(packages.settings, change) }),
    async addPackage(spec, options = {}) {
      const creator = state.userNamed("alice");
      if (!creator) throw new Error("There is no user alice.");
      const project = projectAt(options.project);
      const { id, filename } = packages.publish(project, creator, makePackage(spec));
      if (options.symbols === true) packages.publishSymbols(project, makeSymbolPackage(spec));
      state.changed();
      return Promise.resolve({ id, filename });
    },
    symbolFiles: (project) =>
      Promise.resolve(
        packages
          .symbolPackages([projectAt(project)])
          .flatMap(({ symbols }) => symbols.map(({ name, signature, checksum }) => ({ name, signature, checksum }))),
      ),
  };
}
