import type { InstanceCapabilities } from "../../src/api/capabilities.ts";
import { type ClientOptions, type Client, createClient, type Credentials } from "../../src/api/client.ts";
import type { Context } from "./context.ts";
import type { Subjects } from "./subjects.ts";

export interface Opened {
  /** Address of the instance. */
  readonly url: string;
  readonly subjects: Subjects;
  readonly personal: Credentials;
  readonly oauth: Credentials | undefined;
  /** An administrator's. */
  readonly admin: Credentials | undefined;
  readonly adminOAuth: Credentials | undefined;
  readonly feed: Context["feed"];
  /** What is known of the instance, so that no call under test has to find it out. */
  readonly capabilities: InstanceCapabilities;
  close(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** Whether everything can be called, so that every documented parameter and route has to be seen. */
  readonly complete: boolean;
  /** Whether answers are reduced to what is documented. */
  readonly strict: boolean;
  open(): Promise<Opened>;
}

export const always = (scheme: Credentials["scheme"], token: string): Credentials => ({
  scheme,
  token: () => Promise.resolve(token),
});

/** Clients that go straight to the server, by personal token. */
export const clients =
  ({ feed, ...options }: Pick<ClientOptions, "baseUrl" | "dispatcher" | "capabilities"> & Pick<Context, "feed">) =>
  (token: string): Client =>
    createClient({
      ...options,
      credentials: always("private-token", token),
      feedCredentials: feed && { basic: () => Promise.resolve(feed) },
    });
