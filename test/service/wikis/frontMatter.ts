import { parse } from "yaml";

/** The fields that a page begins with between two lines `---`; none when there are none or they cannot be read. */
export function frontMatter(content: string): Record<string, unknown> {
  const text = /^---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(content)?.[1];
  if (text === undefined) return {};
  try {
    const value: unknown = parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
