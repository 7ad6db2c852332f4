import type { Context } from "./context.ts";
import { ciTemplates } from "./subjects/ciTemplates.ts";
import { commits } from "./subjects/commits.ts";
import { customAttributes } from "./subjects/customAttributes.ts";
import { jobTokenScope } from "./subjects/jobTokenScope.ts";
import { mergeRequests } from "./subjects/mergeRequests.ts";
import { milestones } from "./subjects/milestones.ts";
import { oauth } from "./subjects/oauth.ts";
import { openMergeRequests } from "./subjects/openMergeRequests.ts";
import { packages } from "./subjects/packages.ts";
import { pipelines } from "./subjects/pipelines.ts";
import { protectedBranches } from "./subjects/protectedBranches.ts";
import { repositoryFiles } from "./subjects/repositoryFiles.ts";
import { snippets } from "./subjects/snippets.ts";
import { submodules } from "./subjects/submodules.ts";
import { systemHooks } from "./subjects/systemHooks.ts";
import { users } from "./subjects/users.ts";
import { vulnerabilities } from "./subjects/vulnerabilities.ts";
import { wikis } from "./subjects/wikis.ts";

/** What calls are made upon, by family. Those that a call changes are made anew each time. All throw NotThere when the server lacks what they need. */
export const subjectsOf = (on: Context, open = openMergeRequests(on)) => ({
  ...on,
  ciTemplates: ciTemplates(on),
  commits: commits(on),
  customAttributes: customAttributes(on),
  jobTokenScope: jobTokenScope(on),
  mergeRequests: mergeRequests(on, open),
  milestones: milestones(on, open),
  oauth: oauth(on),
  packages: packages(on),
  pipelines: pipelines(on),
  protectedBranches: protectedBranches(on),
  repositoryFiles: repositoryFiles(on),
  snippets: snippets(on),
  submodules: submodules(on),
  systemHooks: systemHooks(on),
  users: users(on),
  vulnerabilities: vulnerabilities(on),
  wikis: wikis(on),
});

export type Subjects = ReturnType<typeof subjectsOf>;
