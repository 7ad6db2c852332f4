import { anyRequests } from "./anyRequest.ts";
import { createHttp, type Http } from "./http.ts";
import type { HttpOptions } from "./request.ts";
import { type AuthorizeRequest, authorizeUrl } from "./resources/authorizeUrl.ts";
import { ciTemplates } from "./resources/ciTemplates.ts";
import { commits } from "./resources/commits.ts";
import { customAttributes } from "./resources/customAttributes.ts";
import { discussions } from "./resources/discussions.ts";
import { draftNotes } from "./resources/draftNotes.ts";
import { extras } from "./resources/extras.ts";
import { jobs } from "./resources/jobs.ts";
import { groupsAllowlist, jobTokenScope, projectAllowlist } from "./resources/jobTokenScope.ts";
import { mergeRequests } from "./resources/mergeRequests.ts";
import { groupMilestones, projectMilestones } from "./resources/milestones.ts";
import { oauth } from "./resources/oauth.ts";
import { packages, symbols } from "./resources/packages.ts";
import { packagesV2 } from "./resources/packagesV2.ts";
import { packagesV3 } from "./resources/packagesV3.ts";
import { pipelines } from "./resources/pipelines.ts";
import { protectedBranches } from "./resources/protectedBranches.ts";
import { repositoryFiles } from "./resources/repositoryFiles.ts";
import { snippets } from "./resources/snippets.ts";
import { submodules } from "./resources/submodules.ts";
import { systemHooks } from "./resources/systemHooks.ts";
import { users } from "./resources/users.ts";
import { vulnerabilities } from "./resources/vulnerabilities.ts";
import { wikis } from "./resources/wikis.ts";
export type { InstanceCapabilities } from "./capabilities.ts";

export type ClientOptions = HttpOptions;

/** API client of one instance with one credential or none. Operations are named as in the API documents. */
export type Client = ReturnType<typeof clientOf>;

/**
 * Creates a client, without sending anything.
 * @throws TypeError when `baseUrl` is not an http or https URL
 */
export const createClient = (options: ClientOptions): Client => clientOf(createHttp(options));

/** Returns the operations of an instance, whose requests `http` sends. */
export function clientOf(http: Http) {
  return {
    /** Base URL of the instance, without a trailing slash. */
    baseUrl: http.baseUrl,
    /** Returns the time by the host's clock, as of its last response, in milliseconds since the epoch. */
    hostTime: () => http.hostTime(),
    pipelines: pipelines(http),
    jobs: jobs(http),
    ciTemplates: ciTemplates(http),
    repositoryFiles: repositoryFiles(http),
    commits: commits(http),
    submodules: submodules(http),
    mergeRequests: mergeRequests(http),
    protectedBranches: protectedBranches(http),
    wikis: wikis(http),
    milestones: { group: groupMilestones(http), project: projectMilestones(http) },
    users: users(http),
    oauth: {
      ...oauth(http),
      /** Returns the URL of the authorization page, without a request. Part 1, OAuth 2.0 provider. */
      authorizeUrl: (request: AuthorizeRequest): string => authorizeUrl(http.baseUrl, request),
    },
    jobTokenScope: {
      ...jobTokenScope(http),
      allowlist: projectAllowlist(http),
      groupsAllowlist: groupsAllowlist(http),
    },
    systemHooks: systemHooks(http),
    customAttributes: customAttributes(http),
    snippets: snippets(http),
    /** Deprecated in the API documents in favor of GraphQL. */
    vulnerabilities: vulnerabilities(http),
    packages: { ...packages(http), v2: packagesV2(http), v3: packagesV3(http), symbols: symbols(http) },
    extras: extras(http),
    discussions: { ...discussions(http), drafts: draftNotes(http) },
    /** Sends any request and returns the raw response, for the API console. */
    requests: anyRequests(http),
  };
}

export type { Credentials, RequestDispatcher } from "./request.ts";
export type { FeedCredentials, SecretRegister } from "./request.ts";
