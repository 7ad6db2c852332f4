import { createAddresses } from "./addresses.ts";
import type { anyRequests } from "./anyRequest.ts";
import { passingFacts } from "./capabilities.ts";
import { type ExtraName, isExtraAvailable } from "./extraFacts.ts";
import type { Http } from "./http.ts";
import { lazily, onceLoaded } from "./lazily.ts";
import type { HttpOptions } from "./request.ts";
import { type AuthorizeRequest, authorizeUrl } from "./resources/authorizeUrl.ts";
import type { ciTemplates } from "./resources/ciTemplates.ts";
import type { commits } from "./resources/commits.ts";
import type { customAttributes } from "./resources/customAttributes.ts";
import type { extras } from "./resources/extras.ts";
import type { jobs } from "./resources/jobs.ts";
import type { jobTokenScope, groupsAllowlist, projectAllowlist } from "./resources/jobTokenScope.ts";
import type { mergeRequests } from "./resources/mergeRequests.ts";
import type { groupMilestones, projectMilestones } from "./resources/milestones.ts";
import type { oauth } from "./resources/oauth.ts";
import type { packages, symbols } from "./resources/packages.ts";
import type { packagesV2 } from "./resources/packagesV2.ts";
import type { packagesV3 } from "./resources/packagesV3.ts";
import type { pipelines } from "./resources/pipelines.ts";
import type { protectedBranches } from "./resources/protectedBranches.ts";
import type { repositoryFiles } from "./resources/repositoryFiles.ts";
import type { snippets } from "./resources/snippets.ts";
import type { submodules } from "./resources/submodules.ts";
import type { systemHooks } from "./resources/systemHooks.ts";
import type { users } from "./resources/users.ts";
import type { vulnerabilities } from "./resources/vulnerabilities.ts";
import type { wikis } from "./resources/wikis.ts";
export type { InstanceFacts } from "./capabilities.ts";

export type ClientOptions = HttpOptions;

/** One instance, seen with one credential or none. Its operations are named as in the contract. */
export interface Client {
  /** Address of the instance, without a trailing slash. */
  readonly baseUrl: string;
  readonly pipelines: ReturnType<typeof pipelines>;
  readonly jobs: ReturnType<typeof jobs>;
  readonly ciTemplates: ReturnType<typeof ciTemplates>;
  readonly repositoryFiles: ReturnType<typeof repositoryFiles>;
  readonly commits: ReturnType<typeof commits>;
  readonly submodules: ReturnType<typeof submodules>;
  readonly mergeRequests: ReturnType<typeof mergeRequests>;
  readonly protectedBranches: ReturnType<typeof protectedBranches>;
  readonly wikis: ReturnType<typeof wikis>;
  readonly milestones: {
    readonly group: ReturnType<typeof groupMilestones>;
    readonly project: ReturnType<typeof projectMilestones>;
  };
  readonly users: ReturnType<typeof users>;
  readonly oauth: ReturnType<typeof oauth> & {
    /** The address of the approval page. Nothing is sent. Part 1, OAuth 2.0 provider. */
    authorizeUrl(request: AuthorizeRequest): string;
  };
  readonly jobTokenScope: ReturnType<typeof jobTokenScope> & {
    readonly allowlist: ReturnType<typeof projectAllowlist>;
    readonly groupsAllowlist: ReturnType<typeof groupsAllowlist>;
  };
  readonly systemHooks: ReturnType<typeof systemHooks>;
  readonly customAttributes: ReturnType<typeof customAttributes>;
  readonly snippets: ReturnType<typeof snippets>;
  /** Deprecated by the documents in favor of GraphQL. */
  readonly vulnerabilities: ReturnType<typeof vulnerabilities>;
  readonly packages: ReturnType<typeof packages> & {
    readonly v2: ReturnType<typeof packagesV2>;
    readonly v3: ReturnType<typeof packagesV3>;
    readonly symbols: ReturnType<typeof symbols>;
  };
  readonly extras: ReturnType<typeof extras> & {
    /** Whether the instance has the route; undefined before the first use. */
    available(name: ExtraName): boolean | undefined;
  };
  /** Any operation by its request, for those who want to see the answer itself. */
  readonly requests: ReturnType<typeof anyRequests>;
}

