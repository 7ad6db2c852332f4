import type { AttributedKind } from "../../../api/resources/customAttributes.ts";
import type { Memory } from "../../../core/base/memory.ts";
import type { AttributesRef } from "./refs.ts";

type Owner = AttributesRef["owner"];

const kinds: readonly AttributedKind[] = ["users", "groups", "projects"];

const maxOwners = 20;

/** Stores the added owners of an instance in workspaceState, newest first. */
export function keptOwners(memory: Memory, instance: string) {
  const key = `forgeline.attributeOwners:${instance}`;
  const read = (): readonly Owner[] => {
    const kept = memory.get(key);
    return Array.isArray(kept) ? kept.flatMap(toOwner) : [];
  };
  const without = ({ kind, name }: Owner): Owner[] =>
    read().filter((one) => one.kind !== kind || one.name.toLowerCase() !== name.toLowerCase());
  const write = async (owners: readonly Owner[]): Promise<void> => {
    await memory.update(key, owners.length === 0 ? undefined : owners);
  };
  return {
    read,
    add: ({ kind, name, id }: Owner) =>
      write([{ kind, name, ...(id !== undefined && { id }) }, ...without({ kind, name })].slice(0, maxOwners)),
    remove: (owner: Owner) => write(without(owner)),
  };
}

function toOwner(kept: unknown): Owner[] {
  if (typeof kept !== "object" || kept === null) return [];
  const { kind, name, id } = kept as Readonly<Record<string, unknown>>;
  const known = kinds.find((one) => one === kind);
  if (known === undefined || typeof name !== "string" || name === "") return [];
  return [{ kind: known, name, ...(typeof id === "number" && Number.isSafeInteger(id) && { id }) }];
}
