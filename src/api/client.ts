import { createHttp, type HttpOptions } from "./http.ts";
import { ciTemplates } from "./resources/ciTemplates.ts";
import { extras } from "./resources/extras.ts";
import { jobs } from "./resources/jobs.ts";
import { oauth } from "./resources/oauth.ts";
import { pipelines } from "./resources/pipelines.ts";
import { users } from "./resources/users.ts";

export type { Credentials } from "./http.ts";

export type ClientOptions = HttpOptions;

/** One instance, seen with one credential or none. Its operations are named as in the contract. */
export interface Client {
  /** Address of the instance, without a trailing slash. */
  readonly baseUrl: string;
  readonly pipelines: ReturnType<typeof pipelines>;
  readonly jobs: ReturnType<typeof jobs>;
  readonly ciTemplates: ReturnType<typeof ciTemplates>;
  readonly users: ReturnType<typeof users>;
  readonly oauth: ReturnType<typeof oauth>;
  readonly extras: ReturnType<typeof extras>;
}

/**
 * Makes a client. Nothing is sent, and the transport is not even loaded, before the first operation.
 * @throws TypeError when `baseUrl` is not an http or https address.
 */
export function createClient(options: ClientOptions): Client {
  const http = createHttp(options);
  return {
    baseUrl: http.baseUrl,
    pipelines: pipelines(http),
    jobs: jobs(http),
    ciTemplates: ciTemplates(http),
    users: users(http),
    oauth: oauth(http),
    extras: extras(http),
  };
}
