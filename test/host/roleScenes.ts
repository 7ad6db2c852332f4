/** How the suite about roles does each thing: upon what, made anew each time, and with which answers. */
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import type { Answer } from "./answering.ts";
import { localService } from "./localService.ts";
import type { RoleWorld } from "./roleWorld.ts";

export interface Scene {
  /** What the command is about, as rows hand it over; a command that asks for all it needs has nothing. */
  readonly about?: (world: RoleWorld) => Promise<object>;
  /** The person's answers, in the order of the questions. */
  readonly answers?: (world: RoleWorld) => readonly Answer[];
  /** It shows something and writes nothing. */
  readonly reads?: boolean;
}

export const scenes: Partial<Readonly<Record<CommandId, Scene>>> = {
  "forgeline.pipeline.run": { answers: () => ["main", "Run Pipeline on “main”"] },
  "forgeline.pipeline.retry": {
    about: (world) => world.pipeline({ status: "failed", jobs: [{ name: "compile", status: "failed" }] }),
  },
  "forgeline.pipeline.cancel": {
    about: (world) => world.pipeline({ status: "running", jobs: [{ name: "compile", status: "running" }] }),
  },
  "forgeline.pipeline.rename": { about: (world) => world.pipeline({ status: "success" }), answers: () => ["Nightly"] },
  "forgeline.pipeline.delete": { about: (world) => world.pipeline({ status: "success" }) },
  "forgeline.pipeline.showVariables": {
    about: (world) => world.pipeline({ status: "success", variables: [{ key: "COLOR", value: "red" }] }),
    reads: true,
  },
  "forgeline.job.retry": { about: (world) => world.job("failed") },
  "forgeline.job.retryFailed": {
    about: async (world) => ({ ...world.scope, stage: { jobs: [await world.job("failed")] } }),
  },
  "forgeline.job.cancel": { about: (world) => world.job("running") },
  "forgeline.job.play": { about: (world) => world.job("manual") },
  "forgeline.commit.cherryPick": { about: (world) => world.commit(), answers: () => ["release"] },
  "forgeline.commit.setStatus": {
    about: (world) => world.commit(),
    answers: () => ["failed", "Set “default” to failed"],
  },
  "forgeline.mergeRequest.close": { about: (world) => world.mergeRequest() },
  "forgeline.mergeRequest.reopen": { about: (world) => world.mergeRequest({ state: "closed" }) },
  "forgeline.mergeRequest.markDraft": { about: (world) => world.mergeRequest() },
  "forgeline.mergeRequest.approve": { about: (world) => world.mergeRequest() },
  "forgeline.mergeRequest.revokeApproval": {
    about: (world) => world.mergeRequest({ approvedBy: ["admin", "max", "bob", "rita"] }),
  },
  "forgeline.mergeRequest.requestReview": { about: (world) => world.mergeRequest({ reviewers: ["alice"] }) },
  "forgeline.mergeRequest.submitReview": {
    about: (world) => world.mergeRequest(),
    answers: () => ["Good work", "Comment"],
  },
  "forgeline.thread.resolve": { about: (world) => world.thread() },
  "forgeline.thread.reopen": { about: (world) => world.thread({ resolved: true }) },
  "forgeline.thread.send": { about: (world) => world.comment() },
  "forgeline.thread.addToReview": { about: (world) => world.comment() },
  "forgeline.suggestion.apply": { about: (world) => world.suggestion(), answers: () => ["Take it"] },
  "forgeline.mergeRequest.rebase": { about: (world) => world.mergeRequest() },
  "forgeline.mergeRequest.merge": { about: (world) => world.mergeRequest(), answers: () => ["Merge Now"] },
  "forgeline.mergeRequest.delete": { about: (world) => world.mergeRequest() },
  "forgeline.milestone.create": {
    about: (world) => Promise.resolve({ kind: "milestoneFolder", ...world.scope }),
    answers: (world) => [world.name("Goal"), "Create"],
  },
  "forgeline.milestone.close": { about: (world) => world.milestone() },
  "forgeline.milestone.delete": { about: (world) => world.milestone() },
  "forgeline.milestone.promote": { about: (world) => world.milestone() },
  "forgeline.package.delete": { about: (world) => world.package() },
  "forgeline.wiki.delete": { about: (world) => world.wikiPage() },
  "forgeline.snippet.userAgentDetails": { about: (world) => world.snippet(), reads: true },
  "forgeline.protectedBranch.protect": { answers: (world) => [{ type: world.name("kept") }, "Protect “kept"] },
  "forgeline.protectedBranch.edit": { about: (world) => world.protectedBranch(), answers: () => ["Force Push"] },
  "forgeline.protectedBranch.unprotect": { about: (world) => world.protectedBranch() },
  "forgeline.protectedBranch.removeAccess": {
    about: async (world) => {
      const ref = await world.protectedBranch();
      return { ...ref, access: "push", entry: ref.protectedBranch.push_access_levels[0] };
    },
  },
  "forgeline.jobTokenScope.lift": {},
  "forgeline.jobTokenScope.limit": {},
  "forgeline.jobTokenScope.addProject": {
    about: (world) => world.withoutTokenEntries(),
    answers: () => [{ type: localService().info.project.path }],
  },
  "forgeline.jobTokenScope.addGroup": {
    about: (world) => world.withoutTokenEntries(),
    answers: () => [{ type: localService().info.group.path }],
  },
  "forgeline.jobTokenScope.remove": { about: (world) => world.tokenEntry() },
  "forgeline.jobTokenScope.show": { reads: true },
  "forgeline.vulnerability.confirm": { about: (world) => world.vulnerability() },
  "forgeline.vulnerability.resolve": { about: (world) => world.vulnerability() },
  "forgeline.vulnerability.dismiss": { about: (world) => world.vulnerability() },
  "forgeline.vulnerability.open": { about: (world) => world.vulnerability(), reads: true },
  "forgeline.vulnerability.revert": { about: (world) => world.confirmed() },
  "forgeline.user.show": { about: (world) => world.user(), reads: true },
  "forgeline.user.create": { answers: (world) => userAnswers(world.name("new")) },
  "forgeline.user.edit": { about: (world) => world.user(), answers: () => ["Name", "Somebody"] },
  "forgeline.user.delete": { about: (world) => world.user() },
  "forgeline.customAttribute.editAll": { about: (world) => world.attribute(), reads: true },
  "forgeline.customAttribute.set": { about: (world) => world.attribute(), answers: () => ["2"] },
  "forgeline.customAttribute.delete": { about: (world) => world.attribute() },
  "forgeline.systemHook.create": { answers: () => ["http://127.0.0.1:9/created", "Create"] },
  "forgeline.systemHook.show": { about: (world) => world.hook(), reads: true },
  "forgeline.systemHook.test": { about: (world) => world.hook() },
  "forgeline.systemHook.delete": { about: (world) => world.hook() },
  "forgeline.administration.showCurrentUserAs": { answers: () => [{ type: "1" }], reads: true },
  "forgeline.status.set": { answers: () => ["Set Status", "Away", "Set Status"] },
  "forgeline.status.clear": {},
  "forgeline.counts.show": { reads: true },
};

const userAnswers = (name: string): readonly Answer[] => [
  "Create",
  `${name}@example.com`,
  "Create",
  name,
  "Create",
  name,
  "Create",
  "Send Reset Link",
  "Create",
];
