import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Starter } from "../support/programs/startElsewhere.ts";
import { CommitCache } from "./api/commitCache.ts";
import { Runner } from "./ci/runner.ts";
import { Clock } from "./clock.ts";
import { CommitComments } from "./commitComments/store.ts";
import { CommitStatuses } from "./commitStatuses/store.ts";
import type { ServiceControl, ServiceInfo } from "./control.ts";
import { addPipeline, makeControl } from "./controlCalls.ts";
import { CustomAttributes } from "./customAttributes/store.ts";
import { keepActivity } from "./discussions/systemNotes.ts";
import { Repositories } from "./git/repositories.ts";
import { SystemHooks } from "./hooks/store.ts";
import type { Dialect, Hosting } from "./hosting.ts";
import { HttpFront } from "./http/server.ts";
import { JobTokenScopes } from "./jobTokenScope/store.ts";
import { Merging } from "./mergeRequests/merging.ts";
import { MergeRequests } from "./mergeRequests/store.ts";
import { Milestones } from "./milestones/store.ts";
import { Applications } from "./oauth/applications.ts";
import { Tokens } from "./oauth/tokens.ts";
import { PackageStore } from "./packages/store.ts";
import { BrowserSessions } from "./pages/browserSessions.ts";
import { Scheduler } from "./pipelines/scheduler.ts";
import { ProtectedBranches } from "./protectedBranches/store.ts";
import { requestSampleMerges } from "./sample/mergeRequests.ts";
import { publishSamplePackages } from "./sample/packages.ts";
import { describeSamplePeople } from "./sample/people.ts";
import { planSample } from "./sample/planning.ts";
import { reviewSample } from "./sample/review.ts";
import { seedSample } from "./sample/seed.ts";
import { writeSampleSnippets } from "./sample/snippets.ts";
import { addSampleVulnerabilities } from "./sample/vulnerabilities.ts";
import { writeSampleWiki } from "./sample/wiki.ts";
import { Secrets } from "./secrets.ts";
import { makeSite } from "./site.ts";
import { Snippets } from "./snippets/store.ts";
import { State } from "./state.ts";
import { ObjectStorage } from "./storage/objectStorage.ts";
import { TEMPLATES } from "./templates/catalogue.ts";
import type { GroupRecord, ProjectRecord, UserName } from "./types.ts";
import { SshKeys } from "./users/keys.ts";
import { addPeople, eachPerson, type People } from "./users/people.ts";
import { VulnerabilityStore } from "./vulnerabilities/store.ts";
import { Wikis } from "./wikis/store.ts";

export interface ServiceOptions {
  /** 0 (default): any free port. */
  readonly port?: number;
  /** `/forge`: the instance lives in a sub-path. */
  readonly basePath?: string;
  /** `sample` (default): demo/weather-station; `empty`: demo/empty, a repository without commits. */
  readonly seed?: "sample" | "empty";
  /** How many jobs the runner runs at once, of all projects together. Default 2. */
  readonly concurrent?: number;
  /** Life of an OAuth access token. Default 7200. */
  readonly accessTokenSeconds?: number;
  /** Serve the routes beyond the documents. Default true. */
  readonly extras?: boolean;
  /** Serve the routes of reviews, which older hosts lack. Default true. */
  readonly review?: boolean;
  /** Refuse positions whose commits are no version of the merge request, instead of losing them. Default false. */
  readonly strictPositions?: boolean;
  readonly dialect?: Dialect;
  /** Serve `/-/control`. Default true. */
  readonly control?: boolean;
  /** Hold every third answer of the API for up to so many ms, as busy hosts do. Default 0. */
  readonly late?: number;
  readonly log?: (line: string) => void;
  /** Have git started by a small process, for a service that lives long and grows. Default false. */
  readonly gitStarter?: boolean;
}

export interface Service {
  readonly url: string;
  readonly control: ServiceControl;
  close(): Promise<void>;
}

const SCOPES = ["api", "read_api", "read_user", "read_repository", "write_repository", "openid", "profile", "email"];

/** The editor's application, with the redirect URIs that all hosts share and, as the README says, those of this one. */
function editorApplication(url: string): Parameters<Applications["add"]>[0] {
  const shared = [
    ...["vscode", "vscode-insiders", "vscodium", "code-oss", "cursor", "windsurf"].map(
      (scheme) => `${scheme}://forgeline.forgeline/callback`,
    ),
    ...["127.0.0.1", "localhost", "[::1]"].map((host) => `http://${host}/callback`),
  ];
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 24);
  return { name: "Forgeline", scopes: SCOPES, redirectUris: [...shared, ...shared.map((uri) => `${uri}/${hash}`)] };
}

const GROUPS = {
  group: { path: "demo", name: "Demo", description: "What this service shows" },
  subgroup: { path: "demo/weather", name: "Weather", description: "All about the weather" },
};

