import type { User } from "../../api/resources/userTypes.ts";
import { isObject, type ArgumentParser } from "../commands/arguments.ts";

/** Argument of user commands. Users belong to an instance, not to a project. */
export interface UserRef {
  readonly instance: string;
  readonly user: Pick<User, "id" | "username" | "name"> & Partial<User>;
}
export const isUserRef = (value: unknown): value is UserRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["user"]) &&
  typeof value["user"]["id"] === "number" &&
  typeof value["user"]["username"] === "string";

export const userArgs: ArgumentParser<[user?: UserRef]> = ([value]) => (isUserRef(value) ? [value] : []);
