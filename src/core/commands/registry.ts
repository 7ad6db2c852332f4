import type * as customAttributeActions from "../../features/administration/customAttributes/commands.ts";
import type * as systemHookActions from "../../features/administration/systemHooks/commands.ts";
import type * as adminUserActions from "../../features/administration/users/index.ts";
import type * as mergeRequestActions from "../../features/mergeRequests/commands/index.ts";
import type * as milestoneActions from "../../features/milestones/commands/index.ts";
import type * as packageActions from "../../features/packages/commands/index.ts";
import type * as sshKeyActions from "../../features/people/sshKeys/commands.ts";
import type * as userCommands from "../../features/people/users/index.ts";
import type * as artifactActions from "../../features/pipelines/artifacts/commands/actions.ts";
import type * as jobTokenScopeActions from "../../features/projectSettings/jobTokenScope/commands/index.ts";
import type * as protectedBranchActions from "../../features/projectSettings/protectedBranches/commands/index.ts";
import type * as snippetActions from "../../features/snippets/commands/index.ts";
import type * as vulnerabilityActions from "../../features/vulnerabilities/commands/index.ts";
import type * as wikiActions from "../../features/wiki/commands/index.ts";
import type { App } from "../context.ts";
import type { CommandArgs, CommandId } from "../ids.ts";
import * as take from "./arguments.ts";

/** Does what a command says. Errors are left to fall: register.ts reports them. */
export type Handler<Id extends CommandId> = (app: App, ...args: CommandArgs[Id]) => Promise<void>;

/** Every command: how to read its arguments, and where its handler is, which is loaded when first used. */
type Handlers = {
  readonly [Id in CommandId]: {
    readonly take: (given: readonly unknown[]) => CommandArgs[Id];
    readonly load: () => Promise<Handler<Id>>;
  };
};

const onArtifact =
  <Name extends keyof typeof artifactActions>(name: Name) =>
  async (): Promise<(typeof artifactActions)[Name]> =>
    (await import("../../features/pipelines/artifacts/commands/actions.ts"))[name];
const onJobTokenScope =
  <Name extends keyof typeof jobTokenScopeActions>(name: Name) =>
  async (): Promise<(typeof jobTokenScopeActions)[Name]> =>
    (await import("../../features/projectSettings/jobTokenScope/commands/index.ts"))[name];
const onMergeRequest =
  <Name extends keyof typeof mergeRequestActions>(name: Name) =>
  async (): Promise<(typeof mergeRequestActions)[Name]> =>
    (await import("../../features/mergeRequests/commands/index.ts"))[name];
const onMilestone =
  <Name extends keyof typeof milestoneActions>(name: Name) =>
  async (): Promise<(typeof milestoneActions)[Name]> =>
    (await import("../../features/milestones/commands/index.ts"))[name];
const onProtectedBranch =
  <Name extends keyof typeof protectedBranchActions>(name: Name) =>
  async (): Promise<(typeof protectedBranchActions)[Name]> =>
    (await import("../../features/projectSettings/protectedBranches/commands/index.ts"))[name];
const onPackage =
  <Name extends keyof typeof packageActions>(name: Name) =>
  async (): Promise<(typeof packageActions)[Name]> =>
    (await import("../../features/packages/commands/index.ts"))[name];

const onSnippet =
  <Name extends keyof typeof snippetActions>(name: Name) =>
  async (): Promise<(typeof snippetActions)[Name]> =>
    (await import("../../features/snippets/commands/index.ts"))[name];
const onSshKey =
  <Name extends keyof typeof sshKeyActions>(name: Name) =>
  async (): Promise<(typeof sshKeyActions)[Name]> =>
    (await import("../../features/people/sshKeys/commands.ts"))[name];
const onAdminUser =
  <Name extends keyof typeof adminUserActions>(name: Name) =>
  async (): Promise<(typeof adminUserActions)[Name]> =>
    (await import("../../features/administration/users/index.ts"))[name];
const onAttribute =
  <Name extends keyof typeof customAttributeActions>(name: Name) =>
  async (): Promise<(typeof customAttributeActions)[Name]> =>
    (await import("../../features/administration/customAttributes/commands.ts"))[name];
const onSystemHook =
  <Name extends keyof typeof systemHookActions>(name: Name) =>
  async (): Promise<(typeof systemHookActions)[Name]> =>
    (await import("../../features/administration/systemHooks/commands.ts"))[name];
