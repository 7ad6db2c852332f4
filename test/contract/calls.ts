import type { CallPair } from "./call.ts";
import { ciTemplates } from "./calls/ciTemplates.ts";
import { commits } from "./calls/commits.ts";
import { customAttributes } from "./calls/customAttributes.ts";
import { jobs } from "./calls/jobs.ts";
import { jobTokenScope } from "./calls/jobTokenScope.ts";
import { mergeRequests } from "./calls/mergeRequests.ts";
import { milestones } from "./calls/milestones.ts";
import { oauth } from "./calls/oauth.ts";
import { packages } from "./calls/packages.ts";
import { pipelines } from "./calls/pipelines.ts";
import { protectedBranches } from "./calls/protectedBranches.ts";
import { repositoryFiles } from "./calls/repositoryFiles.ts";
import { snippets } from "./calls/snippets.ts";
import { submodules } from "./calls/submodules.ts";
import { systemHooks } from "./calls/systemHooks.ts";
import { users } from "./calls/users.ts";
import { vulnerabilities } from "./calls/vulnerabilities.ts";
import { wikis } from "./calls/wikis.ts";
import type { DueId } from "./ids.ts";

/** One call with what is required, one with everything the documents allow. An operation without its calls does not compile. */
export type Calls = { readonly [Id in DueId]: CallPair<Id> };

export const calls: Calls = {
  ...pipelines,
  ...jobs,
  ...ciTemplates,
  ...oauth,
  ...users,
  ...packages,
  ...jobTokenScope,
  ...systemHooks,
  ...customAttributes,
  ...repositoryFiles,
  ...commits,
  ...submodules,
  ...mergeRequests,
  ...protectedBranches,
  ...wikis,
  ...milestones,
  ...snippets,
  ...vulnerabilities,
};
