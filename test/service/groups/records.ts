/** A group of projects, and of other groups: what a project's path starts with. */
export interface GroupRecord {
  readonly id: number;
  /** Full path, such as `demo/weather`. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: "public" | "internal" | "private";
  readonly parentId: number | undefined;
  readonly createdAt: number;
  /** User id to access level, members of the parent groups included. */
  readonly members: Members;
}

/** User id to access level (10 guest … 50 owner). Complete: whoever comes in by a group is in it too. */
export type Members = Map<number, number>;

/** Levels of access (part 3, Protected branch; the others as real hosts have them). */
export const LEVELS = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;

export interface NewGroup {
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly visibility?: GroupRecord["visibility"];
  /** User names; the levels of the sample's people unless told. */
  readonly members?: readonly string[];
}
