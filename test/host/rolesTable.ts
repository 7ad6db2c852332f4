/** Who does what, and which words everybody else reads: roles.test.ts does each of it in each role. */
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import type { members } from "./roleWorld.ts";

/** What comes of a command in one role: it is done, or these words are read in its place. */
export type Outcome = "done" | RegExp;
type Columns<Of extends readonly unknown[], T> = { readonly [K in keyof Of]: T };

const done = "done";
export const administratorsOnly =
  /Only administrators of 127\.0\.0\.1:\d+ can do this, with a sign-in that has full access to the API\. Ask an administrator of the host, or switch accounts\.$/;
const rights =
  /Your account on 127\.0\.0\.1:\d+ does not have permission to do this\. Ask a maintainer of the project for access, or switch accounts\. Message from the host: 403 Forbidden$/;
const owners = /^Delete [\w ]+: Only project owners and administrators of 127\.0\.0\.1:\d+ can delete [\w ]+\./;
const tokens =
  /(^|: )Only maintainers of \S+ on 127\.0\.0\.1:\d+ can view and change job token access\. Ask one of them, or switch accounts\.$/;
const guards =
  /Only project maintainers on 127\.0\.0\.1:\d+ (who are allowed to unprotect can change the protection of “guarded-\w+”|can protect branches)\. Ask one of them, or switch accounts\.$/;
const hidden =
  /Vulnerability( to Detected)?: Your account on 127\.0\.0\.1:\d+ cannot see vulnerability #\d+\. Ask a maintainer of the project for access, or switch accounts\.$/;
const feed =
  /: Your account for the package registry of 127\.0\.0\.1:\d+ does not have permission to do this\. The token needs the scope api, and you need a role in the project that can publish or delete packages\./;
const group = /: You need at least the Reporter role in the group on 127\.0\.0\.1:\d+ to promote milestones/;
const agent = /: Only administrators of 127\.0\.0\.1:\d+ can see user agent details\.$/;
const status =
  /: You cannot set commit statuses in this project\. You need at least the Developer role, and push access for protected branches\. Ask a maintainer, or switch accounts\.$/;
const push = /: You cannot push to “release”\. Choose another branch, or ask a maintainer of the project\.$/;
const merge = /: Your account on 127\.0\.0\.1:\d+ cannot merge into the protected branch “main”/;
const approve =
  /: You cannot approve !\d+, or have already approved it\. Some projects do not allow authors to approve\./;
const resolve =
  /: Your account cannot (resolve|reopen) threads of !\d+\. The author of the merge request and members with the Developer role can\.$/;
const selectThread = /: Open the changes of a merge request and select the thread there\.$/;
/** With a diff open, and without one. */
const reviewSignIn = /: (Sign in to review merge requests|You are not signed in to 127\.0\.0\.1:\d+)\.$/;
const selectLine = /: Open the changes of a merge request and select a line to comment on it\.$/;
const suggest = /^You cannot push to the source branch of !\d+, so you cannot apply suggestions\.$/;
const rebase = /: You cannot push to the source branch of !\d+, so you cannot rebase it\.$/;
const reviews = /: The host did not request a review of !\d+ from @alice: your account may not assign reviewers\.$/;
const admins = administratorsOnly;
const signIn = /: You are not signed in to 127\.0\.0\.1:\d+\.$/;