/**
 * Starts a hosting service on 127.0.0.1: HTTP API, OAuth, git over HTTP, web pages, and a runner that really runs jobs.
 * Rejects when the port is taken. `close` ends all connections and processes.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), "hosting-service-"));
  const log = options.log ?? (() => undefined);
  const basePath = (options.basePath ?? "").replace(/\/+$/, "");
  for (const folder of ["repositories", "builds"]) mkdirSync(join(dataDir, folder), { recursive: true });

  const clock = new Clock();
  const state = new State(dataDir, clock);
  const front = new HttpFront({
    late: options.late ?? 0,
    dialect: options.dialect ?? "gitlab",
    basePath,
    log,
    now: () => clock.now(),
    changed: () => state.changed(),
  });
  const url = await front.listen(options.port ?? 0);
  const starter = options.gitStarter === true ? new Starter() : undefined;
  const repositories = new Repositories(join(dataDir, "repositories"), starter);
  const runner = new Runner({ repositories, buildsDir: join(dataDir, "builds") });
  const commitStatuses = new CommitStatuses();
  const scheduler = new Scheduler({
    state,
    repositories,
    runner,
    statuses: commitStatuses,
    url,
    log,
    concurrent: options.concurrent ?? 2,
  });
  const secrets = new Secrets();
  const tokens = new Tokens(clock, options.accessTokenSeconds ?? 7200, secrets);
  const applications = new Applications();
  const mergeRequests = new MergeRequests(state);
  const merging = new Merging({ store: mergeRequests, state, repositories, log });
  const hosting: Hosting = {
    url,
    dialect: options.dialect ?? "gitlab",
    extras: { served: options.extras ?? true, quickActions: true },
    review: { served: options.review ?? true, drafts: true, strict: options.strictPositions ?? false },
    traceParts: { ranges: "finished", offsets: true },
    artifactRanges: { honoured: true },
    state,
    keys: new SshKeys(clock),
    customAttributes: new CustomAttributes(),
    systemHooks: new SystemHooks(clock),
    jobTokenScopes: new JobTokenScopes(),
    tokens,
    secrets,
    applications,
    sessions: new BrowserSessions(new URL(url).port),
    repositories,
    commits: new CommitCache(repositories),
    protectedBranches: new ProtectedBranches(),
    commitComments: new CommitComments(),
    commitStatuses,
    largeFiles: new Map(),
    mergeRequests,
    merging,
    milestones: new Milestones(state, mergeRequests),
    scheduler,
    wikis: new Wikis(join(dataDir, "wikis"), starter),
    snippets: new Snippets(join(dataDir, "snippets"), () => clock.now(), starter),
    packages: new PackageStore(join(dataDir, "packages"), clock),
    storage: new ObjectStorage(secrets),
    vulnerabilities: new VulnerabilityStore(clock),
    front,
  };
  merging.listen(keepActivity(hosting));
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    merging.close();
    await front.close();
    await hosting.storage.close();
    await scheduler.close();
    await repositories.close();
    await Promise.all([hosting.wikis.close(), hosting.snippets.close()]);
    await starter?.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const application = applications.add(editorApplication(url));
    const people = addPeople(state, tokens);
    const groups = { group: state.addGroup(GROUPS.group), subgroup: state.addGroup(GROUPS.subgroup) };
    const project = await seed(hosting, people, options.seed ?? "sample");
    // Only now: what the seed commits makes no pipelines.
    repositories.onPush((event) => scheduler.pushed(event));
    repositories.onPush((event) => merging.pushed(event));
    const info = (): ServiceInfo => describe(url, people, groups, project, application.clientId);
    const control = (signal: AbortSignal): ServiceControl => makeControl({ hosting, info }, signal);
    front.serve(makeSite(hosting, options.control === false ? undefined : control));
    return { url, control: control(closing.signal), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function seed(hosting: Hosting, people: People, kind: "sample" | "empty"): Promise<ProjectRecord> {
  const { state, repositories } = hosting;
  if (kind === "empty") {
    const project = state.addProject({ path: "demo/empty", name: "Empty" });
    await repositories.create(project.path, {}, { defaultBranch: project.defaultBranch, empty: true });
    return project;
  }
  await seedSample({
    repositories,
    users: eachPerson((name) => people[name].user),
    createProject: (project) => state.addProject(project),
    addPipeline: (spec) => {
      const project = spec.project === undefined ? [...state.projects.values()][0] : state.projectAt(spec.project);
      if (!project) throw new Error("The sample has no project for its pipeline.");
      return addPipeline(hosting, project, people[spec.user ?? "alice"].user, { ...spec, live: true });
    },
  });
  const [project] = state.projects.values();
  if (!project) throw new Error("The sample made no project.");
  await reviewSample(hosting, project);
  describeSamplePeople(hosting, people);
  planSample(hosting, project);
  publishSamplePackages(hosting.packages, project, people.alice.user, state.clock.now());
  addSampleVulnerabilities(hosting.vulnerabilities, project, people.alice.user, state.clock.now());
  await Promise.all([
    requestSampleMerges(hosting, project),
    writeSampleWiki(hosting.wikis, project, people, state.clock.now()),
    writeSampleSnippets(hosting.snippets, project, people, state.clock.now()),
  ]);
  return project;
}

function describe(
  url: string,
  people: People,
  groups: Readonly<Record<"group" | "subgroup", GroupRecord>>,
  project: ProjectRecord,
  clientId: string,
): ServiceInfo {
  const person = (name: UserName): ServiceInfo["users"][UserName] => {
    const { user, token } = people[name];
    return { id: user.id, username: user.username, name: user.name, password: user.password, token };
  };
  const named = ({ id, path }: GroupRecord): { id: number; path: string } => ({ id, path });
  return {
    url,
    users: eachPerson(person),
    project: {
      id: project.id,
      path: project.path,
      httpUrl: `${url}/${project.path}.git`,
      defaultBranch: project.defaultBranch,
    },
    group: named(groups.group),
    subgroup: named(groups.subgroup),
    oauth: { clientId, scopes: SCOPES },
    templates: TEMPLATES.length,
  };
}
