/**
 * `npm run contributions`: writes commands, menus, views, welcome texts and settings into package.json, and their texts into
 * package.nls.json, from the `commands.ts` of every feature and the tables of views and settings; and the list of features into
 * CONTRIBUTING.md, from the docstrings in each `feature.ts`. The rest of these files is written by hand and stays.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import type { JsonSchema } from "../../src/core/base/jsonSchema.ts";
import type { CommandTable } from "../../src/core/commands/entries.ts";
import { type Setting, settings } from "../../src/core/settings.ts";
import type { viewTitles, VIEWS } from "../../src/core/views.ts";
import type { stateWelcome, viewWelcome } from "../../src/core/welcome.ts";
import { addresses } from "./project.ts";
import { root } from "./testReport.ts";

/** The tables that are read. */
interface Sources {
  readonly tables: Readonly<Record<string, CommandTable<never>>>;
  readonly areas: Readonly<Record<string, readonly string[]>>;
  readonly VIEWS: typeof VIEWS;
  readonly viewTitles: typeof viewTitles;
  readonly stateWelcome: typeof stateWelcome;
  readonly viewWelcome: typeof viewWelcome;
}

type Json = Readonly<Record<string, unknown>>;

/** The contents of the two files. */
export interface Contributions {
  readonly manifest: Json & {
    readonly capabilities: Json & { readonly untrustedWorkspaces: Json };
    readonly contributes: Json;
  };
  readonly texts: Readonly<Record<string, string>>;
}

/** Keys of the texts in package.nls.json that are generated. */
const made = /^(command|view|welcome|setting)\./;

/** Features, in the order of their commands in package.json. */
const featureNames = [
  "account",
  "pipelines",
  "jobs",
  "mergeRequests",
  "repository",
  "packages",
  "wiki",
  "snippets",
  "milestones",
  "people",
  "projectSettings",
  "vulnerabilities",
  "administration",
  "apiConsole",
  "ci",
] as const;

/**
 * Reads the tables of all features. Takes about a second: their code is bundled and loaded with a `vscode` that does nothing.
 * @throws Error for a feature that is not listed
 */
export async function readSources(): Promise<Sources> {
  const listed: readonly string[] = featureNames;
  const others = readdirSync(join(root, "src/features")).filter((name) => !listed.includes(name));
  if (others.length > 0) throw new Error(`Add to featureNames in test/support/contributions.ts: ${others.join(", ")}`);
  const features = featureNames.map(
    (name) => `import { commands as ${name} } from "./src/features/${name}/commands.ts";
import { ${name} as ${name}Feature } from "./src/features/${name}/feature.ts";`,
  );
  const file = join(root, "out", `contributions-${process.pid}.cjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: {
      resolveDir: root,
      contents: `${features.join("\n")}
export const tables = { ${featureNames.join(", ")} };
export const areas = { ${featureNames.map((name) => `${name}: ${name}Feature.commands`).join(", ")} };
export { VIEWS, viewTitles } from "./src/core/views.ts";
export { stateWelcome, viewWelcome } from "./src/core/welcome.ts";`,
    },
    bundle: true,
    outfile: file,
    format: "cjs",
    platform: "node",
    target: "node22",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "editor",
        setup(build) {
          build.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "editor" }));
          build.onLoad({ filter: /.*/, namespace: "editor" }, () => ({
            contents:
              "const any = new Proxy(function () {}, { get: (_, key) => (key === 'prototype' ? {} : any), apply: () => any, construct: () => any }); module.exports = Object.create(any);",
          }));
        },
      },
    ],
  });
  try {
    return ((await import(pathToFileURL(file).href)) as { readonly default: Sources }).default;
  } finally {
    await rm(file, { force: true });
  }
}

/** Returns the files with their generated parts. */
export async function contributions(): Promise<
  Readonly<Record<"package.json" | "package.nls.json" | "CONTRIBUTING.md", string>>
> {
  const read = (name: string): Json => JSON.parse(readFileSync(join(root, name), "utf8")) as Json;
  const manifest = read("package.json") as Contributions["manifest"];
  const texts = Object.fromEntries(Object.entries(read("package.nls.json")).filter(([key]) => !made.test(key)));
  const sources = await readSources();
  const text = (key: string, value: string): string => {
    texts[key] = value;
    return `%${key}%`;
  };
  const entries = Object.values(sources.tables).flatMap((table) => Object.entries(table));
  const commands = entries.map(([command, { title, icon }]) => ({
    command,
    title: text(`command.${command.replace("forgeline.", "")}`, title),
    category: "Forgeline",
    ...(icon !== undefined && { icon: `$(${icon})` }),
  }));
  const menus: Record<string, Json[]> = {
    commandPalette: entries.flatMap(([command, { palette }]) =>
      palette === undefined ? [] : [{ command, when: palette === "never" ? "false" : palette }],
    ),
  };
  for (const [command, { menus: places = [] }] of entries)
    for (const { menu, group, when } of places) (menus[menu] ??= []).push({ command, when, group });
  const generated = {
    commands,
    menus,
    views: { forgeline: viewsOf(sources, text) },
    viewsWelcome: welcomeOf(sources, text),
    configuration: { title: "Forgeline", properties: settingsOf(text) },
  };
  const { capabilities } = manifest;
  const untrustedWorkspaces = {
    ...capabilities.untrustedWorkspaces,
    restrictedConfigurations: Object.entries(settings).flatMap(([id, setting]) => ("restricted" in setting ? id : [])),
  };
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
  return {
    "package.json": json({
      ...manifest,
      ...addresses,
      capabilities: { ...capabilities, untrustedWorkspaces },
      contributes: { ...manifest.contributes, ...generated },
    }),
    "package.nls.json": json(texts),
    "CONTRIBUTING.md": guide(),
  };
}

/** Returns CONTRIBUTING.md with the list of features, from the docstring of each `feature.ts`. @throws Error for one without a docstring */
function guide(): string {
  const markers = ["<!-- features: npm run contributions -->", "<!-- /features -->"] as const;
  const lines = readdirSync(join(root, "src/features"))
    .sort()
    .map((name) => {
      const source = readFileSync(join(root, "src/features", name, "feature.ts"), "utf8");
      const says = new RegExp(`/\\*\\* ((?:(?!\\*/)[\\s\\S])*?) \\*/\\nexport const ${name}: Feature`).exec(
        source,
      )?.[1];
      if (says === undefined) throw new Error(`src/features/${name}/feature.ts does not say what the feature is`);
      return `| \`${name}/\` | ${says} |`;
    });
  const [before = "", , after = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split(
    new RegExp(markers.join("|")),
  );
  const table = ["| `src/features/` | |", "|---|---|", ...lines].join("\n");
  return `${before}${markers[0]}\n\n${table}\n\n${markers[1]}${after}`;
}