/**
 * Makes a client. Nothing is sent, and neither the transport nor a resource is even loaded, before the first operation.
 * @throws TypeError when `baseUrl` is not an http or https address.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl } = createAddresses(options.baseUrl);
  const facts = options.facts ?? passingFacts();
  const http = onceLoaded<Http>(() => import("./http.ts").then(({ createHttp }) => createHttp({ ...options, facts })));
  /** A resource on the one http, once both are loaded. */
  const on = <Module, Resource>(
    module: Promise<Module>,
    make: (module: Module) => (http: Http) => Resource,
  ): Promise<Resource> => Promise.all([module, http()]).then(([loaded, ready]) => make(loaded)(ready));

  return {
    baseUrl,
    pipelines: lazily(() => on(import("./resources/pipelines.ts"), ({ pipelines }) => pipelines), {
      list: "pages",
      get: "once",
      variables: "pages",
      testReport: "once",
      testReportSummary: "once",
      latest: "once",
      create: "once",
      retry: "once",
      cancel: "once",
      delete: "once",
      updateMetadata: "once",
    }),
    jobs: lazily(() => on(import("./resources/jobs.ts"), ({ jobs }) => jobs), {
      list: "pages",
      listForPipeline: "pages",
      get: "once",
      artifacts: "once",
      artifactsByRef: "once",
      artifactFile: "once",
      artifactFileByRef: "once",
      trace: "once",
      cancel: "once",
      retry: "once",
    }),
    ciTemplates: lazily(() => on(import("./resources/ciTemplates.ts"), ({ ciTemplates }) => ciTemplates), {
      list: "pages",
      get: "once",
    }),
    repositoryFiles: lazily(
      () => on(import("./resources/repositoryFiles.ts"), ({ repositoryFiles }) => repositoryFiles),
      {
        get: "once",
        head: "once",
        blame: "once",
        blameHead: "once",
        raw: "once",
        rawHead: "once",
        create: "once",
        update: "once",
        delete: "once",
      },
    ),
    commits: lazily(() => on(import("./resources/commits.ts"), ({ commits }) => commits), {
      list: "pages",
      create: "once",
      get: "once",
      refs: "pages",
      cherryPick: "once",
      revert: "once",
      diff: "pages",
      listComments: "pages",
      createComment: "once",
      listStatuses: "pages",
      setStatus: "once",
    }),
    submodules: lazily(() => on(import("./resources/submodules.ts"), ({ submodules }) => submodules), {
      update: "once",
    }),
    mergeRequests: lazily(() => on(import("./resources/mergeRequests.ts"), ({ mergeRequests }) => mergeRequests), {
      list: "pages",
      listForProject: "pages",
      update: "once",
      delete: "once",
      merge: "once",
      mergeRef: "once",
      cancelAutoMerge: "once",
    }),
    protectedBranches: lazily(
      () => on(import("./resources/protectedBranches.ts"), ({ protectedBranches }) => protectedBranches),
      {
        list: "pages",
        get: "once",
        create: "once",
        update: "once",
        delete: "once",
      },
    ),
    wikis: lazily(() => on(import("./resources/wikis.ts"), ({ wikis }) => wikis), {
      list: "pages",
      get: "once",
      create: "once",
      update: "once",
      delete: "once",
      uploadAttachment: "once",
    }),
    milestones: {
      group: lazily(
        () => on(import("./resources/milestones.ts"), ({ groupMilestones }) => groupMilestones),
        milestoneShape,
      ),
      project: lazily(() => on(import("./resources/milestones.ts"), ({ projectMilestones }) => projectMilestones), {
        ...milestoneShape,
        promote: "once",
      }),
    },
    users: lazily(() => on(import("./resources/users.ts"), ({ users }) => users), {
      list: "pages",
      get: "once",
      create: "once",
      update: "once",
      delete: "once",
      current: "once",
      currentStatus: "once",
      status: "once",
      setStatus: "once",
      counts: "once",
      listKeys: "pages",
      listKeysForUser: "pages",
      getKey: "once",
      addKey: "once",
    }),
    oauth: {
      authorizeUrl: (request) => authorizeUrl(baseUrl, request),
      ...lazily(() => on(import("./resources/oauth.ts"), ({ oauth }) => oauth), {
        token: "once",
        tokenInfo: "once",
        revoke: "once",
        userinfo: "once",
      }),
    },
    jobTokenScope: {
      ...lazily(() => on(import("./resources/jobTokenScope.ts"), ({ jobTokenScope }) => jobTokenScope), {
        get: "once",
        update: "once",
      }),
      allowlist: lazily(() => on(import("./resources/jobTokenScope.ts"), ({ projectAllowlist }) => projectAllowlist), {
        list: "pages",
        add: "once",
        remove: "once",
      }),
      groupsAllowlist: lazily(
        () => on(import("./resources/jobTokenScope.ts"), ({ groupsAllowlist }) => groupsAllowlist),
        { list: "pages", add: "once", remove: "once" },
      ),
    },
    systemHooks: lazily(() => on(import("./resources/systemHooks.ts"), ({ systemHooks }) => systemHooks), {
      list: "pages",
      get: "once",
      create: "once",
      test: "once",
      delete: "once",
    }),
    customAttributes: lazily(
      () => on(import("./resources/customAttributes.ts"), ({ customAttributes }) => customAttributes),
      {
        list: "pages",
        get: "once",
        set: "once",
        delete: "once",
      },
    ),
    snippets: lazily(() => on(import("./resources/snippets.ts"), ({ snippets }) => snippets), {
      list: "pages",
      public: "pages",
      all: "pages",
      get: "once",
      raw: "once",
      fileRaw: "once",
      create: "once",
      update: "once",
      delete: "once",
      userAgentDetail: "once",
    }),
    vulnerabilities: lazily(
      () => on(import("./resources/vulnerabilities.ts"), ({ vulnerabilities }) => vulnerabilities),
      {
        get: "once",
        confirm: "once",
        resolve: "once",
        dismiss: "once",
        revert: "once",
      },
    ),
    packages: {
      v2: lazily(() => on(import("./resources/packagesV2.ts"), ({ packagesV2 }) => packagesV2), {
        publish: "once",
        serviceIndex: "once",
        metadataDocument: "once",
        packages: "once",
        findPackagesById: "once",
        package: "once",
      }),
      v3: lazily(() => on(import("./resources/packagesV3.ts"), ({ packagesV3 }) => packagesV3), {
        versions: "once",
        download: "once",
        publish: "once",
        serviceIndex: "once",
        metadata: "once",
        versionMetadata: "once",
        query: "once",
      }),
      symbols: lazily(() => on(import("./resources/packages.ts"), ({ symbols }) => symbols), {
        publish: "once",
        download: "once",
      }),
      ...lazily(() => on(import("./resources/packages.ts"), ({ packages }) => packages), { delete: "once" }),
    },
    extras: {
      available: (name) => isExtraAvailable(facts, name, (options.now ?? Date.now)()),
      ...lazily(() => on(import("./resources/extras.ts"), ({ extras }) => extras), {
        project: "once",
        group: "once",
        branches: "pages",
        playJob: "once",
        bridges: "pages",
        ciLint: "once",
        mergeRequest: "once",
        createMergeRequest: "once",
        approve: "once",
      }),
    },
    requests: lazily(() => on(import("./anyRequest.ts"), ({ anyRequests }) => anyRequests), {
      shown: "once",
      send: "once",
    }),
  };
}

const milestoneShape = {
  list: "pages",
  get: "once",
  create: "once",
  update: "once",
  delete: "once",
  issues: "pages",
  mergeRequests: "pages",
  burndownEvents: "once",
} as const;

export type { Credentials } from "./request.ts";
export type { FeedCredentials } from "./request.ts";
