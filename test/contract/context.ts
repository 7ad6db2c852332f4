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
  readonly group?: Named | undefined;
  /** User name and personal token for package feeds. */
  readonly feed?: { readonly username: string; readonly password: string } | undefined;
  /** Id of a vulnerability: the API makes none. */
  readonly vulnerability?: number | undefined;
  /** A public application's. */
  readonly clientId?: string | undefined;
  /** Branch or tag to start pipelines on; that of the newest pipeline unless told. */
  readonly ref?: string | undefined;
  /** The local service's only, for what the API cannot make. */
  readonly control?: ServiceControl | undefined;
  /** What the server was given by a flag, such as `need("admin")`. @throws NotThere naming the flag */
  need<Name extends keyof typeof flags>(name: Name): NonNullable<Context[Name]>;
}

/** How a server is told what it cannot be asked for; each is also an environment variable, `FORGELINE_CONTRACT_ADMIN_TOKEN` and so on. */
const flags = {
  admin: "--admin-token",
  group: "--group",
  feed: "--feed-user and --feed-token",
  vulnerability: "--vulnerability",
  clientId: "--client-id",
  control: "the local service",
} as const;

/** The server has nothing that this call could be made upon: no failure of the client. */
export class NotThere extends Error {}

/** @throws NotThere saying what the server lacks. */
export function notThere(what: string): never {
  throw new NotThere(`there is not: ${what}`);
}

export function createContext(given: Omit<Context, "need">): Context {
  return { ...given, need: (name) => given[name] ?? notThere(flags[name]) };
}

/** Made at the first use and kept, for what calls only look at. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