function settingsOf(text: (key: string, value: string) => string): Json {
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([id, { restricted: _restricted, ...schema }]) => [
      id,
      withKeys(schema, id.replace("forgeline.", "setting."), text),
    ]),
  );
}

/** Returns a schema with its texts replaced by their keys in package.nls.json, which are the path of each property. */
function withKeys(schema: JsonSchema, key: string, text: (key: string, value: string) => string): Json {
  const { description, markdownDescription, patternErrorMessage, enum: values, defaultSnippets, items } = schema;
  const { markdownDeprecationMessage: deprecation } = schema;
  return {
    ...schema,
    ...(description !== undefined && { description: text(key, description) }),
    ...(markdownDescription !== undefined && { markdownDescription: text(key, markdownDescription) }),
    ...(deprecation !== undefined && { markdownDeprecationMessage: text(`${key}.deprecated`, deprecation) }),
    ...(patternErrorMessage !== undefined && { patternErrorMessage: text(`${key}.error`, patternErrorMessage) }),
    ...(defaultSnippets && {
      defaultSnippets: defaultSnippets.map(({ label, body }) => ({ label: text(`${key}.snippet`, label), body })),
    }),
    ...(values &&
      !Array.isArray(values) && {
        enum: Object.keys(values),
        enumDescriptions: Object.entries(values).map(([value, words]) => text(`${key}.${value}`, words)),
      }),
    ...(items && { items: withKeys(items, key, text) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, one]) => [name, withKeys(one, `${key}.${name}`, text)]),
      ),
    }),
  };
}

function viewsOf({ VIEWS: ids, viewTitles: titles }: Sources, text: (key: string, value: string) => string): Json[] {
  return Object.entries(ids).map(([name, id], at) => ({
    id,
    name: text(`view.${name}`, titles[name as keyof typeof titles]),
    icon: "media/forgeline.svg",
    contextualTitle: "Forgeline",
    ...(at > 0 && { visibility: "collapsed" }),
    ...(name === "administration" && { when: "forgeline.administrator" }),
  }));
}

function welcomeOf(
  { VIEWS: ids, stateWelcome: states, viewWelcome: own }: Sources,
  text: (key: string, value: string) => string,
): Json[] {
  // The Administration view is shown only with a project and an account.
  const views = Object.entries(ids).filter(([name]) => name !== "administration");
  return [
    ...Object.entries(states).flatMap(([state, lines]) =>
      views.map(([, view]) => ({
        view,
        contents: text(`welcome.${state}`, lines.join("\n")),
        when: `forgeline.state == '${state}'`,
      })),
    ),
    ...own.map(({ view, when, name, lines }) => ({
      view: ids[view],
      contents: text(`welcome.${name}`, lines.join("\n")),
      when,
    })),
  ];
}

if (import.meta.main) {
  for (const [file, content] of Object.entries(await contributions())) {
    writeFileSync(join(root, file), content);
    console.log(`wrote ${file}`);
  }
}
