/** The local service as a server that somebody built from the documents alone, with all that the flags of the harness name. */
import { directDispatcher } from "../../src/api/agent.ts";
import { temporaryCapabilities } from "../../src/api/capabilities.ts";
import type { ServiceControl } from "../service/control.ts";
import { startService } from "../service/service.ts";
import { clients } from "./opened.ts";
import type { ServerFlag } from "./serverFlags.ts";
import { signedIn } from "./signIn.ts";
import { startStrictFront, type StrictFront } from "./strictFront.ts";

export interface DocumentedServer {
  readonly control: ServiceControl;
  readonly front: StrictFront;
  readonly projectPath: string;
  /** As they are typed, without their dashes. */
  readonly flags: Readonly<Record<ServerFlag, string>>;
  close(): Promise<void>;
}

const submodule = "vendor/lib";
/** Two that are kept, and eight for the calls that change, merge and delete one each. */
const mergeRequests = 10;

/** Starts one: it speaks the documents' names and answers 404 to everything that is not among their operations. Its jobs do not run. */
export async function startDocumentedServer(): Promise<DocumentedServer> {
  const service = await startService({ dialect: "neutral", extras: false, concurrent: 0 });
  const way = directDispatcher();
  const front = await startStrictFront(service.url);
  const close = async (): Promise<void> => {
    await way.close();
    await front.close();
    await service.close();
  };
  try {
    const { control, url } = service;
    const { users, group } = await control.info();
    const project = await control.createProject({
      path: "demo/contract",
      members: ["alice"],
      files: { ".gitlab-ci.yml": "check:\n  script: [echo done]\n" },
    });
    const second = await control.createProject({ path: "demo/second", members: ["alice"], files: { "a.txt": "a\n" } });
    await control.addSubmodule(submodule, "1".repeat(40), { project: project.path });
    await control.addPipeline({
      project: project.path,
      jobs: [
        {
          name: "check",
          trace: "compiling\ndone\n",
          artifacts: { "report.txt": "sunny\n" },
          junit: [`<testsuite><testcase name="adds" classname="sum" time="0.5"/></testsuite>`],
        },
      ],
    });
    const open: number[] = [];
    for (let count = 1; count <= mergeRequests; count += 1) {
      const branch = `change-${count}`;
      await control.commit({ [`${branch}.txt`]: `${branch}\n` }, { project: project.path, branch });
      const made = await control.addMergeRequest({ project: project.path, sourceBranch: branch, title: branch });
      open.push(made.iid);
    }
    await control.setUserState("rita", "blocked");
    const { id: vulnerability } = await control.addVulnerability({
      project: project.path,
      title: "SQL in a parameter",
    });

    const capabilities = temporaryCapabilities();
    const client = clients({ baseUrl: url, dispatcher: way.dispatcher, capabilities, feed: undefined })(
      users.alice.token,
    );
    const redirectUri = "http://127.0.0.1/callback";
    const { clientId, secret: clientSecret = "" } = await control.createApplication({
      name: "Contract",
      redirectUris: [redirectUri],
      scopes: ["api", "read_user", "openid", "profile", "email"],
      confidential: true,
    });
    const application = { clientId, clientSecret };
    const granted = async (person: typeof users.alice) => {
      const grant = await signedIn(client, person, application);
      const { access_token, refresh_token } = await client.oauth.token(grant);
      return { access: access_token, refresh: refresh_token ?? "", redirectUri: grant.redirect_uri };
    };
    const [own, another, admin] = [await granted(users.alice), await granted(users.alice), await granted(users.admin)];
    await control.clearRequests();
    return {
      control,
      front,
      projectPath: project.path,
      flags: {
        ...{ "base-url": front.url, token: users.alice.token, project: String(project.id), ref: "main" },
        ...{ "second-project": String(second.id), "merge-requests": open.join(","), submodule },
        ...{ group: String(group.id), "oauth-token": own.access, "admin-token": users.admin.token },
        ...{ "admin-oauth-token": admin.access, "client-id": clientId, "client-secret": clientSecret },
        ...{ "refresh-token": another.refresh, "redirect-uri": another.redirectUri },
        ...{ "feed-user": users.alice.username, "feed-token": users.alice.token },
        vulnerability: String(vulnerability),
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
