/** The page of settings in the documentation, written by `npm run contributions`. */
import type { JsonSchema } from "../src/core/base/jsonSchema.ts";
import { settingGroups, settings } from "../src/core/settings.ts";

/** Returns the page, with a table for each group of the Settings editor. */
export function settingsPage(): string {
  const groups = Object.entries(settingGroups).map(([group, title]) => {
    const rows = Object.entries(settings).filter(([, setting]) => setting.group === group);
    return [
      `## ${title}`,
      "",
      "| setting | default | |",
      "|---|---|---|",
      ...rows.map(([id, setting]) => row(id, setting)),
    ];
  });
  return [
    "<!-- Written by npm run contributions, from src/core/settings.ts. -->",
    "",
    "# Settings",
    "",
    "Settings marked with * are ignored in workspace settings.",
    "",
    ...groups.flatMap((lines) => [...lines, ""]),
  ].join("\n");
}

function row(id: string, setting: JsonSchema & { readonly default: unknown; readonly scope?: string }): string {
  const { description, markdownDescription, scope } = setting;
  const words = plain(markdownDescription ?? description ?? "");
  const values = enumOf(setting).map(([value, meaning]) => `\`${value}\`: ${plain(meaning)}`);
  const cells = [
    `\`${id}\`${scope === "machine" ? " *" : ""}`,
    `\`${JSON.stringify(setting.default)}\``,
    [words, ...values].join("<br>"),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

const enumOf = ({ enum: values }: JsonSchema): readonly (readonly [string, string])[] =>
  values === undefined || Array.isArray(values) ? [] : Object.entries(values as Readonly<Record<string, string>>);

/** Links that only the Settings editor follows become plain words. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\(command:[^)]*\)/g, "**$1**").replaceAll(/`#([\w.]+)#`/g, "`$1`");
