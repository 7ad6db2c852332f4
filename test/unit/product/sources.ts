/** What the checks of the whole repository read. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/root.ts";

export const read = (file: string): string => readFileSync(join(root, file), "utf8");
export const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();
/** Every file of `src` with its text. */
export const sources = (): Map<string, string> => new Map(files("src/**/*.ts").map((file) => [file, read(file)]));

export interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group: string;
}
export interface View {
  readonly id: string;
  readonly name: string;
  readonly visibility?: string;
  readonly initialSize?: number;
  readonly when?: string;
}
export interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly extensionKind: readonly string[];
  readonly enabledApiProposals?: unknown;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly views: Readonly<Record<string, readonly View[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly when: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly { readonly media: { readonly image: string } }[] }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, { readonly order: number }>>;
    }[];
  };
}
export const manifest = JSON.parse(read("package.json")) as Manifest;
export const { commands, menus, views, viewsWelcome } = manifest.contributes;
/** The texts of `package.nls.json`. */
export const texts = JSON.parse(read("package.nls.json")) as Readonly<Record<string, string>>;
/** Resolves a `%key%` of the manifest. */
export const textOf = (key: string): string => texts[key.replaceAll("%", "")] ?? key;
export const titles: ReadonlyMap<string, string> = new Map(
  commands.map(({ command, title }) => [command, textOf(title)]),
);
