import type {
  Package,
  PackageDependencyGroup,
  PackageMetadata,
  PackageMetadataItem,
  SearchResultPackage,
} from "../../api/resources/packagesV3.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { projectOfAddress } from "./nuget/feedAddress.ts";
import type { PackageRef } from "./refs.ts";
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

/** Dependencies for one target framework. */
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

/** The folder of a version's metadata. */
export interface MetadataNode extends ProjectScope {
  readonly kind: "metadata";
  readonly below: string;
  readonly version: VersionNode;
}

/** A field of a version's metadata. */
export interface FactNode extends ProjectScope {
  readonly kind: "fact";
  readonly below: string;
  readonly fact: PackageFact;
  readonly value: string;
}

export type PackagesNode = PackageNode | VersionNode | FrameworkNode | DependencyNode | MetadataNode | FactNode;

/** Row id; lower case, because hosts compare package names without case. */
export const packageId = ({ instance, project, packageName, group }: PackageRef): string =>
  `${instance} ${project}/${group === undefined ? "" : `groups/${group}/`}packages/${encodeURIComponent(packageName.toLowerCase())}`;
/** Row id; with the project, because several projects of a group may have the same version. */
export const versionId = (node: PackageRef & { readonly version: string }): string =>
  `${packageId(node)}/${encodeURIComponent(node.version)}${node.holder === undefined ? "" : `@${node.holder}`}`;
export const frameworkId = ({ below, framework }: FrameworkNode): string =>
  `${below}/${encodeURIComponent(framework ?? "any")}`;
export const dependencyId = ({ below, name }: DependencyNode): string => `${below}/${encodeURIComponent(name)}`;
export const metadataId = ({ below }: MetadataNode): string => `${below}/metadata`;
export const factId = ({ below, fact }: FactNode): string => `${below}/${fact}`;

/** Returns the versions of a package, newest first. */
export function versionNodes(
  { instance, project, packageName, group }: PackageRef,
  metadata: PackageMetadata,
): VersionNode[] {
  const nodes = metadata.items
    .flatMap((page) => page.items)
    .map((item): VersionNode => {
      const { catalogEntry: entry } = item;
      const held = group === undefined ? undefined : holderOf(item);
      return {
        kind: "version",
        instance,
        project,
        packageName,
        version: entry.version,
        entry,
        ...(group !== undefined && { group }),
        ...(held !== undefined && { holder: held }),
      };
    });
  // Row ids are unique by version and project; feeds may list one twice.
  const once = new Map(nodes.map((node) => [versionId(node), node]));
  return [...once.values()].sort((a, b) => compareVersions(b.version, a.version));
}

/** Returns the ID of the project that holds a version, if its addresses contain it. */
export const holderOf = (item: PackageMetadataItem): number | undefined =>
  projectOfAddress(item.packageContent) ??
  projectOfAddress(item.catalogEntry.packageContent) ??
  projectOfAddress(item["@id"]);

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns a version's dependencies, grouped by framework if there are several. */
export function dependencyRows(node: VersionNode): (FrameworkNode | DependencyNode)[] {
  const { instance, project, entry } = node;
  const below = versionId(node);
  const groups = (entry.dependencyGroups ?? []).filter(
    (group) =>
      text(group.targetFramework) !== undefined || dependencies({ instance, project }, below, group).length > 0,
  );
  const [only, ...others] = groups;
  if (only && others.length === 0 && text(only.targetFramework) === undefined)
    return dependencies({ instance, project }, below, only);
  return groups.map((group) => ({
    kind: "framework",
    instance,
    project,
    below,
    framework: text(group.targetFramework),
    group,
  }));
}

/** Returns the dependencies of a group that have a name. */
export function dependencies(
  { instance, project }: ProjectScope,
  below: string,
  group: PackageDependencyGroup,
): DependencyNode[] {
  return (group.dependencies ?? []).flatMap(({ id, range }) => {
    const name = text(id);
    return name === undefined
      ? []
      : [{ kind: "dependency" as const, instance, project, below, name, range: text(range) }];
  });
}

/** Metadata fields in display order; the documents do not list the addresses. */
const packageFacts = [
  "authors",
  "summary",
  "description",
  "tags",
  "published",
  "projectUrl",
  "licenseUrl",
  "packageContent",
  "holder",
] as const;
export type PackageFact = (typeof packageFacts)[number];

export const metadataRow = (version: VersionNode): MetadataNode => ({
  kind: "metadata",
  instance: version.instance,
  project: version.project,
  below: versionId(version),
  version,
});

/** Returns the rows of a version's metadata fields. */
export function factRows(node: MetadataNode): FactNode[] {
  const { instance, project, version } = node;
  const fields: Readonly<Record<string, unknown>> = {
    ...version.entry,
    holder: version.holder === undefined ? undefined : String(version.holder),
  };
  return packageFacts.flatMap((fact) => {
    const value = text(fields[fact]);
    if (value === undefined || (fact === "summary" && value === version.entry.description)) return [];
    return [{ kind: "fact" as const, instance, project, below: metadataId(node), fact, value }];
  });
}
