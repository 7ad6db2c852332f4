import type { App } from "../app.ts";
import type { CommandArgs, CommandId } from "../ids.ts";
import * as take from "./arguments.ts";
import type * as mergeRequestActions from "./mergeRequestActions.ts";
import type * as wikiActions from "./wikiActions.ts";
import type * as packageActions from "./packageActions.ts";
import type * as snippetActions from "./snippetActions.ts";

/** Does what a command says. Errors are left to fall: register.ts reports them. */
export type Handler<Id extends CommandId> = (app: App, ...args: CommandArgs[Id]) => Promise<void>;

/** Every command: how to read its arguments, and where its handler is, which is loaded when first used. */
type Handlers = {
  readonly [Id in CommandId]: {
    readonly take: (given: readonly unknown[]) => CommandArgs[Id];
    readonly load: () => Promise<Handler<Id>>;
  };
};

const onMergeRequest = <Name extends keyof typeof mergeRequestActions>(name: Name) => async (): Promise<(typeof mergeRequestActions)[Name]> => (await import("./mergeRequestActions.ts"))[name];
const onPackage = <Name extends keyof typeof packageActions>(name: Name) => async (): Promise<(typeof packageActions)[Name]> => (await import("./packageActions.ts"))[name];

const onSnippet = <Name extends keyof typeof snippetActions>(name: Name) => async (): Promise<(typeof snippetActions)[Name]> => (await import("./snippetActions.ts"))[name];
const onWikiPage = <Name extends keyof typeof wikiActions>(name: Name) => async (): Promise<(typeof wikiActions)[Name]> => (await import("./wikiActions.ts"))[name];

