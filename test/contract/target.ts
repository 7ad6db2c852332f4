/** What the calls are made against: the local service in both of its dialects, or the server that flags or environment name. */
import { directDispatcher } from "../../src/api/agent.ts";
import { type InstanceCapabilities, temporaryCapabilities } from "../../src/api/capabilities.ts";
import { type Client, type ClientOptions, createClient, type Credentials } from "../../src/api/client.ts";
import { startService } from "../service/service.ts";
import { type Context, createContext, type Named } from "./context.ts";
import { type Subjects, subjectsOf } from "./subjects.ts";

export interface Opened {
  /** Address of the instance. */
  readonly url: string;
  readonly subjects: Subjects;
  readonly personal: Credentials;
  readonly oauth: Credentials | undefined;
  /** Personal token of an administrator. */
  readonly adminToken: string | undefined;
  readonly feed: Context["feed"];
  /** What is known of the instance, so that no call under test has to find it out. */
  readonly capabilities: InstanceCapabilities;
  /** Whether everything can be called, so that every documented parameter and route has to be seen. */
  readonly complete: boolean;
  close(): Promise<void>;
}

export interface Target {
  readonly name: string;
  open(): Promise<Opened>;
}

export function targets(env: NodeJS.ProcessEnv = process.env): Target[] {
  const setting = (name: string): string | undefined => env[`FORGELINE_CONTRACT_${name}`];
  const url = setting("BASE_URL");
  if (url === undefined) return [local("gitlab"), local("neutral")];
  const [token, project] = [setting("TOKEN"), setting("PROJECT")];
  if (token === undefined || project === undefined)
    throw new Error("Calls against a server need --token and --project too.");
  return [{ name: new URL(url).host, open: () => openServer(url, token, project, setting) }];
}

export const always = (scheme: Credentials["scheme"], token: string): Credentials => ({
  scheme,
  token: () => Promise.resolve(token),
});

/** Clients that go straight to the server, by personal token. */
const clients =
  ({ feed, ...options }: Pick<ClientOptions, "baseUrl" | "dispatcher" | "capabilities"> & Pick<Context, "feed">) =>
  (token: string): Client =>
    createClient({
      ...options,
      credentials: always("private-token", token),
      feedCredentials: feed && { basic: () => Promise.resolve(feed) },
    });

/** The local service, with everything the calls want. */
export const local = (dialect: "gitlab" | "neutral"): Target => ({
  name: `the local service, ${dialect === "gitlab" ? "as real hosts are" : "as documented"}`,
  open: async () => {
    const service = await startService({ dialect });
    const way = directDispatcher();
    const close = async (): Promise<void> => {
      await way.close();
      await service.close();
    };
    try {
      const { control, url } = service;
      const { users, oauth } = await control.info();
      const feed = { username: users.alice.username, password: users.alice.token };
      const capabilities = temporaryCapabilities();
      const clientOf = clients({ baseUrl: url, dispatcher: way.dispatcher, capabilities, feed });
      // Projects of their own: the sample's pipelines and commits stay as they are.
      const project = await control.createProject({
        path: "demo/contract",
        members: ["alice"],
        files: { "README.md": "# Contract\n" },
      });
      // Its pipelines run for real, but take no time.
      const ciProject = await control.createProject({
        path: "demo/contract-ci",
        members: ["alice"],
        files: { ".gitlab-ci.yml": "check:\n  script: [echo done]\n" },
      });
      await control.addPipeline({ project: ciProject.path });
      const client = clientOf(users.alice.token);
      const subjects = subjectsOf(
        createContext({
          client,
          admin: clientOf(users.admin.token),
          project,
          ciProject,
          group: await groupOf(url, project.id, users.alice.token),
          feed,
          clientId: oauth.clientId,
          control,
        }),
      );
      await subjects.client.ciTemplates.list({ perPage: 1 }).page();
      const { access_token } = await subjects.client.oauth.token(await subjects.oauth.code());
      return {
        url,
        subjects,
        personal: always("private-token", users.alice.token),
        oauth: always("bearer", access_token),
        adminToken: users.admin.token,
        feed,
        capabilities,
        complete: true,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

async function openServer(
  url: string,
  token: string,
  projectName: string,
  setting: (name: string) => string | undefined,
): Promise<Opened> {
  const way = directDispatcher();
  const groupName = setting("GROUP");
  const oauthToken = setting("OAUTH_TOKEN");
  const adminToken = setting("ADMIN_TOKEN");
  const [username, password] = [setting("FEED_USER"), setting("FEED_TOKEN")];
  const feed = username === undefined || password === undefined ? undefined : { username, password };
  const capabilities = temporaryCapabilities();
  const clientOf = clients({ baseUrl: url, dispatcher: way.dispatcher, capabilities, feed });
  const client = clientOf(token);
  await client.ciTemplates.list({ perPage: 1 }).page();
  const project = await projectNamed(client, projectName);
  const subjects = subjectsOf(
    createContext({
      client,
      admin: adminToken === undefined ? undefined : clientOf(adminToken),
      project,
      ciProject: project,
      group: groupName === undefined ? undefined : await groupNamed(client, groupName),
      feed,
      vulnerability: setting("VULNERABILITY") === undefined ? undefined : Number(setting("VULNERABILITY")),
      clientId: setting("CLIENT_ID"),
      ref: setting("REF"),
    }),
  );
  const oauth = oauthToken === undefined ? undefined : always("bearer", oauthToken);
  return {
    url,
    subjects,
    personal: always("private-token", token),
    oauth,
    adminToken,
    feed,
    capabilities,
    complete: false,
    close: way.close,
  };
}

async function projectNamed(client: Client, name: string): Promise<Named> {
  const { id, path_with_namespace: path } = await client.extras.project(numberOr(name));
  return { id, path };
}

async function groupNamed(client: Client, name: string): Promise<Named> {
  const { id, full_path: path } = await client.extras.group(numberOr(name));
  return { id, path };
}

/** The group a project is in, without a route that the client may lack. */
async function groupOf(url: string, project: number, token: string): Promise<Named> {
  const answer = await fetch(`${url}/api/v4/projects/${project}`, { headers: { "private-token": token } });
  const { namespace } = (await answer.json()) as {
    readonly namespace: { readonly id: number; readonly full_path: string };
  };
  return { id: namespace.id, path: namespace.full_path };
}

const numberOr = (name: string): number | string => (/^\d+$/.test(name) ? Number(name) : name);
