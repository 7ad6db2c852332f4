import type { Client } from "../../src/api/client.ts";
import type { ServiceControl } from "../service/control.ts";

export interface Named {
  readonly id: number;
  /** Full path. */
  readonly path: string;
}

/**
 * What subjects are made from: the same for the local service and for any server, because subjects are made with the client
 * itself. These clients go straight to the server, so that only the call under test is recorded.
 */
export interface Context {
  /** The user's own, who may do everything in the project. */
  readonly client: Client;
  readonly admin?: Client | undefined;
  /** Has a default branch with a commit, and no CI file where it can be chosen. */
  readonly project: Named;
  /** Where pipelines are started, canceled, retried and deleted: its CI file makes one for every branch. */
  readonly ciProject: Named;
  /** May be on the job token's allowlist of the project. */
  readonly secondProject?: Named | undefined;
  readonly group?: Named | undefined;
  /** Numbers of open merge requests of the user in the project, which calls may change, merge and delete: the documents make none. */
  readonly mergeRequests?: readonly number[] | undefined;
  /** Path of a submodule on the default branch: the API makes none. */
  readonly submodule?: string | undefined;
  /** User name and personal token for package feeds. */
  readonly feed?: { readonly username: string; readonly password: string } | undefined;
  /** Id of a vulnerability: the API makes none. */
  readonly vulnerability?: number | undefined;
  readonly clientId?: string | undefined;
  /** Public applications have none. */
  readonly clientSecret?: string | undefined;
  /** Of a sign-in of its own at the application, without PKCE, with the address that it led back to. */
  readonly refreshable?: { readonly refreshToken: string; readonly redirectUri: string } | undefined;
  /** Branch or tag to start pipelines on; that of the newest pipeline by default. */
  readonly ref?: string | undefined;
  /** The local service's only, for what the API cannot make. */
  readonly control?: ServiceControl | undefined;
  /** What the server was given by a flag, such as `need("admin")`. @throws NotThere naming the flag */
  need<Name extends keyof typeof flags>(name: Name): NonNullable<Context[Name]>;
}

/** By which flags the harness learns what a server cannot be asked for. */
const flags = {
  admin: "--admin-token",
  secondProject: "--second-project",
  group: "--group",
  submodule: "--submodule",
  feed: "--feed-user and --feed-token",
  vulnerability: "--vulnerability",
  clientId: "--client-id",
  refreshable: "--refresh-token and --redirect-uri",
  control: "the local service",
} as const;

/** The server has nothing that this call could be made upon: no failure of the client. */
export class NotThere extends Error {}

/** @throws NotThere saying what the call needs: a flag, or something that the server does not have. */
export function notThere(what: string): never {
  throw new NotThere(`needs ${what}`);
}

export function createContext(given: Omit<Context, "need">): Context {
  return { ...given, need: (name) => given[name] ?? notThere(flags[name]) };
}

/** Made at the first use and kept, for what calls only look at. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
