import type { Job } from "../../api/resources/jobs.ts";

/** Keys of needed jobs by job key. Jobs without an entry wait for all earlier stages. */
export type NeedsByJob = ReadonlyMap<string, readonly string[]>;

/** Returns a job's key, unique in the pipeline and stable across retries. */
export const jobKey = (stage: string, name: string | null | undefined): string => JSON.stringify([stage, name]);

/** Returns what identifies a job in its stage: its name, or its ID without one. */
export const nameOf = ({ id, name }: Pick<Job, "id" | "name">): string => name || `#${id}`;
