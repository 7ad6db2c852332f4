/**
 * Writes what follows from the contract: the list of its ids as a type, and the table in docs/operations.md that says which file each
 * operation is in. `npm run contract:table` after a change; a contract test fails when one of them is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "../test/contract/contract.ts";
import { readWireTypes, root, type WireTypes } from "../test/contract/wireTypes.ts";

const markers = ["<!-- operations: npm run contract:table -->", "<!-- /operations -->"] as const;

/** The files and what they should hold now. */
export function generated(wire: WireTypes): readonly { readonly path: string; readonly text: string }[] {
  const page = join(root, "docs/operations.md");
  const [before, , after] = readFileSync(page, "utf8").split(new RegExp(markers.join("|")));
  if (before === undefined || after === undefined)
    throw new Error(`docs/operations.md has not both of ${markers.join(" and ")}`);
  return [
    { path: join(root, "contract/endpointIds.ts"), text: idList() },
    { path: page, text: `${before}${markers[0]}\n\n${table(wire)}\n\n${markers[1]}${after}` },
  ];
}

function idList(): string {
  return `/** The ids of the contract, as a type: \`npm run contract:table\` writes this file from contract/endpoints.json. */
export const endpointIds = [
${endpoints.map(({ id }) => `  ${JSON.stringify(id)},`).join("\n")}
] as const;

export type EndpointId = (typeof endpointIds)[number];
`;
}

function table(wire: WireTypes): string {
  const rows = endpoints.flatMap(({ id, method, root: below, fullPaths }) => {
    const file = wire.fileOf(id);
    const routes = fullPaths.map(({ path }) => `\`${method} ${below === "api" ? "" : "(base)"}${path}\``).join("<br>");
    return file === undefined ? [] : [`| \`${id}\` | ${routes} | \`${file}\` |`];
  });
  return ["| operation | routes below `/api/v4` | file |", "|---|---|---|", ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of generated(readWireTypes())) writeFileSync(path, text);
}