const onVulnerability =
  <Name extends keyof typeof vulnerabilityActions>(name: Name) =>
  async (): Promise<(typeof vulnerabilityActions)[Name]> =>
    (await import("../../features/vulnerabilities/commands/index.ts"))[name];
const onPerson =
  <Name extends keyof typeof userCommands>(name: Name) =>
  async (): Promise<(typeof userCommands)[Name]> =>
    (await import("../../features/people/users/index.ts"))[name];
const onWikiPage =
  <Name extends keyof typeof wikiActions>(name: Name) =>
  async (): Promise<(typeof wikiActions)[Name]> =>
    (await import("../../features/wiki/commands/index.ts"))[name];

/** A command of ids.ts that is left out here does not compile. */
export const handlers: Handlers = {
  "forgeline.signIn": {
    take: take.text,
    load: async () => (await import("../../features/account/commands/account.ts")).signIn,
  },
  "forgeline.signOut": {
    take: take.text,
    load: async () => (await import("../../features/account/commands/account.ts")).signOut,
  },
  "forgeline.switchAccount": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/account.ts")).switchAccount,
  },
  "forgeline.sessionDetails": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/sessionDetails.ts")).sessionDetails,
  },
  "forgeline.selectProject": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/selectProject.ts")).selectProject,
  },
  "forgeline.refresh": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/general.ts")).refresh,
  },
  "forgeline.loadMore": {
    take: take.listEnd,
    load: async () => (await import("../../features/account/commands/general.ts")).loadMore,
  },
  "forgeline.openSettings": {
    take: take.text,
    load: async () => (await import("../../features/account/commands/general.ts")).openSettings,
  },
  "forgeline.showExtensionLog": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/general.ts")).showExtensionLog,
  },
  "forgeline.openInBrowser": { take: take.target, load: async () => (await import("./links.ts")).openInBrowser },
  "forgeline.copyLink": { take: take.target, load: async () => (await import("./links.ts")).copyLink },
  "forgeline.pipelines.filter": {
    take: take.nothing,
    load: async () => (await import("../../features/pipelines/commands/filter.ts")).filter,
  },
  "forgeline.pipelines.clearFilter": {
    take: take.nothing,
    load: async () => (await import("../../features/pipelines/commands/filter.ts")).clearFilter,
  },
  "forgeline.pipeline.run": {
    take: take.nothing,
    load: async () => (await import("../../features/pipelines/commands/run.ts")).run,
  },
  "forgeline.pipeline.runAgain": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/run.ts")).runAgain,
  },
  "forgeline.pipeline.retry": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/change.ts")).retry,
  },
  "forgeline.pipeline.cancel": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/change.ts")).cancel,
  },
  "forgeline.pipeline.rename": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/change.ts")).rename,
  },
  "forgeline.pipeline.delete": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/change.ts")).remove,
  },
  "forgeline.pipeline.showVariables": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/variables.ts")).showVariables,
  },
  "forgeline.pipeline.showLatest": {
    take: take.text,
    load: async () => (await import("../../features/pipelines/commands/show.ts")).showLatest,
  },
  "forgeline.pipeline.reveal": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/commands/show.ts")).reveal,
  },
  "forgeline.pipeline.notify": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/notifications/commands.ts")).notifyOfPipeline,
  },
  "forgeline.job.notify": {
    take: take.job,
    load: async () => (await import("../../features/pipelines/notifications/commands.ts")).notifyOfJob,
  },
  "forgeline.stopWatching": {
    take: take.watched,
    load: async () => (await import("../../features/pipelines/notifications/commands.ts")).stopWatching,
  },
  "forgeline.pipeline.showGraph": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/graph/commands.ts")).showGraph,
  },
  "forgeline.pipeline.showTestReport": {
    take: take.pipeline,
    load: async () => (await import("../../features/pipelines/testReports/commands.ts")).showTestReport,
  },
  "forgeline.testReport.clear": {
    take: take.testItem,
    load: async () => (await import("../../features/pipelines/testReports/commands.ts")).clear,
  },
  "forgeline.jobs.filter": {
    take: take.nothing,
    load: async () => (await import("../../features/jobs/commands/filter.ts")).filter,
  },
  "forgeline.job.retry": {
    take: take.job,
    load: async () => (await import("../../features/jobs/commands/run.ts")).retry,
  },
  "forgeline.job.cancel": {
    take: take.job,
    load: async () => (await import("../../features/jobs/commands/run.ts")).cancel,
  },
  "forgeline.job.play": {
    take: take.job,
    load: async () => (await import("../../features/jobs/commands/run.ts")).play,
  },
  "forgeline.job.showLog": {
    take: take.job,
    load: async () => (await import("../../features/jobs/commands/run.ts")).showLog,
  },
  "forgeline.job.stopLog": {
    take: take.job,
    load: async () => (await import("../../features/jobs/commands/run.ts")).stopLog,
  },
  "forgeline.job.openRawLog": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/log/commands.ts")).openRawLog,
  },
  "forgeline.job.openLog": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/log/commands.ts")).openLog,
  },
  "forgeline.job.showProblems": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/problems/commands.ts")).showProblems,
  },
  "forgeline.job.clearProblems": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/problems/commands.ts")).clearProblems,
  },
  "forgeline.job.saveRawLog": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/log/commands.ts")).saveRawLog,
  },
  "forgeline.log.showFirstError": {
    take: take.jobLog,
    load: async () => (await import("../../features/jobs/log/commands.ts")).showFirstError,
  },
  "forgeline.job.browseArtifacts": { take: take.job, load: onArtifact("browseArtifacts") },
  "forgeline.artifacts.download": { take: take.job, load: onArtifact("downloadArchive") },
  "forgeline.artifacts.downloadLatest": { take: take.nothing, load: onArtifact("downloadLatest") },
  "forgeline.artifact.open": { take: take.artifact, load: onArtifact("openArtifact") },
  "forgeline.artifact.download": { take: take.artifact, load: onArtifact("downloadArtifact") },
  "forgeline.artifact.selectForCompare": { take: take.artifact, load: onArtifact("selectForCompare") },
  "forgeline.artifact.compareWithSelected": { take: take.artifact, load: onArtifact("compareWithSelected") },
  "forgeline.artifact.compareWithJob": { take: take.artifact, load: onArtifact("compareWithJob") },
  "forgeline.mergeRequests.search": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/filter.ts")).search,
  },
  "forgeline.mergeRequests.filter": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/filter.ts")).filter,
  },
  "forgeline.mergeRequests.clearFilter": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/filter.ts")).clearFilter,
  },
  "forgeline.mergeRequest.open": {
    take: take.mergeRequest,
    load: async () => (await import("../../features/mergeRequests/commands/open.ts")).open,
  },
  "forgeline.mergeRequests.showAllProjects": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/display.ts")).showAllProjects,
  },
  "forgeline.mergeRequests.showThisProject": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/display.ts")).showThisProject,
  },
  "forgeline.changes.showAsTree": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/display.ts")).showAsTree,
  },
  "forgeline.changes.showAsList": {
    take: take.nothing,
    load: async () => (await import("../../features/mergeRequests/commands/display.ts")).showAsList,
  },
  "forgeline.commits.filter": {
    take: take.nothing,
    load: async () => (await import("../../features/repository/commands/filter.ts")).filter,
  },
  "forgeline.commits.clearFilter": {
    take: take.nothing,
    load: async () => (await import("../../features/repository/commands/filter.ts")).clearFilter,
  },
  "forgeline.commit.show": {
    take: take.commit,
    load: async () => (await import("../../features/repository/commands/show.ts")).show,
  },
  "forgeline.commit.copySha": {
    take: take.commit,
    load: async () => (await import("../../features/repository/commands/show.ts")).copySha,
  },
  "forgeline.commit.cherryPick": {
    take: take.commitFrom,
    load: async () => (await import("../../features/repository/commands/cherryPick.ts")).cherryPick,
  },
  "forgeline.commit.revert": {
    take: take.commitFrom,
    load: async () => (await import("../../features/repository/commands/cherryPick.ts")).revert,
  },
  "forgeline.commit.setStatus": {
    take: take.commit,
    load: async () => (await import("../../features/repository/commands/setStatus.ts")).setStatus,
  },
  "forgeline.commit.comment": {
    take: take.commit,
    load: async () => (await import("../../features/repository/comments/commands.ts")).comment,
  },
  "forgeline.commit.showComments": {
    take: take.comment,
    load: async () => (await import("../../features/repository/comments/commands.ts")).showComments,
  },
  "forgeline.comment.send": {
    take: take.commentReply,
    load: async () => (await import("../../features/repository/comments/commands.ts")).sendComment,
  },
  "forgeline.comment.sendAgain": {
    take: take.draftComment,
    load: async () => (await import("../../features/repository/comments/commands.ts")).sendCommentAgain,
  },
  "forgeline.comment.discard": {
    take: take.draftComment,
    load: async () => (await import("../../features/repository/comments/commands.ts")).discardComment,
  },
  "forgeline.packages.search": { take: take.nothing, load: onPackage("search") },
  "forgeline.packages.filter": { take: take.nothing, load: onPackage("filter") },
  "forgeline.packages.clearSearch": { take: take.nothing, load: onPackage("clearSearch") },
  "forgeline.packages.togglePrereleases": { take: take.nothing, load: onPackage("togglePrereleases") },
  "forgeline.packages.signIn": { take: take.text, load: onPackage("signIn") },
  "forgeline.packages.signOut": { take: take.text, load: onPackage("signOut") },
  "forgeline.packages.showGroup": { take: take.nothing, load: onPackage("showGroup") },
  "forgeline.packages.showProject": { take: take.nothing, load: onPackage("showProject") },
  "forgeline.packages.addFeed": { take: take.nothing, load: onPackage("addFeed") },
  "forgeline.packages.publish": { take: take.uri, load: onPackage("publish") },
  "forgeline.packages.publishSymbols": { take: take.uri, load: onPackage("publishSymbols") },
  "forgeline.packages.downloadSymbols": { take: take.nothing, load: onPackage("downloadSymbols") },
  "forgeline.packages.showDocuments": { take: take.package, load: onPackage("showDocuments") },
  "forgeline.package.copyName": { take: take.package, load: onPackage("copyName") },
  "forgeline.package.copyInstallCommand": { take: take.package, load: onPackage("copyInstallCommand") },
  "forgeline.package.copyReference": { take: take.package, load: onPackage("copyReference") },
  "forgeline.package.download": { take: take.package, load: onPackage("download") },
  "forgeline.package.delete": { take: take.package, load: onPackage("remove") },
  "forgeline.mergeRequest.merge": { take: take.mergeRequest, load: onMergeRequest("merge") },
  "forgeline.mergeRequest.cancelAutoMerge": { take: take.mergeRequest, load: onMergeRequest("cancelAutoMerge") },
  "forgeline.mergeRequest.close": { take: take.mergeRequest, load: onMergeRequest("close") },
  "forgeline.mergeRequest.reopen": { take: take.mergeRequest, load: onMergeRequest("reopen") },
  "forgeline.mergeRequest.delete": { take: take.mergeRequest, load: onMergeRequest("remove") },
  "forgeline.mergeRequest.checkMerge": { take: take.mergeRequest, load: onMergeRequest("checkMerge") },
  "forgeline.mergeRequest.markReady": { take: take.mergeRequest, load: onMergeRequest("markReady") },
  "forgeline.mergeRequest.markDraft": { take: take.mergeRequest, load: onMergeRequest("markDraft") },
  "forgeline.mergeRequest.checkOut": { take: take.mergeRequest, load: onMergeRequest("checkOut") },
  "forgeline.mergeRequest.openInBrowser": { take: take.mergeRequest, load: onMergeRequest("openInBrowser") },
  "forgeline.mergeRequest.copyLink": { take: take.mergeRequest, load: onMergeRequest("copyLink") },
  "forgeline.mergeRequest.copyBranch": { take: take.mergeRequest, load: onMergeRequest("copyBranch") },
  "forgeline.mergeRequest.approve": { take: take.mergeRequest, load: onMergeRequest("approve") },
  "forgeline.mergeRequest.showNew": { take: take.mergeRequestSince, load: onMergeRequest("showNew") },
  "forgeline.mergeRequest.edit": { take: take.mergeRequest, load: onMergeRequest("edit") },
  "forgeline.mergeRequest.editDescription": { take: take.mergeRequest, load: onMergeRequest("editDescription") },
  "forgeline.mergeRequest.create": { take: take.nothing, load: onMergeRequest("create") },
  "forgeline.wiki.open": { take: take.wikiPageAt, load: onWikiPage("open") },
  "forgeline.wiki.create": { take: take.wikiPage, load: onWikiPage("create") },
  "forgeline.wiki.rename": { take: take.wikiPage, load: onWikiPage("rename") },
  "forgeline.wiki.changeFormat": { take: take.wikiPage, load: onWikiPage("changeFormat") },
  "forgeline.wiki.delete": { take: take.wikiPage, load: onWikiPage("remove") },
  "forgeline.wiki.discard": { take: take.wikiPage, load: onWikiPage("discard") },
  "forgeline.wiki.preview": { take: take.wikiPage, load: onWikiPage("preview") },
  "forgeline.wiki.showRendered": { take: take.wikiPage, load: onWikiPage("showRendered") },
  "forgeline.wiki.showHtml": { take: take.wikiPage, load: onWikiPage("showHtml") },
  "forgeline.wiki.showHistory": { take: take.wikiPage, load: onWikiPage("showHistory") },
  "forgeline.wiki.openVersion": { take: take.wikiVersion, load: onWikiPage("openVersion") },
  "forgeline.wiki.openInBrowser": { take: take.wikiPage, load: onWikiPage("openInBrowser") },
  "forgeline.wiki.copyLink": { take: take.wikiPage, load: onWikiPage("copyLink") },
  "forgeline.wiki.copySlug": { take: take.wikiPage, load: onWikiPage("copySlug") },
  "forgeline.wiki.copyMarkdownLink": { take: take.wikiPage, load: onWikiPage("copyMarkdownLink") },
  "forgeline.wiki.search": { take: take.text, load: onWikiPage("search") },
  "forgeline.wiki.filter": { take: take.nothing, load: onWikiPage("filter") },
  "forgeline.wiki.clearFilter": { take: take.nothing, load: onWikiPage("clearFilter") },
  "forgeline.snippets.filter": { take: take.nothing, load: onSnippet("filter") },
  "forgeline.snippets.clearFilter": { take: take.nothing, load: onSnippet("clearFilter") },
  "forgeline.snippet.open": { take: take.snippet, load: onSnippet("open") },
  "forgeline.snippet.openAtRef": { take: take.snippet, load: onSnippet("openAtRef") },
  "forgeline.snippet.openInBrowser": { take: take.snippet, load: onSnippet("openInBrowser") },
  "forgeline.snippet.copyLink": { take: take.snippet, load: onSnippet("copyLink") },
  "forgeline.snippet.create": { take: take.nothing, load: onSnippet("create") },
  "forgeline.snippet.createFromSelection": { take: take.nothing, load: onSnippet("createFromSelection") },
  "forgeline.snippet.createFromFiles": { take: take.uris, load: onSnippet("createFromFiles") },
  "forgeline.snippet.createFromClipboard": { take: take.nothing, load: onSnippet("createFromClipboard") },
  "forgeline.snippet.insert": { take: take.nothing, load: onSnippet("insert") },
  "forgeline.snippet.edit": { take: take.snippet, load: onSnippet("edit") },
  "forgeline.snippet.changeVisibility": { take: take.snippet, load: onSnippet("changeVisibility") },
  "forgeline.snippet.delete": { take: take.snippet, load: onSnippet("remove") },
  "forgeline.snippet.userAgentDetails": { take: take.snippet, load: onSnippet("userAgentDetails") },
  "forgeline.snippet.newFile": { take: take.snippet, load: onSnippet("newFile") },
  "forgeline.snippet.renameFile": { take: take.snippet, load: onSnippet("renameFile") },
  "forgeline.snippet.deleteFile": { take: take.snippet, load: onSnippet("deleteFile") },
  "forgeline.snippet.discard": { take: take.snippet, load: onSnippet("discard") },
  "forgeline.milestones.search": { take: take.nothing, load: onMilestone("search") },
  "forgeline.milestones.clearSearch": { take: take.nothing, load: onMilestone("clearSearch") },
  "forgeline.milestone.create": { take: take.milestoneHome, load: onMilestone("create") },
  "forgeline.milestone.edit": { take: take.milestone, load: onMilestone("edit") },
  "forgeline.milestone.close": { take: take.milestone, load: onMilestone("close") },
  "forgeline.milestone.activate": { take: take.milestone, load: onMilestone("activate") },
  "forgeline.milestone.delete": { take: take.milestone, load: onMilestone("remove") },
  "forgeline.milestone.promote": { take: take.milestone, load: onMilestone("promote") },
  "forgeline.milestone.openInBrowser": { take: take.milestone, load: onMilestone("openInBrowser") },
  "forgeline.milestone.copyLink": { take: take.milestone, load: onMilestone("copyLink") },
  "forgeline.milestone.showBurndown": { take: take.milestone, load: onMilestone("showBurndown") },
  "forgeline.milestone.showMergeRequests": { take: take.milestone, load: onMilestone("showMergeRequests") },
  "forgeline.users.search": { take: take.nothing, load: onPerson("search") },
  "forgeline.users.filter": { take: take.nothing, load: onPerson("filter") },
  "forgeline.users.clearFilter": { take: take.nothing, load: onPerson("clearFilter") },
  "forgeline.user.show": { take: take.user, load: onPerson("show") },
  "forgeline.user.copyMention": { take: take.user, load: onPerson("copyMention") },
  "forgeline.user.insertMention": { take: take.user, load: onPerson("insertMention") },
  "forgeline.user.openInBrowser": { take: take.user, load: onPerson("openInBrowser") },
  "forgeline.protectedBranch.protect": { take: take.projectOrText, load: onProtectedBranch("protect") },
  "forgeline.protectedBranch.edit": { take: take.protectedBranch, load: onProtectedBranch("edit") },
  "forgeline.protectedBranch.unprotect": { take: take.protectedBranch, load: onProtectedBranch("unprotect") },
  "forgeline.protectedBranch.show": { take: take.protectedBranch, load: onProtectedBranch("show") },
  "forgeline.protectedBranch.addAccess": { take: take.protectedAccess, load: onProtectedBranch("addAccess") },
  "forgeline.protectedBranch.changeAccess": { take: take.protectedAccess, load: onProtectedBranch("changeAccess") },
  "forgeline.protectedBranch.removeAccess": { take: take.protectedAccess, load: onProtectedBranch("removeAccess") },
  "forgeline.jobTokenScope.show": { take: take.nothing, load: onJobTokenScope("show") },
  "forgeline.jobTokenScope.limit": { take: take.nothing, load: onJobTokenScope("limit") },
  "forgeline.jobTokenScope.lift": { take: take.nothing, load: onJobTokenScope("lift") },
  "forgeline.jobTokenScope.addProject": { take: take.nothing, load: onJobTokenScope("addProject") },
  "forgeline.jobTokenScope.addGroup": { take: take.nothing, load: onJobTokenScope("addGroup") },
  "forgeline.jobTokenScope.remove": { take: take.jobTokenEntry, load: onJobTokenScope("remove") },
  "forgeline.vulnerability.open": { take: take.vulnerability, load: onVulnerability("open") },
  "forgeline.vulnerability.confirm": { take: take.vulnerability, load: onVulnerability("confirm") },
  "forgeline.vulnerability.resolve": { take: take.vulnerability, load: onVulnerability("resolve") },
  "forgeline.vulnerability.dismiss": { take: take.vulnerability, load: onVulnerability("dismiss") },
  "forgeline.vulnerability.revert": { take: take.vulnerability, load: onVulnerability("revert") },
  "forgeline.vulnerability.remove": { take: take.vulnerability, load: onVulnerability("remove") },
  "forgeline.vulnerability.openLocation": { take: take.vulnerability, load: onVulnerability("openLocation") },
  "forgeline.vulnerability.openInBrowser": { take: take.vulnerability, load: onVulnerability("openInBrowser") },
  "forgeline.vulnerability.copyLink": { take: take.vulnerability, load: onVulnerability("copyLink") },
  "forgeline.status.set": {
    take: take.nothing,
    load: async () => (await import("../../features/people/me/setStatus.ts")).setStatus,
  },
  "forgeline.status.clear": {
    take: take.nothing,
    load: async () => (await import("../../features/people/me/setStatus.ts")).clearStatus,
  },
  "forgeline.counts.show": {
    take: take.text,
    load: async () => (await import("../../features/people/me/counts.ts")).showCounts,
  },
  "forgeline.sshKey.add": {
    take: take.nothing,
    load: async () => (await import("../../features/people/sshKeys/add.ts")).add,
  },
  "forgeline.sshKey.show": { take: take.sshKey, load: onSshKey("show") },
  "forgeline.sshKey.copyFingerprint": { take: take.sshKey, load: onSshKey("copyFingerprint") },
  "forgeline.sshKey.copy": { take: take.sshKey, load: onSshKey("copyKey") },
  "forgeline.sshKey.remove": { take: take.sshKey, load: onSshKey("remove") },
  "forgeline.sshKeys.openInBrowser": { take: take.nothing, load: onSshKey("openInBrowser") },
  "forgeline.administration.filterUsers": { take: take.nothing, load: onAdminUser("filter") },
  "forgeline.administration.clearUserFilter": { take: take.nothing, load: onAdminUser("clearFilter") },
  "forgeline.user.create": { take: take.nothing, load: onAdminUser("create") },
  "forgeline.user.edit": { take: take.user, load: onAdminUser("edit") },
  "forgeline.user.delete": { take: take.user, load: onAdminUser("remove") },
  "forgeline.customAttribute.show": { take: take.nothing, load: onAttribute("show") },
  "forgeline.customAttribute.hide": { take: take.attributes, load: onAttribute("hide") },
  "forgeline.customAttribute.editAll": { take: take.attributes, load: onAttribute("editAll") },
  "forgeline.customAttribute.set": { take: take.attributes, load: onAttribute("set") },
  "forgeline.customAttribute.delete": { take: take.attributes, load: onAttribute("remove") },
  "forgeline.systemHook.create": { take: take.nothing, load: onSystemHook("create") },
  "forgeline.systemHook.show": { take: take.systemHook, load: onSystemHook("show") },
  "forgeline.systemHook.test": { take: take.systemHook, load: onSystemHook("test") },
  "forgeline.systemHook.delete": { take: take.systemHook, load: onSystemHook("remove") },
  "forgeline.administration.showCurrentUserAs": {
    take: take.nothing,
    load: async () => (await import("../../features/administration/commands.ts")).showCurrentUserAs,
  },
  "forgeline.setProjectId": {
    take: take.nothing,
    load: async () => (await import("../../features/account/commands/selectProject.ts")).setProjectId,
  },
  "forgeline.changes.open": {
    take: take.changedFile,
    load: async () => (await import("../comparisons/commands.ts")).open,
  },
  "forgeline.changes.openAll": {
    take: take.changesOf,
    load: async () => (await import("../comparisons/commands.ts")).openAll,
  },
  "forgeline.mergeRequest.fetchCommits": {
    take: take.mergeRequest,
    load: async () => (await import("../../features/mergeRequests/commands/fetchCommits.ts")).fetchCommits,
  },
  "forgeline.file.compare": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/documents.ts")).compare,
  },
  "forgeline.file.openAtRef": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/documents.ts")).openAtRef,
  },
  "forgeline.file.showLargeContent": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/documents.ts")).showLargeContent,
  },
  "forgeline.file.openOnHost": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/links.ts")).openOnHost,
  },
  "forgeline.file.copyPermalink": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/links.ts")).copyPermalink,
  },
  "forgeline.file.showDetails": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/details.ts")).showDetails,
  },
  "forgeline.file.download": {
    take: take.uri,
    load: async () => (await import("../../features/repository/files/commands/details.ts")).download,
  },
  "forgeline.commitThisFile": {
    take: take.uris,
    load: async () => (await import("../../features/repository/commitFiles/commands/commit.ts")).commitThisFile,
  },
  "forgeline.commitFiles": {
    take: take.nothing,
    load: async () => (await import("../../features/repository/commitFiles/commands/commit.ts")).commitFiles,
  },
  "forgeline.file.deleteOnHost": {
    take: take.uri,
    load: async () => (await import("../../features/repository/commitFiles/commands/onHost.ts")).deleteOnHost,
  },
  "forgeline.file.moveOnHost": {
    take: take.uri,
    load: async () => (await import("../../features/repository/commitFiles/commands/onHost.ts")).moveOnHost,
  },
  "forgeline.submodule.update": {
    take: take.nothing,
    load: async () => (await import("../../features/repository/submodules/commands.ts")).updateReference,
  },
  "forgeline.blame.toggle": {
    take: take.nothing,
    load: async () => (await import("../../features/repository/blame/commands.ts")).toggle,
  },
  "forgeline.api.sendRequest": {
    take: take.text,
    load: async () => (await import("../../features/apiConsole/sendRequest.ts")).sendRequest,
  },
  "forgeline.template.insert": {
    take: take.nothing,
    load: async () => (await import("../../features/ci/templates/commands/insert.ts")).insert,
  },
};

/** Does what a command says with what VS Code hands over. Errors are left to fall. */
export async function runCommand<Id extends CommandId>(
  app: App,
  id: Id,
  given: readonly unknown[],
  { load, take: read }: Handlers[Id] = handlers[id],
): Promise<void> {
  const handle = await load();
  await handle(app, ...read(given));
}
