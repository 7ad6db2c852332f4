import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { isSecretVariable } from "../../../core/base/secretNames.ts";
import type { RunVariable } from "../../../core/ciFile/runVariables.ts";
import type { Variable } from "../../../core/pipelines/variableRules.ts";

/** The variables that a ref's CI file offers for the form. */
export interface Offer {
  readonly ref: string;
  /** Path of the CI file; absent if none was read. */
  readonly path?: string;
  readonly variables: readonly RunVariable[];
  readonly includes: boolean;
  /** Why the CI file could not be read. */
  readonly unread?: string;
}

/** What is entered to run a pipeline. */
export interface Plan {
  readonly ref: string | undefined;
  readonly variables: readonly Variable[];
  /** The CI file's offered variables; undefined before it was read. */
  readonly offer: Offer | undefined;
}

const KEY = "forgeline.pipelineVariables";
/** Maximum length of a value to remember. */
const longestKept = 2_000;
type Values = Readonly<Record<string, string>>;

const projectKey = ({ instance, project }: ProjectScope): string => `${instance} ${project}`;

/** Returns a project's last values of offered variables that differed from the CI file's. */
export function lastValues(memory: Memory, scope: ProjectScope): Values {
  const all = memory.get(KEY) as Readonly<Record<string, Values>> | undefined;
  return all?.[projectKey(scope)] ?? {};
}

/** Remembers a project's values of offered variables, except those whose names suggest secrets. */
export async function keepValues(
  memory: Memory,
  scope: ProjectScope,
  offer: Offer,
  sent: readonly Variable[],
): Promise<void> {
  const next: Record<string, string> = { ...lastValues(memory, scope) };
  for (const { key, value } of offer.variables) {
    const given = sent.find((variable) => variable.key === key);
    const keep =
      given !== undefined &&
      given.variable_type === "env_var" &&
      given.value !== value &&
      given.value.length <= longestKept &&
      !isSecretVariable(key);
    if (keep) next[key] = given.value;
    else Reflect.deleteProperty(next, key);
  }
  const all = (memory.get(KEY) ?? {}) as Readonly<Record<string, Values>>;
  await memory.update(KEY, { ...all, [projectKey(scope)]: next });
}

/** Returns the initial variable of the form, with the last value if the CI file still allows it. */
export function prefilled({ key, value, options }: RunVariable, last: Values): Variable {
  const kept = Object.hasOwn(last, key) ? last[key] : undefined;
  const usable = kept !== undefined && (options.length === 0 || options.includes(kept));
  return { key, value: usable ? kept : value, variable_type: "env_var" };
}

/** Returns the form's variables after a change of the ref: keeps the user's input, replaces untouched offered variables. */
export function withOffer(
  variables: readonly Variable[],
  before: Offer | undefined,
  offer: Offer,
  last: Values,
): Variable[] {
  const untouched = (variable: Variable): boolean =>
    before?.variables.some((each) => each.key === variable.key && sameVariable(prefilled(each, last), variable)) ===
    true;
  const given = variables.filter((variable) => !untouched(variable));
  const offered = offer.variables
    .filter(({ key }) => given.every((variable) => variable.key !== key))
    .map((each) => prefilled(each, last));
  return [...offered, ...given];
}

/**
 * Returns the variables to send. Like GitLab's form, sends unchanged ones too, which would otherwise be overridden by the jobs' values;
 * but not those that the CI file does not expand, since sent values are expanded, nor unchanged empty ones.
 */
export function toSend(variables: readonly Variable[], offer: Offer | undefined): Variable[] {
  const left = ({ key, value, variable_type: type }: Variable): boolean =>
    type === "env_var" &&
    offer?.variables.some((each) => each.key === key && each.value === value && (!each.expand || value === "")) ===
      true;
  return variables.filter((variable) => !left(variable));
}

const sameVariable = (a: Variable, b: Variable): boolean =>
  a.key === b.key && a.value === b.value && a.variable_type === b.variable_type;
