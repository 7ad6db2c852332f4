/** Who sees and does what, and which words everybody else reads: roles.test.ts looks and does each of it in each role. */
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import type { ViewId } from "../../src/core/views.ts";
import type { roles } from "./roleWorld.ts";

/** What comes of a command in one role: it is done, or these words are read in its place. */
export type Outcome = "done" | RegExp;
type Columns<Of extends readonly unknown[], T> = { readonly [K in keyof Of]: T };
type Row<T> = Columns<typeof roles, T>;

const done = "done";
export const administratorsOnly =
  /127\.0\.0\.1:\d+ lets only administrators do this, with a sign-in that may use all of the API\. Ask an administrator of the host, or switch the account\.$/;
const rights =
  /127\.0\.0\.1:\d+ does not allow your account to do this\. Ask a maintainer of the project for more rights, or switch the account\. The service says: 403 Forbidden$/;
const owners = /^Delete [\w ]+: Only owners of the project and administrators of 127\.0\.0\.1:\d+ may delete [\w ]+\./;
const tokens =
  /(^|: )Who could use a job token in \S+ on 127\.0\.0\.1:\d+ is for its maintainers to see and to change\. Ask one of them, or switch the account\.$/;
const guards =
  /On 127\.0\.0\.1:\d+ only maintainers of the project (change how “guarded-\w+” is protected, and of those only whom its own list “Allowed to Unprotect” lets in|protect branches)\. Ask one of them, or switch the account\.$/;
const hidden =
  /Vulnerability( to Detected)?: 127\.0\.0\.1:\d+ does not show vulnerability #\d+ to your account\. Ask a maintainer of its project for more rights, or switch the account\.$/;
const feed =
  /: The package feed of 127\.0\.0\.1:\d+ does not allow this to the user of its token\..* a role in the project that may publish, or delete\./;
const group = /: Making a milestone the group's is for reporters of the group on 127\.0\.0\.1:\d+ and above\./;
const agent = /: Only administrators of 127\.0\.0\.1:\d+ are told with what and from where a snippet was made\.$/;
const status =
  /: Your account may not set statuses in this project: that takes the role of a developer, and on protected branches the right to push\. Ask a maintainer, or switch the account\.$/;
const push = /: Your account may not push to “release”\. Choose another branch, or ask a maintainer of the project\.$/;
const merge = /: Your account at 127\.0\.0\.1:\d+ may not merge into “main”: the branch's protection says who may\./;
const approve = /: You may not approve !\d+, or have done so already;/;
const admins = administratorsOnly;
const signIn = /: You are not signed in to 127\.0\.0\.1:\d+\.$/;

