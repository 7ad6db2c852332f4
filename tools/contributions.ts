/**
 * `npm run contributions`: writes commands, menus, views, welcome texts, the walkthrough and settings into package.json, and their texts into
 * package.nls.json, from the `commands.ts` of every feature and the tables of views and settings; and the list of features into
 * CONTRIBUTING.md, from the docstrings in each `feature.ts`; and docs/settings.md. The rest of these files is written by hand and stays.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { WALKTHROUGH_ID } from "../src/core/base/extensionIds.ts";
import type { JsonSchema } from "../src/core/base/jsonSchema.ts";
import type { CommandTable } from "../src/core/commands/entries.ts";
import { type MenuEntry, SUBMENUS } from "../src/core/commands/menus.ts";
import type { KeyArgument } from "../src/core/commands/register.ts";
import { onOne, ready } from "../src/core/commands/when.ts";
import { type Setting, settingGroups, settings } from "../src/core/settings.ts";
import type { firstViews, firstViewSize, optionalViews, viewIcons, viewTitles } from "../src/core/viewLooks.ts";
import type { VIEWS } from "../src/core/views.ts";
import { walkthroughDescription, walkthroughSteps, walkthroughTitle } from "../src/core/walkthrough.ts";
import type { stateWelcome, viewWelcome } from "../src/core/welcome.ts";
import type { AgentTool } from "../src/features/agents/tool.ts";
import { addresses } from "./project.ts";
import { root } from "./root.ts";
import { settingsPage } from "./settingsPage.ts";

/** The tables that are read. */
interface Sources {
  readonly tables: Readonly<Record<string, CommandTable<never>>>;
  readonly areas: Readonly<Record<string, readonly string[]>>;
  readonly tools: Readonly<Record<string, AgentTool>>;
  readonly VIEWS: typeof VIEWS;
  readonly viewTitles: typeof viewTitles;
  readonly viewIcons: typeof viewIcons;
  readonly firstViews: typeof firstViews;
  readonly firstViewSize: typeof firstViewSize;
  readonly optionalViews: typeof optionalViews;
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
const made = /^(command|view|welcome|walkthrough|setting|tool)\./;

/** Features, in the order of their commands in package.json. */
const featureNames = [
  "account",
  "pipelines",
  "jobs",
  "diagnosis",
  "mergeRequests",
  "coverage",
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
  "agents",
] as const;

/**
 * Reads the tables of all features. Takes about a second: their code is bundled and loaded with a `vscode` that does nothing.
 * @throws Error for a feature that is not listed
 */
export async function readSources(): Promise<Sources> {
  const listed: readonly string[] = featureNames;
  const others = readdirSync(join(root, "src/features")).filter((name) => !listed.includes(name));
  if (others.length > 0) throw new Error(`Add to featureNames in tools/contributions.ts: ${others.join(", ")}`);
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
export { tools } from "./src/features/agents/tools.ts";
export const areas = { ${featureNames.map((name) => `${name}: ${name}Feature.commands`).join(", ")} };
export { VIEWS } from "./src/core/views.ts";
export { viewTitles, viewIcons, firstViews, firstViewSize, optionalViews } from "./src/core/viewLooks.ts";
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
  Readonly<Record<"package.json" | "package.nls.json" | "CONTRIBUTING.md" | "docs/settings.md", string>>
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
  const commands = entries.map(([command, { title, shortTitle, icon }]) => ({
    command,
    title: text(`command.${command.replace("forgeline.", "")}`, title),
    ...(shortTitle !== undefined && {
      shortTitle: text(`command.${command.replace("forgeline.", "")}.short`, shortTitle),
    }),
    category: "Forgeline",
    ...(icon !== undefined && { icon: `$(${icon})` }),
  }));
  const menus: Record<string, Json[]> = {
    commandPalette: entries.flatMap(([command, { palette = ready }]) =>
      palette === "always" ? [] : [{ command, when: palette === "never" ? "false" : palette }],
    ),
  };
  for (const [command, { menus: places = [], many = false }] of entries)
    for (const { menu, group, when } of places)
      (menus[menu] ??= []).push({
        command,
        // Icons act on their own row, whatever is selected.
        when: menu === "view/item/context" && !many && !group.startsWith("inline@") ? `${when} && ${onOne}` : when,
        group,
      });
  for (const [submenu, places] of Object.entries(SUBMENUS))
    for (const [menu, group] of Object.entries(places)) (menus[menu] ??= []).push({ submenu, group });
  // VS Code takes the last binding that applies, so those of views come after the general one.
  const keybindings = entries.flatMap(([command, { key, palette = ready, menus: places = [] }]) => {
    if (key === undefined) return [];
    const chord = { command, key: `ctrl+k alt+${key}`, mac: `cmd+k alt+${key}` };
    const inRows = viewsWithRows(places).map((focusedView) => ({
      ...chord,
      when: `${palette} && focusedView == ${focusedView}`,
      args: { focusedView } satisfies KeyArgument,
    }));
    return [{ ...chord, when: palette }, ...inRows];
  });
  const generated = {
    commands,
    keybindings,
    submenus: Object.keys(SUBMENUS).map((id) => ({ id, label: "Forgeline" })),
    menus,
    views: { forgeline: viewsOf(sources, text) },
    viewsWelcome: welcomeOf(sources, text),
    walkthroughs: [walkthroughOf(text)],
    languageModelTools: Object.entries(sources.tools).map(([name, tool]) => toolOf(name, tool, text)),
    mcpServerDefinitionProviders: [{ id: "forgeline", label: "Forgeline" }],
    configuration: Object.entries(settingGroups).map(([group, title]) => ({
      title: text(`settings.${group}`, title),
      properties: settingsOf(group, text),
    })),
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
    "docs/settings.md": settingsPage(),
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

/** Returns the IDs of the views that have a command in the menu of rows. */
function viewsWithRows(places: readonly MenuEntry[]): string[] {
  const clauses = places.filter(({ menu }) => menu === "view/item/context").map(({ when }): string => when);
  return [
    ...new Set(
      clauses.flatMap((when) => {
        const [, one, names = ""] = /^view (?:== (\S+)|=~ \/\^forgeline\\\.\(([^)]*)\)\$\/)/.exec(when) ?? [];
        return one === undefined ? names.split("|").map((name) => `forgeline.${name}`) : [one];
      }),
    ),
  ];
}

function settingsOf(wanted: string, text: (key: string, value: string) => string): Json {
  return Object.fromEntries(
    Object.entries<Setting>(settings)
      .filter(([, { group }]) => group === wanted)
      .map(([id, { restricted: _restricted, group: _group, ...schema }], order) => [
        id,
        { ...withKeys(schema, id.replace("forgeline.", "setting."), text), order },
      ]),
  );
}

/** Returns a schema with its texts replaced by their keys in package.nls.json, which are the path of each property. */
function withKeys(schema: JsonSchema, key: string, text: (key: string, value: string) => string): Json {
  const {
    description,
    markdownDescription,
    patternErrorMessage,
    errorMessage,
    enum: values,
    defaultSnippets,
    items,
  } = schema;
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
    ...(errorMessage !== undefined && { errorMessage: text(`${key}.error`, errorMessage) }),
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

function toolOf(name: string, tool: AgentTool, text: (key: string, value: string) => string): Json {
  const key = `tool.${name.replace("forgeline_", "")}`;
  return {
    name,
    displayName: text(key, tool.title),
    userDescription: text(`${key}.description`, tool.userDescription),
    modelDescription: tool.modelDescription,
    toolReferenceName: tool.reference,
    canBeReferencedInPrompt: true,
    icon: `$(${tool.icon})`,
    tags: ["forgeline", "gitlab", "ci"],
    when: ready,
    inputSchema: tool.input,
  };
}

function viewsOf(sources: Sources, text: (key: string, value: string) => string): Json[] {
  const optional: readonly string[] = sources.optionalViews;
  const first: readonly string[] = sources.firstViews;
  return Object.entries(sources.VIEWS).map(([key, id], at) => {
    const name = key as keyof typeof VIEWS;
    // Without a project and an account the first view alone is shown, with a welcome.
    const conditions = [
      ...(at > 0 ? ["forgeline.state == 'ready'"] : []),
      ...(optional.includes(name) ? [`!(forgeline.absentViews =~ /\\b${name}\\b/)`] : []),
      ...(name === "administration" ? ["forgeline.administrator"] : []),
    ];
    return {
      id,
      name: text(`view.${name}`, sources.viewTitles[name]),
      icon: `$(${sources.viewIcons[name]})`,
      contextualTitle: "Forgeline",
      ...(at === 0
        ? { initialSize: sources.firstViewSize }
        : { visibility: first.includes(name) ? "collapsed" : "hidden", when: conditions.join(" && ") }),
    };
  });
}

function welcomeOf(
  { VIEWS: ids, stateWelcome: states, viewWelcome: own }: Sources,
  text: (key: string, value: string) => string,
): Json[] {
  return [
    ...Object.entries(states).map(([state, lines]) => ({
      view: ids.pipelines,
      contents: text(`welcome.${state}`, lines.join("\n")),
      when: `forgeline.state == '${state}'`,
    })),
    ...own.map(({ view, when, name, lines }) => ({
      view: ids[view],
      contents: text(`welcome.${name}`, lines.join("\n")),
      when,
    })),
  ];
}

function walkthroughOf(text: (key: string, value: string) => string): Json {
  return {
    id: WALKTHROUGH_ID,
    title: text("walkthrough.title", walkthroughTitle),
    description: text("walkthrough.description", walkthroughDescription),
    steps: walkthroughSteps.map(({ id, title, lines, picture, alt, done }) => ({
      id,
      title: text(`walkthrough.${id}.title`, title),
      description: text(`walkthrough.${id}`, lines.join("\n")),
      media: { image: `media/walkthrough/${picture}`, altText: text(`walkthrough.${id}.picture`, alt) },
      completionEvents: done,
    })),
  };
}

if (import.meta.main) {
  for (const [file, content] of Object.entries(await contributions())) {
    writeFileSync(join(root, file), content);
    console.log(`wrote ${file}`);
  }
}
