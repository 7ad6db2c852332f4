import type { SshKey } from "../../../api/resources/userTypes.ts";
import { isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";

/** A key of the current user, as commands receive it. Keys belong to an account, not to a project. */
export interface SshKeyRef {
  readonly instance: string;
  readonly key: Pick<SshKey, "id" | "title"> & Partial<SshKey>;
}

export const isSshKeyRef = (value: unknown): value is SshKeyRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["key"]) &&
  typeof value["key"]["id"] === "number" &&
  typeof value["key"]["title"] === "string";

export const sshKeyArgs: ArgumentParser<[key?: SshKeyRef]> = ([value]) => (isSshKeyRef(value) ? [value] : []);
