import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/root.ts";

/** Returns the settings of package.json, of all groups, by their IDs. @typeParam S the fields that are looked at */
export function settingSchemas<S>(): Readonly<Record<string, S>> {
  const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly contributes: {
      readonly configuration: readonly { readonly properties: Readonly<Record<string, S>> }[];
    };
  };
  return Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Record<string, S>;
}
