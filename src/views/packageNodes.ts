import type { Package, PackageDependencyGroup, PackageMetadata, SearchResultPackage } from "../api/resources/packagesV3.ts";
import type { PackageRef, ProjectScope } from "../refs.ts";
import { compareVersions } from "./versionOrder.ts";

/** Is a PackageRef, for commands. */
export interface PackageNode extends PackageRef {
  readonly kind: "package";
  readonly found: SearchResultPackage;
}

/** Is a PackageRef, for commands. */
export interface VersionNode extends PackageRef {
  readonly kind: "version";
  readonly version: string;
  readonly entry: Package;
}

/** The dependencies for one framework. */
export interface FrameworkNode extends ProjectScope {
  readonly kind: "framework";
  readonly below: string;
  readonly framework: string | undefined;
  readonly group: PackageDependencyGroup;
}

export interface DependencyNode extends ProjectScope {
  readonly kind: "dependency";
  readonly below: string;
  readonly name: string;
  readonly range: string | undefined;
}

export type PackagesNode = PackageNode | VersionNode | FrameworkNode | DependencyNode;

/** Row ids are paths of names, which hosts compare without case. */
export const packageId = ({ instance, project, packageName }: PackageRef): string => `${instance} ${project}/packages/${encodeURIComponent(packageName.toLowerCase())}`;
export const versionId = (node: VersionNode): string => `${packageId(node)}/${encodeURIComponent(node.version)}`;
export const frameworkId = ({ below, framework }: FrameworkNode): string => `${below}/${encodeURIComponent(framework ?? "any")}`;
export const dependencyId = ({ below, name }: DependencyNode): string => `${below}/${encodeURIComponent(name)}`;

/** The versions of a package, newest first. */
export function versionNodes({ instance, project, packageName }: PackageNode, metadata: PackageMetadata): VersionNode[] {
  const entries = metadata.items.flatMap((page) => page.items.map(({ catalogEntry }) => catalogEntry));
  const nodes = entries.map((entry): VersionNode => ({ kind: "version", instance, project, packageName, version: entry.version, entry }));
  return nodes.sort((a, b) => compareVersions(b.version, a.version));
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** What a version depends on: by framework where it tells several apart. */
export function dependencyRows(node: VersionNode): (FrameworkNode | DependencyNode)[] {
  const { instance, project, entry } = node;
  const below = versionId(node);
  const groups = (entry.dependencyGroups ?? []).filter((group) => text(group.targetFramework) !== undefined || dependencies({ instance, project }, below, group).length > 0);
  const [only, ...others] = groups;
  if (only && others.length === 0 && text(only.targetFramework) === undefined) return dependencies({ instance, project }, below, only);
  return groups.map((group) => ({ kind: "framework", instance, project, below, framework: text(group.targetFramework), group }));
}

/** The dependencies of a group; those without a name are none. */
export function dependencies({ instance, project }: ProjectScope, below: string, group: PackageDependencyGroup): DependencyNode[] {
  return (group.dependencies ?? []).flatMap(({ id, range }) => {
    const name = text(id);
    return name === undefined ? [] : [{ kind: "dependency" as const, instance, project, below, name, range: text(range) }];
  });
}
