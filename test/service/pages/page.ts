import { html, type Reply } from "../http/reply.ts";

/** Text made safe for HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Hole = string | number | Markup | readonly Markup[] | undefined;

/** Template tag: every hole is escaped unless it is markup already. */
export function markup(parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  let text = parts[0]!;
  holes.forEach((hole, index) => {
    text += show(hole) + parts[index + 1]!;
  });
  return new Markup(text);
}

function show(hole: Hole): string {
  if (hole === undefined) return "";
  if (hole instanceof Markup) return hole.text;
  if (typeof hole === "object") return hole.map((item) => item.text).join("");
  return String(hole).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The way from a page up to the instance's root, such as `../../`. Links are relative because browser VS Code
 * serves the whole service below `/proxy/<port>/`, where an absolute path leads astray.
 */
export function upFrom(path: string): string {
  return "../".repeat(Math.max(0, path.split("/").length - 2)) || "./";
}

const STYLE = new Markup(
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1f1e24;background:#fbfafd}header{background:#171321;color:#fff;padding:.7rem 1.5rem}header a{color:#fff}main{max-width:46rem;margin:2rem auto;padding:0 1.5rem}label{display:block;margin:.8rem 0 .2rem}input{font:inherit;padding:.4rem;width:18rem}button{font:inherit;padding:.5rem 1.2rem;margin:1rem .6rem 0 0;cursor:pointer}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dcdcde}pre{background:#1f1e24;color:#ececef;padding:1rem;overflow:auto}.error{color:#a31700}",
);

export interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export function page(path: string, title: string, main: Markup, options: PageOptions = {}): Reply {
  const document = markup`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><header><a href="${upFrom(path)}">Local hosting service</a></header>
<main><h1>${title}</h1>
${main}
</main></body></html>
`;
  return html(document.text, options.status ?? 200, options.headers);
}
