import type { TestItem } from "vscode";
import { type ArgumentParser, isObject } from "../../../core/commands/arguments.ts";

/** VS Code hands over the row of the Testing view. */
export const testItemArgs: ArgumentParser<[item?: TestItem]> = ([value]) => (isTestItem(value) ? [value] : []);

export const isTestItem = (value: unknown): value is TestItem =>
  isObject(value) && typeof value["id"] === "string" && isObject(value["children"]);
