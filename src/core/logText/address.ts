import type { ProjectScope } from "../base/refs.ts";
import type { JobRef } from "../pipelines/refs.ts";

/** The job whose log a document holds. */
export interface LogAddress extends ProjectScope {
  readonly id: number;
  readonly name: string;
}

/** The parts of a URI that are not always the same. */
interface AddressParts {
  readonly path: string;
  readonly query: string;
}

export const addressOf = ({ instance, project, job }: JobRef): LogAddress => ({
  instance,
  project,
  id: job.id,
  name: job.name,
});

/** The path is what the tab shows. It ends with the job's number, so that no job's name chooses a language. */
export function logParts({ instance, project, id, name }: LogAddress): AddressParts {
  const shown = name
    .replaceAll("/", "∕")
    .replace(/[\p{Cc}\p{Cf}\\]/gu, " ")
    .trim();
  return { path: `/${shown === "" ? "Job" : shown} #${id}`, query: JSON.stringify({ instance, project, id, name }) };
}

/** Undefined for what `logParts` never makes. */
export function readLogAddress({ query }: Pick<AddressParts, "query">): LogAddress | undefined {
  const given = parse(query);
  if (given === undefined) return undefined;
  const { instance, project, id, name } = given;
  const isProject = typeof project === "number" || (typeof project === "string" && project !== "");
  if (typeof instance !== "string" || !isProject || typeof id !== "number" || typeof name !== "string")
    return undefined;
  return { instance, project, id, name };
}

/** The job of a log, for commands that take one. Its status is not known here. */
export const jobOf = ({ instance, project, id, name }: LogAddress): JobRef => ({
  instance,
  project,
  job: { id, name, status: "", web_url: "" },
});

function parse(query: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

export { LOG_SCHEME } from "../addresses/schemes.ts";
