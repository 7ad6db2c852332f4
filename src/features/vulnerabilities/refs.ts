import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../../core/commands/arguments.ts";

/** A vulnerability as command argument; `project` is the one whose list it is on, not necessarily its own. */
export interface VulnerabilityRef extends ProjectScope {
  readonly vulnerability: Pick<Vulnerability, "id"> & Partial<Vulnerability>;
}
export const isVulnerabilityRef = (value: unknown): value is VulnerabilityRef =>
  isScope(value) && isObject(value["vulnerability"]) && typeof value["vulnerability"]["id"] === "number";

export const vulnerabilityArgs: ArgumentParser<[vulnerability?: VulnerabilityRef]> = ([value]) =>
  isVulnerabilityRef(value) ? [value] : [];
