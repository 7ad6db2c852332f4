import { readQuery } from "../addresses/query.ts";
import type { ProjectScope } from "../base/refs.ts";
import { unseen } from "../base/unseen.ts";
import type { JobRef } from "../pipelines/refs.ts";

/** The job whose log a document shows. */
export interface LogAddress extends ProjectScope {
  readonly id: number;
  readonly name: string;
}

/** The variable parts of a log URI. */
interface AddressParts {
  readonly path: string;
  readonly query: string;
}

export const logAddress = ({ instance, project, job }: JobRef): LogAddress => ({
  instance,
  project,
  id: job.id,
  name: job.name ?? "",
});

/**
 * Returns path and query of a log's URI. The tab shows the path, which ends with the job ID so that job names cannot
 * select a language.
 */
export function logParts({ instance, project, id, name }: LogAddress): AddressParts {
  const shown = name
    .replaceAll("/", "∕")
    .replace(unseen, " ")
    .replace(/[\t\n\\]/g, " ")
    .trim();
  return { path: `/${shown === "" ? "Job" : shown} #${id}`, query: JSON.stringify({ instance, project, id, name }) };
}

/** Returns the job of a log URI; undefined if it was not made by `logParts`. */
export function readLogQuery({ query }: Pick<AddressParts, "query">): LogAddress | undefined {
  const given = readQuery(query);
  if (given === undefined) return undefined;
  const { instance, project, id, name } = given;
  const isProject = typeof project === "number" || (typeof project === "string" && project !== "");
  if (typeof instance !== "string" || !isProject || typeof id !== "number" || typeof name !== "string")
    return undefined;
  return { instance, project, id, name };
}

/** Returns the argument of job commands; the status is unknown here. */
export const jobOf = ({ instance, project, id, name }: LogAddress): JobRef => ({
  instance,
  project,
  job: { id, name, status: "", web_url: "" },
});
