/** The enumerations of VS Code, read from its declarations. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const declarations = readFileSync(createRequire(import.meta.url).resolve("@types/vscode/index.d.ts"), "utf8");

/** Each enumeration by its name, with its members' values, and with its members by their values. */
export const enums: Readonly<Record<string, Readonly<Record<string, number | string>>>> = Object.fromEntries(
  [...declarations.matchAll(/^\texport enum (\w+) \{(.*?)^\t\}/gms)].map(([, name = "", body = ""]) => {
    let last = -1;
    const members = [...body.replace(/\/\*.*?\*\//gs, "").matchAll(/(\w+)(?:\s*=\s*(-?\d+))?\s*(?:,|$)/gm)];
    const values = members.map(
      ([, member = "", value]) => [member, (last = value === undefined ? last + 1 : Number(value))] as const,
    );
    return [name, Object.fromEntries([...values, ...values.map(([member, value]) => [value, member] as const)])];
  }),
);

/** Names of everything that the module `vscode` exports. */
export const exportedNames: readonly string[] = [
  ...new Set(
    [...declarations.matchAll(/^\t(?:export )?(?:enum|class|namespace|const) (\w+)/gm)].map(([, name = ""]) => name),
  ),
];
