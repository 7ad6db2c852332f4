import { directDispatcher } from "../../src/api/agent.ts";
import { temporaryCapabilities } from "../../src/api/capabilities.ts";
import type { Credentials } from "../../src/api/client.ts";
import { startService } from "../service/service.ts";
import { createContext, type Named } from "./context.ts";
import { always, clients, type Target } from "./opened.ts";
import { signedIn } from "./signIn.ts";
import { subjectsOf } from "./subjects.ts";

/** Jobs with all that the calls look at, under names that have to be encoded. */
const jobs = [
  {
    ...{ name: "build & test", stage: "build", trace: "compiling\ndone\n", coverage: 98.1 },
    artifacts: { "reports/of day 1/ä.txt": "sunny\n" },
    junit: [`<testsuite><testcase name="adds" classname="sum" time="0.5"/></testsuite>`],
  },
  { name: "lint", status: "failed", allowFailure: true, trace: "a line is too long\n" },
  { name: "lint", status: "failed", allowFailure: true, retried: true },
];

/** The local service, with everything the calls want. */
export const local = (dialect: "gitlab" | "neutral"): Target => ({
  name: `the local service, ${dialect === "gitlab" ? "as real hosts are" : "as documented"}`,
  complete: true,
  strict: dialect === "neutral",
  open: async () => {
    // Pipelines are started and canceled, but take no time.
    const service = await startService({ dialect, concurrent: 0 });
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
      const ciProject = await control.createProject({
        path: "demo/contract-ci",
        members: ["alice"],
        files: { ".gitlab-ci.yml": "check:\n  script: [echo done]\n" },
      });
      const submodule = "vendor/a b/lib";
      await control.addSubmodule(submodule, "1".repeat(40), { project: project.path });
      await control.setUserState("rita", "blocked");
      await control.addPipeline({ project: ciProject.path });
      await control.addPipeline({ project: ciProject.path, ref: "release/1 + 2", jobs });
      const client = clientOf(users.alice.token);
      const subjects = subjectsOf(
        createContext({
          client,
          admin: clientOf(users.admin.token),
          project,
          ciProject,
          secondProject: ciProject,
          group: await groupOf(url, project.id, users.alice.token),
          feed,
          clientId: oauth.clientId,
          ref: "main",
          submodule,
          control,
        }),
      );
      await subjects.client.ciTemplates.list({ perPage: 1 }).page();
      const bearer = async (person: typeof users.alice): Promise<Credentials> =>
        always("bearer", (await client.oauth.token(await signedIn(client, person, oauth))).access_token);
      return {
        url,
        subjects,
        personal: always("private-token", users.alice.token),
        oauth: await bearer(users.alice),
        admin: always("private-token", users.admin.token),
        adminOAuth: await bearer(users.admin),
        feed,
        capabilities,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

/** The group a project is in, without a route that the client may lack. */
async function groupOf(url: string, project: number, token: string): Promise<Named> {
  const answer = await fetch(`${url}/api/v4/projects/${project}`, { headers: { "private-token": token } });
  const { namespace } = (await answer.json()) as {
    readonly namespace: { readonly id: number; readonly full_path: string };
  };
  return { id: namespace.id, path: namespace.full_path };
}
