import type { CiArtifacts, CiJob } from "../types.ts";
import { artifactKeys, fileReports, jobKeys } from "./keywords.ts";
import { isMapping, scriptLines, stringList, variableTexts, type Mapping } from "./values.ts";

/** A need that may be missing from the pipeline. */
export interface Need {
  readonly job: string;
  readonly optional: boolean;
}

const whens = ["on_success", "on_failure", "always", "manual"] as const;
const uploads = ["on_success", "on_failure", "always"] as const;

/**
 * Reads one job whose `extends` are merged. `defaults` are the file's `default:` and global keys. What is wrong goes
 * into `errors`, in the words of the hosts; the job is then not to be used.
 */
export function readJob(
  name: string,
  job: Mapping,
  defaults: Mapping,
  errors: string[],
): { job: CiJob; needs: readonly Need[] } {
  const wrong = (text: string) => void errors.push(`jobs:${name}${text}`);
  const unknown = Object.keys(job).filter((key) => !jobKeys.has(key));
  if (unknown.length > 0) wrong(` config contains unknown keys: ${unknown.join(", ")}`);
  if (!("script" in job) && !("trigger" in job))
    wrong(" config should implement the script:, run:, or trigger: keyword");

  const lines = (key: string) => {
    const value = job[key] ?? (key === "script" ? undefined : defaults[key]);
    if (value === undefined) return [];
    const found = scriptLines(value);
    if (found === undefined)
      wrong(`:${key} config should be a string or a nested array of strings up to 10 levels deep`);
    else if (key === "script" && found.every((line) => line.trim() === "")) wrong(" script can't be blank");
    return found ?? [];
  };
  const optional = <T>(key: string, read: (value: unknown) => T | undefined, message: string): T | undefined => {
    const value = job[key] ?? defaults[key];
    if (value === undefined) return undefined;
    const found = read(value);
    if (found === undefined) wrong(message);
    return found;
  };

  const when =
    optional(
      "when",
      (value) => whens.find((known) => known === value),
      ` when should be one of: ${whens.join(", ")}`,
    ) ?? "on_success";
  const allowFailure = job["allow_failure"];
  const artifacts = job["artifacts"] ?? defaults["artifacts"];
  const needs = optional("needs", readNeeds, ":needs:need has an unsupported type");
  const dependencies =
    optional("dependencies", stringList, " dependencies should be an array of strings") ??
    (needs?.some((need) => !need.artifacts) === true
      ? needs.filter((need) => need.artifacts).map((need) => need.job)
      : undefined);
  const coverage = /^\/(.+)\/$/.exec(String(job["coverage"]))?.[1];
  const read = isMapping(artifacts) ? readArtifacts(artifacts, (text) => wrong(`:artifacts${text}`)) : undefined;
  return {
    job: {
      name,
      stage: typeof job["stage"] === "string" ? job["stage"] : "test",
      script: lines("script"),
      beforeScript: lines("before_script"),
      afterScript: lines("after_script"),
      variables: optional("variables", variableTexts, ":variables config should be a hash of key value pairs") ?? {},
      // A manual job blocks nothing unless it says so.
      allowFailure: typeof allowFailure === "boolean" ? allowFailure : when === "manual",
      when,
      ...(read === undefined ? {} : { artifacts: read }),
      ...(needs === undefined ? {} : { needs: needs.map((need) => need.job) }),
      ...(dependencies === undefined ? {} : { dependencies }),
      ...(coverage === undefined ? {} : { coverage }),
    },
    needs: needs ?? [],
  };
}

function readNeeds(value: unknown): (Need & { artifacts: boolean })[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const needs = value.map((need) => {
    if (typeof need === "string") return { job: need, artifacts: true, optional: false };
    if (!isMapping(need) || typeof need["job"] !== "string") return undefined;
    return { job: need["job"], artifacts: need["artifacts"] !== false, optional: need["optional"] === true };
  });
  return needs.every((need) => need !== undefined) ? needs : undefined;
}

function readArtifacts(artifacts: Mapping, wrong: (text: string) => void): CiArtifacts {
  const unknown = Object.keys(artifacts).filter((key) => !artifactKeys.has(key));
  if (unknown.length > 0) wrong(` config contains unknown keys: ${unknown.join(", ")}`);
  const list = (holder: Mapping, key: string): string[] => stringList(holder[key]) ?? [];
  const reports = isMapping(artifacts["reports"]) ? artifacts["reports"] : {};
  const { name, expire_in: expireIn } = artifacts;
  const kept = fileReports.filter((type) => type in reports);
  return {
    paths: list(artifacts, "paths"),
    exclude: list(artifacts, "exclude"),
    junit: list(reports, "junit"),
    when: uploads.find((known) => known === artifacts["when"]) ?? "on_success",
    ...(kept.length > 0 ? { reports: Object.fromEntries(kept.map((type) => [type, list(reports, type)])) } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof expireIn === "string" || typeof expireIn === "number" ? { expireIn: String(expireIn) } : {}),
  };
}