/** Administrators do all of them, as the suite about faulty writes shows. */
export const commands: Partial<Readonly<Record<CommandId, Columns<typeof members, Outcome>>>> = {
  //                              maintainer developer reporter anonymous
  "forgeline.pipeline.run": [done, done, rights, signIn],
  "forgeline.pipeline.retry": [done, done, rights, signIn],
  "forgeline.pipeline.cancel": [done, done, rights, signIn],
  "forgeline.pipeline.rename": [done, done, rights, signIn],
  "forgeline.pipeline.delete": [owners, owners, owners, signIn],
  "forgeline.pipeline.showVariables": [done, done, rights, signIn],
  "forgeline.job.retry": [done, done, rights, signIn],
  "forgeline.job.retryFailed": [done, done, rights, signIn],
  "forgeline.job.cancel": [done, done, rights, signIn],
  "forgeline.job.play": [done, done, rights, signIn],
  "forgeline.commit.cherryPick": [done, done, push, signIn],
  "forgeline.commit.setStatus": [done, done, status, signIn],
  "forgeline.mergeRequest.close": [done, done, rights, signIn],
  "forgeline.mergeRequest.reopen": [done, done, rights, signIn],
  "forgeline.mergeRequest.markDraft": [done, done, rights, signIn],
  "forgeline.mergeRequest.approve": [done, done, approve, signIn],
  "forgeline.mergeRequest.revokeApproval": [done, done, rights, signIn],
  "forgeline.mergeRequest.submitReview": [done, done, done, reviewSignIn],
  "forgeline.thread.resolve": [done, done, resolve, selectThread],
  "forgeline.thread.reopen": [done, done, resolve, selectThread],
  "forgeline.thread.send": [done, done, done, selectLine],
  "forgeline.thread.addToReview": [done, done, done, selectLine],
  "forgeline.suggestion.apply": [done, done, suggest, selectThread],
  "forgeline.mergeRequest.rebase": [done, done, rebase, signIn],
  "forgeline.mergeRequest.requestReview": [done, done, reviews, signIn],
  "forgeline.mergeRequest.merge": [done, done, merge, signIn],
  "forgeline.mergeRequest.delete": [owners, owners, owners, signIn],
  "forgeline.milestone.create": [done, done, done, signIn],
  "forgeline.milestone.close": [done, done, done, signIn],
  "forgeline.milestone.delete": [done, done, done, signIn],
  "forgeline.milestone.promote": [group, group, group, signIn],
  "forgeline.package.delete": [done, feed, feed, signIn],
  "forgeline.wiki.delete": [done, done, rights, signIn],
  "forgeline.snippet.userAgentDetails": [agent, agent, agent, signIn],
  // Project settings
  "forgeline.protectedBranch.protect": [done, guards, guards, signIn],
  "forgeline.protectedBranch.edit": [done, guards, guards, signIn],
  "forgeline.protectedBranch.removeAccess": [done, guards, guards, signIn],
  "forgeline.protectedBranch.unprotect": [done, guards, guards, signIn],
  "forgeline.jobTokenScope.show": [done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.lift": [done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.limit": [done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.addProject": [done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.addGroup": [done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.remove": [done, tokens, tokens, signIn],
  // Vulnerabilities
  "forgeline.vulnerability.open": [done, done, hidden, signIn],
  "forgeline.vulnerability.confirm": [done, done, hidden, signIn],
  "forgeline.vulnerability.resolve": [done, done, hidden, signIn],
  "forgeline.vulnerability.dismiss": [done, done, hidden, signIn],
  "forgeline.vulnerability.revert": [done, done, hidden, signIn],
  // People
  "forgeline.user.show": [done, done, done, signIn],
  "forgeline.status.set": [done, done, done, signIn],
  "forgeline.status.clear": [done, done, done, signIn],
  "forgeline.counts.show": [done, done, done, signIn],
  // Administration
  "forgeline.user.create": [admins, admins, admins, signIn],
  "forgeline.user.edit": [admins, admins, admins, signIn],
  "forgeline.user.delete": [admins, admins, admins, signIn],
  "forgeline.customAttribute.editAll": [admins, admins, admins, signIn],
  "forgeline.customAttribute.set": [admins, admins, admins, signIn],
  "forgeline.customAttribute.delete": [admins, admins, admins, signIn],
  "forgeline.systemHook.create": [admins, admins, admins, signIn],
  "forgeline.systemHook.show": [admins, admins, admins, signIn],
  "forgeline.systemHook.test": [admins, admins, admins, signIn],
  "forgeline.systemHook.delete": [admins, admins, admins, signIn],
  "forgeline.administration.showCurrentUserAs": [admins, admins, admins, signIn],
};
