import { randomUUID } from "node:crypto";
import type { ProtectedBranch } from "../../../src/api/resources/protectedBranches.ts";
import { type Context, once } from "../context.ts";

/** Rules of the project for branches that nobody has. */
export const protectedBranches = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  const newName = (): string => `contract-${randomUUID()}/*`;
  const make = (): Promise<ProtectedBranch> => client.protectedBranches.create(project, { name: newName() });
  return {
    project,
    sameProject: on.project.path,
    newName,
    /** There are two at least. */
    rule: once(async () => {
      await make();
      return (await make()).name;
    }),
    /** To be changed or taken away. */
    spare: make,
    user: once(async () => (await client.users.current()).id),
    /** What a call has made does not stay. */
    passing: async <T extends { readonly name: string }>(made: Promise<T>): Promise<T> => {
      const result = await made;
      await client.protectedBranches.delete(project, result.name);
      return result;
    },
  };
};