/** A command of ids.ts that is left out here does not compile. */
export const handlers: Handlers = {
  "forgeline.signIn": { take: take.text, load: async () => (await import("./account.ts")).signIn },
  "forgeline.signOut": { take: take.text, load: async () => (await import("./account.ts")).signOut },
  "forgeline.switchAccount": { take: take.nothing, load: async () => (await import("./account.ts")).switchAccount },
  "forgeline.sessionDetails": { take: take.nothing, load: async () => (await import("./sessionDetails.ts")).sessionDetails },
  "forgeline.selectProject": { take: take.nothing, load: async () => (await import("./project.ts")).selectProject },
  "forgeline.refresh": { take: take.nothing, load: async () => (await import("./window.ts")).refresh },
  "forgeline.loadMore": { take: take.listEnd, load: async () => (await import("./window.ts")).loadMore },
  "forgeline.openSettings": { take: take.text, load: async () => (await import("./window.ts")).openSettings },
  "forgeline.showExtensionLog": { take: take.nothing, load: async () => (await import("./window.ts")).showExtensionLog },
  "forgeline.openInBrowser": { take: take.target, load: async () => (await import("./links.ts")).openInBrowser },
  "forgeline.copyLink": { take: take.target, load: async () => (await import("./links.ts")).copyLink },
  "forgeline.pipelines.filter": { take: take.nothing, load: async () => (await import("./pipelineFilter.ts")).filter },
  "forgeline.pipelines.clearFilter": { take: take.nothing, load: async () => (await import("./pipelineFilter.ts")).clearFilter },
  "forgeline.pipeline.run": { take: take.nothing, load: async () => (await import("./pipelineRun.ts")).run },
  "forgeline.pipeline.retry": { take: take.pipeline, load: async () => (await import("./pipelines.ts")).retry },
  "forgeline.pipeline.cancel": { take: take.pipeline, load: async () => (await import("./pipelines.ts")).cancel },
  "forgeline.pipeline.rename": { take: take.pipeline, load: async () => (await import("./pipelines.ts")).rename },
  "forgeline.pipeline.delete": { take: take.pipeline, load: async () => (await import("./pipelines.ts")).remove },
  "forgeline.pipeline.showVariables": { take: take.pipeline, load: async () => (await import("./pipelineVariables.ts")).showVariables },
  "forgeline.pipeline.showLatest": { take: take.text, load: async () => (await import("./pipelineShow.ts")).showLatest },
  "forgeline.pipeline.reveal": { take: take.pipeline, load: async () => (await import("./pipelineShow.ts")).reveal },
  "forgeline.jobs.filter": { take: take.nothing, load: async () => (await import("./jobScope.ts")).filter },
  "forgeline.job.retry": { take: take.job, load: async () => (await import("./jobs.ts")).retry },
  "forgeline.job.cancel": { take: take.job, load: async () => (await import("./jobs.ts")).cancel },
  "forgeline.job.play": { take: take.job, load: async () => (await import("./jobs.ts")).play },
  "forgeline.job.showLog": { take: take.job, load: async () => (await import("./jobs.ts")).showLog },
  "forgeline.job.stopLog": { take: take.job, load: async () => (await import("./jobs.ts")).stopLog },
  "forgeline.job.openRawLog": { take: take.job, load: async () => (await import("./jobs.ts")).openRawLog },
  "forgeline.mergeRequests.search": { take: take.nothing, load: async () => (await import("./mergeRequestFilter.ts")).search },
  "forgeline.mergeRequests.filter": { take: take.nothing, load: async () => (await import("./mergeRequestFilter.ts")).filter },
  "forgeline.mergeRequests.clearFilter": { take: take.nothing, load: async () => (await import("./mergeRequestFilter.ts")).clearFilter },
  "forgeline.mergeRequest.open": { take: take.mergeRequest, load: async () => (await import("./mergeRequestOpen.ts")).open },
  "forgeline.mergeRequests.showAllProjects": { take: take.nothing, load: async () => (await import("./mergeRequestRows.ts")).showAllProjects },
  "forgeline.mergeRequests.showThisProject": { take: take.nothing, load: async () => (await import("./mergeRequestRows.ts")).showThisProject },
  "forgeline.changes.showAsTree": { take: take.nothing, load: async () => (await import("./mergeRequestRows.ts")).showAsTree },
  "forgeline.changes.showAsList": { take: take.nothing, load: async () => (await import("./mergeRequestRows.ts")).showAsList },
  "forgeline.commits.filter": { take: take.nothing, load: async () => (await import("./commitFilter.ts")).filter },
  "forgeline.commits.clearFilter": { take: take.nothing, load: async () => (await import("./commitFilter.ts")).clearFilter },
  "forgeline.commit.show": { take: take.commit, load: async () => (await import("./commits.ts")).show },
  "forgeline.commit.copySha": { take: take.commit, load: async () => (await import("./commits.ts")).copySha },
  "forgeline.commit.cherryPick": { take: take.commitFrom, load: async () => (await import("./commitPick.ts")).cherryPick },
  "forgeline.commit.revert": { take: take.commitFrom, load: async () => (await import("./commitPick.ts")).revert },
  "forgeline.commit.setStatus": { take: take.commit, load: async () => (await import("./commitStatus.ts")).setStatus },
  "forgeline.commit.comment": { take: take.commit, load: async () => (await import("./commitComments.ts")).comment },
  "forgeline.commit.showComments": { take: take.comment, load: async () => (await import("./commitComments.ts")).showComments },
  "forgeline.comment.send": { take: take.commentReply, load: async () => (await import("./commitComments.ts")).sendComment },
  "forgeline.comment.sendAgain": { take: take.draftComment, load: async () => (await import("./commitComments.ts")).sendCommentAgain },
  "forgeline.comment.discard": { take: take.draftComment, load: async () => (await import("./commitComments.ts")).discardComment },
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
  "forgeline.setProjectId": { take: take.nothing, load: async () => (await import("./project.ts")).setProjectId },
  "forgeline.changes.open": { take: take.changedFile, load: async () => (await import("./openChanges.ts")).open },
  "forgeline.changes.openAll": { take: take.changesOf, load: async () => (await import("./openChanges.ts")).openAll },
  "forgeline.mergeRequest.fetchCommits": { take: take.mergeRequest, load: async () => (await import("./fetchCommits.ts")).fetchCommits },
  "forgeline.file.compare": { take: take.uri, load: async () => (await import("./fileDocuments.ts")).compare },
  "forgeline.file.openAtRef": { take: take.uri, load: async () => (await import("./fileDocuments.ts")).openAtRef },
  "forgeline.file.showLargeContent": { take: take.uri, load: async () => (await import("./fileDocuments.ts")).showLargeContent },
  "forgeline.file.openOnHost": { take: take.uri, load: async () => (await import("./fileLinks.ts")).openOnHost },
  "forgeline.file.copyPermalink": { take: take.uri, load: async () => (await import("./fileLinks.ts")).copyPermalink },
  "forgeline.file.showDetails": { take: take.uri, load: async () => (await import("./fileDetails.ts")).showDetails },
  "forgeline.file.download": { take: take.uri, load: async () => (await import("./fileDetails.ts")).download },
  "forgeline.commitThisFile": { take: take.uris, load: async () => (await import("./commitFiles.ts")).commitThisFile },
  "forgeline.commitFiles": { take: take.nothing, load: async () => (await import("./commitFiles.ts")).commitFiles },
  "forgeline.file.deleteOnHost": { take: take.uri, load: async () => (await import("./commitFilesOnHost.ts")).deleteOnHost },
  "forgeline.file.moveOnHost": { take: take.uri, load: async () => (await import("./commitFilesOnHost.ts")).moveOnHost },
  "forgeline.submodule.update": { take: take.nothing, load: async () => (await import("./submodules.ts")).updateReference },
  "forgeline.blame.toggle": { take: take.nothing, load: async () => (await import("./blame.ts")).toggle },
  "forgeline.template.insert": { take: take.nothing, load: async () => (await import("./templates.ts")).insert },
};

/** Does what a command says with what VS Code hands over. Errors are left to fall. */
export async function runCommand<Id extends CommandId>(app: App, id: Id, given: readonly unknown[], { load, take: read }: Handlers[Id] = handlers[id]): Promise<void> {
  const handle = await load();
  await handle(app, ...read(given));
}
