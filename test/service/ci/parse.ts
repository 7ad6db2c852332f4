import { LineCounter, parseDocument, type Tags } from "yaml";
import type { CiConfig } from "../types.ts";
import { withExtends } from "./extends.ts";
import { checkGraph } from "./graph.ts";
import { readJob } from "./job.ts";
import { defaultStages, globalKeys } from "./keywords.ts";
import { isMapping, stringList, variableTexts, type Mapping } from "./values.ts";

/**
 * Reads a CI file: stages, variables and jobs with their `extends` and defaults merged. Conditions (`rules`, `only`,
 * `except`) and `include` are passed over: every job runs. Never throws; a file with mistakes gives no jobs and the
 * messages a host would show.
 */
export function parseCi(yamlText: string): CiConfig {
  const errors: string[] = [];
  const file = readYaml(yamlText, errors);
  if (file === undefined) return { stages: withEdges(defaultStages), variables: {}, jobs: [], errors };

  const stages = readStages(file, errors);
  const variables = file["variables"] === undefined ? {} : variableTexts(file["variables"]);
  if (variables === undefined) errors.push("variables config should be a hash of key value pairs, value can be a hash");
  const workflow = file["workflow"];
  const name = isMapping(workflow) && typeof workflow["name"] === "string" ? workflow["name"] : undefined;

  const { before_script, after_script, artifacts } = {
    ...file,
    ...(isMapping(file["default"]) ? file["default"] : {}),
  } as Mapping;
  const defaults = Object.fromEntries(
    Object.entries({ before_script, after_script, artifacts }).filter(([, value]) => value !== undefined),
  );
  const visible = Object.keys(file).filter((key) => !globalKeys.has(key) && !key.startsWith("."));
  if (visible.length === 0) errors.push("jobs config should contain at least one visible job");
  const found = visible.map((key) => {
    const before = errors.length;
    const merged = withExtends(key, file, errors);
    // A job whose bases are missing would only be reported as empty a second time.
    return readJob(key, merged, defaults, errors.length > before ? [] : errors);
  });
  const jobs = checkGraph(found, stages, errors);
  const config: CiConfig = { stages, variables: variables ?? {}, jobs: errors.length > 0 ? [] : jobs, errors };
  return name === undefined ? config : { ...config, name };
}

function readYaml(text: string, errors: string[]): Mapping | undefined {
  const lineCounter = new LineCounter();
  // YAML 1.1 as the hosts read it (`yes` is a boolean, `<<` merges), but a date stays the text it is.
  const customTags = (tags: Tags) =>
    tags.filter((tag) => typeof tag === "string" || tag.tag !== "tag:yaml.org,2002:timestamp");
  const document = parseDocument(text, {
    version: "1.1",
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
    customTags,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0]);
    return void errors.push(`(<unknown>): ${problem.message} at line ${line} column ${col}`);
  }
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // An alias without its anchor, or too many of them.
    return void errors.push(`(<unknown>): ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isMapping(value)) return value;
  return void errors.push("Invalid configuration format");
}

function readStages(file: Mapping, errors: string[]): string[] {
  const given = file["stages"] ?? file["types"];
  const stages = Array.isArray(given) ? stringList(given) : given === undefined ? defaultStages : undefined;
  if (stages === undefined) errors.push("stages config should be an array of strings");
  return withEdges(stages ?? defaultStages);
}

function withEdges(stages: readonly string[]): string[] {
  return [".pre", ...stages.filter((stage) => stage !== ".pre" && stage !== ".post"), ".post"];
}
