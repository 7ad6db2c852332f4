import { get } from "node:http";
import { type Client, type ClientOptions, createClient } from "../../src/api/client.ts";
import { createPkce, createState } from "../../src/auth/pkce.ts";
import type { ServiceControl, ServiceInfo } from "../service/control.ts";
import type { FabricatedJob, FabricatedPipeline } from "../service/fabricated.ts";
import type { Service } from "../service/service.ts";
import { ApprovingBrowser } from "../support/fakes/approvingBrowser.ts";
import type { Subjects } from "./subjects.ts";

const redirectUri = "http://127.0.0.1:40000/callback";
const scopes = ["api", "read_user", "openid", "profile", "email"];
const junit = `<testsuite><testcase name="adds" classname="sum" time="0.5"/><testcase name="carries" classname="sum" time="1"><failure message="1 is not 2"/></testcase></testsuite>`;
const artifact = "reports/of day 1/ä.txt";

/** Everything the calls want, made up on the local service by its control; nothing is missing there. */
export async function localSubjects(service: Service, dispatcher: ClientOptions["dispatcher"]): Promise<{ subjects: Subjects; info: ServiceInfo; oauthToken: string }> {
  const { control, url } = service;
  const info = await control.info();
  const client = createClient({ baseUrl: url, dispatcher });
  const approved = approvals(client, info);
  // A project of its own, whose pipelines run for real but take no time.
  const small = await control.createProject({ path: "demo/contract", members: ["alice"], files: { ".gitlab-ci.yml": "check:\n  script: [echo done]\n" } });
  const made = await fabricate(control);
  const one = async (spec: FabricatedPipeline) => (await control.addPipeline(spec)).id;
  const oneJob = async (job: FabricatedJob) => (await control.addPipeline({ jobs: [job] })).jobs[0]!;
  const subjects: Subjects = {
    project: info.project.id,
    sameProject: info.project.path,
    pipelineFilter: async () => {
      const sha = "ab".repeat(20);
      for (const _ of [1, 2]) await control.addPipeline({ sha, ref: "feature/odd", name: "Odd", source: "schedule", status: "failed", user: "bob", yamlErrors: "no jobs" });
      const updated = { updated_after: "2020-01-01T00:00:00Z", updated_before: new Date(Date.now() + 86_400_000) };
      return { sha, ref: "feature/odd", name: "Odd", source: "schedule", status: "failed", username: "bob", yaml_errors: true, scope: "finished", order_by: "updated_at", sort: "asc", ...updated };
    },
    pipeline: () => made.pipeline,
    pipelineWithVariables: () => made.pipeline,
    pipelineWithTests: () => made.pipeline,
    ref: () => made.ref,
    start: () => ({
      project: small.id,
      ref: "main",
      variables: [
        { key: "GREETING", value: "good = day & more", variable_type: "env_var" },
        { key: "NOTES", value: "", variable_type: "file" },
      ],
    }),
    runningPipeline: () => one({ jobs: [{ status: "running" }] }),
    retryablePipeline: () => one({ jobs: [{ status: "failed" }] }),
    sparePipeline: () => one({ jobs: [{}] }),
    job: () => made.failedJob,
    finishedJob: () => made.artifacts.job,
    runningJob: () => oneJob({ status: "running" }),
    retryableJob: () => oneJob({ status: "failed" }),
    artifacts: () => made.artifacts,
    otherUser: () => info.users.bob.id,
    authorization: () => approved.ask(),
    code: () => approved.code(),
    refresh: async () => {
      const grant = await approved.code();
      const pair = await client.oauth.token(grant);
      return { grant_type: "refresh_token", client_id: grant.client_id, redirect_uri: redirectUri, refresh_token: pair.refresh_token ?? "", code_verifier: grant.code_verifier };
    },
    spareToken: async () => ({ client_id: info.oauth.clientId, token: (await client.oauth.token(await approved.code())).access_token }),
  };
  return { subjects, info, oauthToken: (await client.oauth.token(await approved.code())).access_token };
}

/** A finished pipeline with variables, tests, logs, old attempts and artifacts. */
async function fabricate(control: ServiceControl) {
  const ref = "release/1 + 2";
  const { id, jobs } = await control.addPipeline({
    ref,
    status: "success",
    name: "Release",
    coverage: "98.10",
    variables: [{ key: "A", value: "1" }, { key: "B", value: "2", variable_type: "file" }],
    jobs: [
      { name: "build & test", stage: "build", trace: "compiling\ndone\n", coverage: 98.1, artifacts: { [artifact]: "sunny\n" }, junit: [junit] },
      { name: "lint", status: "failed", allowFailure: true, trace: "a line is too long\n" },
      { name: "lint", status: "failed", allowFailure: true, retried: true },
    ],
  });
  return { pipeline: id, ref, failedJob: jobs[1]!, artifacts: { job: jobs[0]!, name: "build & test", ref, file: artifact } };
}

/** Sign-ins of the administrator, who may also act as somebody else. */
function approvals(client: Client, info: ServiceInfo) {
  const ask = () => {
    const { verifier, challenge } = createPkce();
    const state = createState();
    const request = { client_id: info.oauth.clientId, redirect_uri: redirectUri, state, scope: scopes.join(" "), code_challenge: challenge };
    const decide = async (url: string): Promise<string> => {
      const back = await new ApprovingBrowser().approve(url, info.users.admin);
      if (back === undefined || new URL(back).searchParams.get("state") !== state) throw new Error(`Approving led to ${back ?? "a page"} without the state`);
      return back;
    };
    const approve = async (url: string): Promise<string> => {
      await opened(url);
      // Only the page itself is an operation of the contract: the forms in it go straight to the service.
      return decide(`${info.url}${url.slice(url.indexOf("/oauth/authorize"))}`);
    };
    return { request, approve, decide, verifier };
  };
  const code = async () => {
    const { request, decide, verifier } = ask();
    const back = await decide(client.oauth.authorizeUrl(request));
    return { grant_type: "authorization_code", client_id: request.client_id, redirect_uri: redirectUri, code: new URL(back).searchParams.get("code") ?? "", code_verifier: verifier } as const;
  };
  return { ask, code };
}

/** Plain node:http: `fetch` adds headers of its own. */
function opened(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
}
