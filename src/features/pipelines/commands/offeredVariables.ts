import type { Memory } from "../../../core/base/memory.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { isSecretVariable } from "../../../core/base/secretNames.ts";
import type { RunVariable } from "../../../core/ciFile/runVariables.ts";
import type { Variable } from "./variableRules.ts";

/** What the CI file of a ref offers for the form. */
export interface Offer {
  readonly ref: string;
  /** Of the CI file; absent when none was read. */
  readonly path?: string;
  readonly variables: readonly RunVariable[];
  readonly includes: boolean;
  /** Why the CI file could not be read, so that nothing is offered of it. */
  readonly unread?: string;
}

const KEY = "forgeline.pipelineVariables";
/** Longer values are not kept. */
const longestKept = 2_000;
type Values = Readonly<Record<string, string>>;

const projectKey = ({ instance, project }: ProjectScope): string => `${instance} ${project}`;

/** The values that offered variables of a project were last run with, where they were others than the file's. */
export function lastValues(memory: Memory, scope: ProjectScope): Values {
  const all = memory.get(KEY) as Readonly<Record<string, Values>> | undefined;
  return all?.[projectKey(scope)] ?? {};
}

/** Keeps for the project what the offered variables were run with; never what is a secret by its name. */
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

/** An offered variable as the form has it first: with the last value, where the file still allows that. */
export function prefilled({ key, value, options }: RunVariable, last: Values): Variable {
  const kept = Object.hasOwn(last, key) ? last[key] : undefined;
  const usable = kept !== undefined && (options.length === 0 || options.includes(kept));
  return { key, value: usable ? kept : value, variable_type: "env_var" };
}

/** The form's variables for another ref: what the person gave stays, what only the file of the ref before offered goes. */
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
 * What is sent of the form's variables: as the host's own form does it, also what was left as the file has it, whose values would else
 * give way to those of jobs. Not sent is what the file gives without expanding it, since what is sent is expanded; nor what is empty there.
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
