import { request as httpRequest } from "node:http";
import type { ReviewRoutes } from "./discussions/records.ts";
import type { NewGroup } from "./groups/records.ts";
import type { MergeRequestMade, MergeRequestSpec, MergeRequestWaited, MergeRulesSpec } from "./mergeRequests/specs.ts";
import type { MilestoneControl } from "./milestones/control.ts";
import type { TokenStats } from "./oauth/tokens.ts";
import type { PackageControl } from "./packages/control.ts";
import type { ArtifactControl } from "./pipelines/artifacts.ts";
import type { TraceParts } from "./pipelines/trace.ts";
import type { RepositoryControl } from "./projects/control.ts";
import type { Secret } from "./secrets.ts";
import type { FabricatedPipeline, NewProject, PipelineMade, UserName } from "./types.ts";
import type { VulnerabilityControl } from "./vulnerabilities/control.ts";

export interface RecordedRequest {
  /** Counts up from 1. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** With query, secrets in it masked. */
  readonly path: string;
  /** 0 until answered, and for connections that were reset. */
  status: number;
  /** What the service itself answered, whatever a fault made of it: nothing if it never came to that, twice if it was delivered twice. */
  readonly answers: number[];
  /** Whether the client closed the connection before it had the whole answer. */
  aborted: boolean;
  /** `authorization` is its scheme alone; other credentials are `[masked]`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface FaultRule {
  /** `write` is any but GET and HEAD. */
  readonly method?: string;
  /** Source of a regular expression on path and query. */
  readonly path: string;
  /** How many requests it meets; all until cleared by default. */
  readonly times?: number;
  /** Answer this instead of the real answer; `body` is text, or anything else as JSON. */
  readonly status?: number;
  /** Added to the answer, real or not. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /**
   * `hang` until cleared; `hangMidBody`: the same after half the body; `holdAnswer`: the request is taken and acted on, its answer waits
   * until cleared; `loseAnswer`: it is taken and acted on, then the connection is reset; `reset` the connection at once; `resetMidBody`
   * after half the body; `resetMidChunks`: the same without a declared length; `endMidBody`: half the body without a declared length,
   * then the connection ends as if that were all; `truncate`: half the body as if it were all; `replaceAnswer`: the request is acted on
   * before `status` is answered; `deliverTwice`: it is acted on twice, and the second answer is sent.
   */
  readonly action?:
    | "hang"
    | "hangMidBody"
    | "holdAnswer"
    | "loseAnswer"
    | "reset"
    | "resetMidBody"
    | "resetMidChunks"
    | "endMidBody"
    | "truncate"
    | "replaceAnswer"
    | "deliverTwice";
  /** Milliseconds before anything else. */
  readonly delay?: number;
  /** Comes into force once this one has met as many requests as it is to. */
  readonly next?: FaultRule;
}

export interface ServiceInfo {
  readonly url: string;
  readonly users: Readonly<
    Record<
      UserName,
      {
        readonly id: number;
        readonly username: string;
        readonly name: string;
        readonly password: string;
        readonly token: string;
      }
    >
  >;
  readonly project: {
    readonly id: number;
    readonly path: string;
    readonly httpUrl: string;
    readonly defaultBranch: string;
  };
  /** The group of the sample's projects; `demo/weather` is below it. */
  readonly group: { readonly id: number; readonly path: string };
  readonly subgroup: { readonly id: number; readonly path: string };
  /** A public application (no secret), as an editor is registered. */
  readonly oauth: { readonly clientId: string; readonly scopes: readonly string[] };
  readonly templates: number;
}

export interface CommitOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly message?: string;
  readonly startBranch?: string;
  readonly by?: UserName;
}

export type Waited =
  | { readonly pipelineId: number; readonly status: readonly string[] }
  | { readonly jobId: number; readonly status: readonly string[] };