export const commands: Partial<Readonly<Record<CommandId, Row<Outcome>>>> = {
  //                                           administrator maintainer developer reporter anonymous
  "forgeline.pipeline.run": [done, done, done, rights, signIn],
  "forgeline.pipeline.retry": [done, done, done, rights, signIn],
  "forgeline.pipeline.cancel": [done, done, done, rights, signIn],
  "forgeline.pipeline.rename": [done, done, done, rights, signIn],
  "forgeline.pipeline.delete": [done, owners, owners, owners, signIn],
  "forgeline.pipeline.showVariables": [done, done, done, rights, signIn],
  "forgeline.job.retry": [done, done, done, rights, signIn],
  "forgeline.job.cancel": [done, done, done, rights, signIn],
  "forgeline.job.play": [done, done, done, rights, signIn],
  "forgeline.commit.cherryPick": [done, done, done, push, signIn],
  "forgeline.commit.setStatus": [done, done, done, status, signIn],
  "forgeline.mergeRequest.close": [done, done, done, rights, signIn],
  "forgeline.mergeRequest.reopen": [done, done, done, rights, signIn],
  "forgeline.mergeRequest.markDraft": [done, done, done, rights, signIn],
  "forgeline.mergeRequest.approve": [done, done, done, approve, signIn],
  "forgeline.mergeRequest.merge": [done, done, done, merge, signIn],
  "forgeline.mergeRequest.delete": [done, owners, owners, owners, signIn],
  "forgeline.milestone.create": [done, done, done, done, signIn],
  "forgeline.milestone.close": [done, done, done, done, signIn],
  "forgeline.milestone.delete": [done, done, done, done, signIn],
  "forgeline.milestone.promote": [done, group, group, group, signIn],
  "forgeline.package.delete": [done, done, feed, feed, signIn],
  "forgeline.wiki.delete": [done, done, done, rights, signIn],
  "forgeline.snippet.userAgentDetails": [done, agent, agent, agent, signIn],
  // Project settings
  "forgeline.protectedBranch.protect": [done, done, guards, guards, signIn],
  "forgeline.protectedBranch.edit": [done, done, guards, guards, signIn],
  "forgeline.protectedBranch.removeAccess": [done, done, guards, guards, signIn],
  "forgeline.protectedBranch.unprotect": [done, done, guards, guards, signIn],
  "forgeline.jobTokenScope.show": [done, done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.lift": [done, done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.limit": [done, done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.addProject": [done, done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.addGroup": [done, done, tokens, tokens, signIn],
  "forgeline.jobTokenScope.remove": [done, done, tokens, tokens, signIn],
  // Vulnerabilities
  "forgeline.vulnerability.open": [done, done, done, hidden, signIn],
  "forgeline.vulnerability.confirm": [done, done, done, hidden, signIn],
  "forgeline.vulnerability.resolve": [done, done, done, hidden, signIn],
  "forgeline.vulnerability.dismiss": [done, done, done, hidden, signIn],
  "forgeline.vulnerability.revert": [done, done, done, hidden, signIn],
  // People
  "forgeline.user.show": [done, done, done, done, signIn],
  "forgeline.status.set": [done, done, done, done, signIn],
  "forgeline.status.clear": [done, done, done, done, signIn],
  "forgeline.counts.show": [done, done, done, done, signIn],
  // Administration
  "forgeline.user.create": [done, admins, admins, admins, signIn],
  "forgeline.user.edit": [done, admins, admins, admins, signIn],
  "forgeline.user.delete": [done, admins, admins, admins, signIn],
  "forgeline.customAttribute.editAll": [done, admins, admins, admins, signIn],
  "forgeline.customAttribute.set": [done, admins, admins, admins, signIn],
  "forgeline.customAttribute.delete": [done, admins, admins, admins, signIn],
  "forgeline.systemHook.create": [done, admins, admins, admins, signIn],
  "forgeline.systemHook.show": [done, admins, admins, admins, signIn],
  "forgeline.systemHook.test": [done, admins, admins, admins, signIn],
  "forgeline.systemHook.delete": [done, admins, admins, admins, signIn],
  "forgeline.administration.showCurrentUserAs": [done, admins, admins, admins, signIn],
};

/** Rows that a view begins with; behind a colon what stands below in place of rows. */
type Seen = readonly string[];
const nothing: Seen = [];
const all = (rows: Seen): Row<Seen> => [rows, rows, rows, rows, nothing];
const notOffered: Seen = ["not offered"];

export const views: Partial<Readonly<Record<ViewId, Row<Seen>>>> = {
  "forgeline.pipelines": all(["Current branch: main", "All pipelines"]),
  "forgeline.jobs": all(["compile"]),
  "forgeline.mergeRequests": all([
    "For the current branch: main: No open merge request for main",
    "Assigned to me: No open merge requests",
    "Reviewing: No open merge requests",
    "Created by me: No open merge requests",
    "All open",
  ]),
  "forgeline.commits": all(["Build", "Initial commit"]),
  "forgeline.milestones": all([
    "Active",
    "Closed: No closed milestones",
    "Active in Group GROUP",
    "Closed in Group GROUP: No closed milestones",
  ]),
  "forgeline.packages": all(["Sensor"]),
  "forgeline.wiki": all(["page"]),
  "forgeline.vulnerabilities": all(["Names are not escaped"]),
  "forgeline.projectSettings": [
    ["Protected Branches", "Job Token Access"],
    ["Protected Branches", "Job Token Access"],
    ["Protected Branches", "Job Token Scope: The host shows this to maintainers of the project only"],
    ["Protected Branches", "Job Token Scope: The host shows this to maintainers of the project only"],
    nothing,
  ],
  "forgeline.people": all(["Me", "Users"]),
  "forgeline.administration": [
    ["Users", "System Hooks", "Custom Attributes"],
    notOffered,
    notOffered,
    notOffered,
    notOffered,
  ],
};
