/** The server that flags name. */
import { directDispatcher } from "../../src/api/agent.ts";
import { temporaryCapabilities } from "../../src/api/capabilities.ts";
import type { Client } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import { createContext } from "./context.ts";
import { groupNamed, projectNamed } from "./named.ts";
import { always, clients, type Opened } from "./opened.ts";
import type { ServerFlag } from "./serverFlags.ts";
import { subjectsOf } from "./subjects.ts";
import { ifServed } from "./undocumented.ts";

type Given = (flag: ServerFlag) => string | undefined;

/** @throws Error saying which flag is missing or wrong */
export async function openServer(url: string, given: Given): Promise<Opened> {
  const flags = readFlags(given);
  const { feed } = flags;
  const way = directDispatcher();
  try {
    const capabilities = temporaryCapabilities();
    const clientOf = clients({ baseUrl: url, dispatcher: way.dispatcher, capabilities, feed });
    const client = clientOf(flags.token);
    await checkToken(client, "token");
    const admin = mapped(flags.adminToken, clientOf);
    if (admin) await checkToken(admin, "admin-token");
    // Which names the server uses, the documents' or those of real hosts: no call under test has to find out.
    await ifServed(() => client.ciTemplates.list({ perPage: 1 }).page());
    const project = await projectNamed(client, flags.project, "--project");
    const context = createContext({
      client,
      admin,
      project,
      ciProject: project,
      secondProject: await mapped(flags.secondProject, (name) => projectNamed(client, name, "--second-project")),
      group: await mapped(flags.group, (name) => groupNamed(client, name, "--group")),
      feed,
      ...flags.subjects,
    });
    return {
      url,
      subjects: subjectsOf(context),
      personal: always("private-token", flags.token),
      oauth: mapped(flags.oauthToken, (token) => always("bearer", token)),
      admin: mapped(flags.adminToken, (token) => always("private-token", token)),
      adminOAuth: mapped(flags.adminOAuthToken, (token) => always("bearer", token)),
      feed,
      capabilities,
      close: way.close,
    };
  } catch (error) {
    await way.close();
    throw error;
  }
}

const mapped = <T, U>(value: T | undefined, map: (value: T) => U): U | undefined =>
  value === undefined ? undefined : map(value);

/** @throws Error naming the flag */
function readFlags(given: Given) {
  const due = (flag: ServerFlag): string => {
    const value = given(flag);
    if (value === undefined) throw new Error(`--${flag} is required with --base-url.`);
    return value;
  };
  return {
    token: due("token"),
    project: due("project"),
    secondProject: given("second-project"),
    group: given("group"),
    oauthToken: given("oauth-token"),
    adminToken: given("admin-token"),
    adminOAuthToken: given("admin-oauth-token"),
    feed: pair(given, "feed-user", "feed-token", (username, password) => ({ username, password })),
    /** What needs no question. */
    subjects: {
      ref: given("ref"),
      mergeRequests: numbers(given, "merge-requests"),
      submodule: given("submodule"),
      vulnerability: numbers(given, "vulnerability")?.[0],
      clientId: given("client-id"),
      clientSecret: given("client-secret"),
      refreshable: pair(given, "refresh-token", "redirect-uri", (refreshToken, redirectUri) => ({
        refreshToken,
        redirectUri,
      })),
    },
  };
}

/** Before anything is called, so that a wrong token is one failure and not one of each call. */
async function checkToken(client: Client, flag: ServerFlag): Promise<void> {
  try {
    await client.users.current();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "unauthorized")
      throw new Error(`The server rejected the personal access token of --${flag}: ${error.message}`, { cause: error });
    // Whatever else is wrong with this operation, its own calls say so.
    if (error.status === undefined) throw error;
  }
}

/** Two flags that go together. @throws Error when one of them is missing */
function pair<T>(
  given: Given,
  first: ServerFlag,
  second: ServerFlag,
  make: (one: string, two: string) => T,
): T | undefined {
  const [one, two] = [given(first), given(second)];
  if (one === undefined && two === undefined) return undefined;
  if (one === undefined || two === undefined)
    throw new Error(
      `--${one === undefined ? second : first} is only used with --${one === undefined ? first : second}.`,
    );
  return make(one, two);
}

/** @throws Error when the value is anything but numbers with commas between them */
function numbers(given: Given, flag: ServerFlag): readonly number[] | undefined {
  const value = given(flag);
  if (value === undefined) return undefined;
  if (!/^\d+(,\d+)*$/.test(value)) throw new Error(`--${flag} ${value}: enter one or more numbers, for example 7,8,9.`);
  return value.split(",").map(Number);
}