/** Drives the service from a test, in the same process or over HTTP. */
export interface ServiceControl
  extends MilestoneControl, ArtifactControl, PackageControl, VulnerabilityControl, RepositoryControl {
  info(): Promise<ServiceInfo>;
  requests(since?: number): Promise<RecordedRequest[]>;
  /** Number of the last request so far; 0 when there was none. */
  lastRequest(): Promise<number>;
  clearRequests(): Promise<void>;
  fault(rule: FaultRule): Promise<void>;
  clearFaults(): Promise<void>;
  /** A real commit in the bare repository (`null` deletes a file); makes a pipeline when the CI file says so. */
  commit(
    files: Readonly<Record<string, string | null>>,
    options?: CommitOptions,
  ): Promise<{ sha: string; pipelineId?: number }>;
  createProject(
    project: NewProject & { readonly empty?: boolean; readonly files?: Readonly<Record<string, string>> },
  ): Promise<{ id: number; path: string; httpUrl: string }>;
  addPipeline(spec: FabricatedPipeline): Promise<PipelineMade>;
  /** Lets the jobs of a pipeline run as they come, however many run already; a service that was started with `--concurrent 0` runs no others. */
  runPipeline(pipelineId: number): Promise<void>;
  /** Appends to a log: text, or bytes as `{ base64 }`. A fabricated job that waits becomes running. */
  appendTrace(jobId: number, data: string | { readonly base64: string }): Promise<{ size: number }>;
  finishJob(jobId: number, status: string): Promise<void>;
  /** How requests for parts of logs are answered from now on; what is left out stays as it is. */
  traceParts(change: Partial<TraceParts>): Promise<void>;
  /** Revokes all tokens of a user, personal ones too unless only those of `oauth` are meant. */
  revokeTokens(username: string, kind?: "oauth"): Promise<void>;
  /** Lets all OAuth access tokens of a user expire now; refresh tokens stay good. */
  expireAccessTokens(username: string): Promise<void>;
  /** Numbers of OAuth tokens, of all users unless one is named. */
  tokenStats(username?: string): Promise<TokenStats>;
  /** Every secret that was issued or sent so far. */
  secrets(): Promise<readonly Secret[]>;
  /** Ends all tokens of a sign-in once one of its spent refresh tokens is sent again, as RFC 9700 §4.14.2 recommends. Off by default. */
  familyRevocation(on: boolean): Promise<void>;
  /** Accepts a spent refresh token until the new access token is used, as GitLab does. Off by default. */
  refreshGrace(on: boolean): Promise<void>;
  createToken(
    username: UserName,
    scopes: readonly string[],
    options?: { readonly expiresInSeconds?: number },
  ): Promise<{ token: string }>;
  /** Answers when a delivery to the hook has ended. */
  waitForDelivery(what: { readonly hookId: number }): Promise<void>;
  /** Makes a group, and the groups above it, unless it is there. */
  createGroup(group: NewGroup): Promise<{ id: number; path: string }>;
  /** Makes somebody a member of a project or group at a level (10 guest … 50 owner), or none with 0. */
  setMember(member: {
    readonly project?: string;
    readonly group?: string;
    readonly user: string;
    readonly level: number;
  }): Promise<void>;
  /** Blocked people cannot sign in, and their tokens answer 401. */
  setUserState(username: string, state: "active" | "blocked"): Promise<void>;
  /** Moves the service's clock forward; back by a negative number of ms, for what comes after the test. */
  advanceClock(milliseconds: number): Promise<void>;
  /** From now on the wiki of a project has the titles of its pages as slugs, blanks included, as on hosts that derive none. */
  exactWikiSlugs(project: string): Promise<void>;
  /** Answers when the pipeline or job has one of the statuses; rejects when it does not exist. */
  waitFor(what: Waited): Promise<{ status: string }>;
  /** A merge request made up, in whatever state; its branch is real where the repository has it. */
  addMergeRequest(spec: MergeRequestSpec): Promise<MergeRequestMade>;
  setMergeRules(rules: MergeRulesSpec): Promise<void>;
  /** Serves the routes beyond the documents, or answers as a host without them. */
  extras(on: boolean): Promise<void>;
  /** Whether comments may hold quick actions; the text of one that the host does not know is posted. */
  quickActions(on: boolean): Promise<void>;
  /** Serves the routes of reviews (`served`), those of draft notes (`drafts`), and refuses positions of no version (`strict`). What is left out stays as it is. */
  review(change: Partial<ReviewRoutes>): Promise<void>;
  /** Answers when the merge request is in one of the states and merge statuses; rejects when it does not exist. */
  waitForMergeRequest(what: MergeRequestWaited): Promise<{ state: string; mergeStatus: string }>;
  /** Answers with the first recorded request after number `since` whose method and path (a regular expression's source) fit; with `aborted`, once the client has given it up; with `worked`, once the service has done it, whatever becomes of the answer. */
  waitForRequest(what: {
    readonly path: string;
    readonly method?: string;
    readonly since?: number;
    readonly aborted?: true;
    readonly worked?: true;
  }): Promise<RecordedRequest>;
}

/** The control of a running service, by the address the service is reached at (with its sub-path, if any). Throws when the service refuses. */
export function connectControl(url: string): ServiceControl {
  const address = `${url.replace(/\/$/, "")}/-/control`;
  return new Proxy({} as ServiceControl, {
    // Not `then`: a control that a promise resolves with would be taken for one.
    get: (_, name) =>
      name === "then" ? undefined : (...args: readonly unknown[]) => post(`${address}/${String(name)}`, args),
  });
}

/** Plain node:http, because an extension host patches `fetch`; one connection per call, so that nothing stays open. */
function post(address: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      address,
      { method: "POST", agent: false, headers: { "Content-Type": "application/json" } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          if (response.statusCode !== 200)
            reject(new Error(`Service control ${new URL(address).pathname}: ${response.statusCode ?? 0} ${text}`));
          else resolve(text === "" ? undefined : JSON.parse(text));
        });
      },
    );
    request.on("error", reject);
    // A JSON list has no undefined; null stands for an argument left out.
    request.end(JSON.stringify({ args }));
  });
}
