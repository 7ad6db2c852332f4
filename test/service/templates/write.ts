export interface TemplateJob {
  readonly name: string;
  readonly stage?: string;
  readonly script: readonly string[];
  readonly paths?: readonly string[];
  readonly junit?: string;
  readonly manual?: boolean;
  readonly onlyDefault?: boolean;
}

export interface TemplateOutline {
  readonly name: string;
  /** A sentence or two for the head comment. */
  readonly about: string;
  readonly image?: string;
  readonly services?: readonly string[];
  readonly stages?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly cache?: readonly string[];
  readonly before?: readonly string[];
  readonly jobs: readonly TemplateJob[];
}

export interface CiTemplate {
  readonly name: string;
  readonly content: string;
}

const HEAD = "# This file is a template, and might need editing before it works on your project.";

/** The text of a CI template, in the style of those that hosts ship. */
export function writeTemplate(outline: TemplateOutline): CiTemplate {
  const blocks = [
    [HEAD, ...wrap(outline.about)],
    outline.image === undefined ? [] : [`image: ${scalar(outline.image)}`],
    list("services", outline.services),
    list("stages", outline.stages),
    outline.variables ? ["variables:", ...Object.entries(outline.variables).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)] : [],
    outline.cache ? ["cache:", ...indent(list("paths", outline.cache))] : [],
    list("before_script", outline.before),
    ...outline.jobs.map(writeJob),
  ];
  return { name: outline.name, content: `${blocks.filter((block) => block.length > 0).map((block) => block.join("\n")).join("\n\n")}\n` };
}

function writeJob(job: TemplateJob): string[] {
  const artifacts = [...list("paths", job.paths), ...(job.junit === undefined ? [] : ["reports:", `  junit: ${scalar(job.junit)}`])];
  return [
    `${scalar(job.name)}:`,
    ...indent([
      ...(job.stage === undefined ? [] : [`stage: ${job.stage}`]),
      ...list("script", job.script),
      ...(artifacts.length === 0 ? [] : ["artifacts:", ...indent(artifacts)]),
      ...(job.onlyDefault === true ? ["rules:", "  - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH"] : []),
      ...(job.manual === true ? ["when: manual"] : []),
    ]),
  ];
}

function list(name: string, items: readonly string[] | undefined): string[] {
  return items === undefined || items.length === 0 ? [] : [`${name}:`, ...items.map((item) => `  - ${scalar(item)}`)];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Plain where YAML allows it, else in double quotes. */
function scalar(text: string): string {
  const plain = /^[A-Za-z0-9./$~_][^\n]*$/.test(text) && !/: |:$| #|[{}[\]&*!|>'"%@`,]/.test(text) && !/^(true|false|null|yes|no|on|off|~|[\d.]+)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 78) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
