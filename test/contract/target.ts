/** What the calls are made against: the local service in both of its dialects, or the server that flags or environment name. */
import { directDispatcher } from "../../src/api/agent.ts";
import type { Credentials } from "../../src/api/client.ts";
import { startService } from "../service/service.ts";
import { localSubjects } from "./localSubjects.ts";
import { serverSubjects } from "./serverSubjects.ts";
import type { Subjects } from "./subjects.ts";

export interface Opened {
  /** Address of the instance. */
  readonly url: string;
  readonly subjects: Subjects;
  readonly personal: Credentials;
  readonly oauth: Credentials | undefined;
  /** Whether everything can be called, so that every documented parameter has to be seen. */
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
  if (token === undefined || project === undefined) throw new Error("Calls against a server need --token and --project too.");
  return [{ name: new URL(url).host, open: () => openServer({ url, token, project, ref: setting("REF"), oauthToken: setting("OAUTH_TOKEN"), clientId: setting("CLIENT_ID") }) }];
}

export interface ServerOptions {
  readonly url: string;
  readonly token: string;
  /** Number or full path; its pipelines are started, canceled, retried and deleted. */
  readonly project: string;
  readonly ref: string | undefined;
  readonly oauthToken: string | undefined;
  readonly clientId: string | undefined;
}

const always = (scheme: Credentials["scheme"], token: string): Credentials => ({ scheme, token: () => Promise.resolve(token) });

const local = (dialect: "gitlab" | "neutral"): Target => ({
  name: `the local service, ${dialect === "gitlab" ? "as real hosts are" : "as documented"}`,
  open: async () => {
    const service = await startService({ dialect });
    const way = directDispatcher();
    const close = async (): Promise<void> => {
      await way.close();
      await service.close();
    };
    try {
      const { subjects, info, oauthToken } = await localSubjects(service, way.dispatcher);
      return { url: service.url, subjects, personal: always("private-token", info.users.alice.token), oauth: always("bearer", oauthToken), complete: true, close };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

async function openServer(options: ServerOptions): Promise<Opened> {
  const way = directDispatcher();
  const personal = always("private-token", options.token);
  const oauth = options.oauthToken === undefined ? undefined : always("bearer", options.oauthToken);
  return { url: options.url, subjects: await serverSubjects(options, personal, way.dispatcher), personal, oauth, complete: false, close: way.close };
}
