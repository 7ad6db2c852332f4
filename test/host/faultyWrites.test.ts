import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import { removeHooks } from "./administrators.ts";
import { AnsweringPerson } from "./answering.ts";
import type { App } from "./app.ts";
import { forgetDrafts } from "./drafts.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { workspaceProject } from "./ownProject.ts";
import { scenes } from "./roleScenes.ts";
import { people, RoleWorld } from "./roleWorld.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";

/** Whether nothing is left to be said, since the host told that it was done; else what is said. */
type Outcome = "done" | RegExp;

const noLookup = /was lost before it responded.*(may|Check)/;

/** What the API cannot tell afterwards: everything else is looked up. */
const unknown: Partial<Readonly<Record<CommandId, RegExp>>> = {
  "forgeline.mergeRequest.approve": noLookup,
  "forgeline.mergeRequest.revokeApproval": noLookup,
  "forgeline.mergeRequest.requestReview": noLookup,
  "forgeline.protectedBranch.removeAccess": noLookup,
  "forgeline.systemHook.test": noLookup,
};

describe("writes whose answer is lost", () => {
  const { control } = localService();
  let app: App;
  let person: AnsweringPerson;
  let world: RoleWorld;

  before(async () => {
    ({ app } = await freshWindow());
    await signedIn();
    world = await RoleWorld.make(app);
    await world.own.open();
    person = new AnsweringPerson();
    const { user, label, accessToken } = sessionOf(people.administrator);
    const { connection } = await signedIn({ user, label, accessToken });
    await until(
      "the project",
      () => app.current.value.kind === "ready" && app.current.value.project.project === world.own.path,
      app.current.onDidChange,
    );
    await connection.client.users.current();
  });
  afterEach(() => control.clearFaults());
  after(async () => {
    person.dispose();
    await removeHooks();
    await world.clear();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await forgetDrafts(app);
    await signedIn();
    await workspaceProject(app);
    await signedOut();
  });

  const writing = (Object.keys(scenes) as CommandId[]).filter((id) => scenes[id]?.reads !== true);

  /** The writes since a request, each with how often it was sent. */
  const writes = async (since: number): Promise<ReadonlyMap<string, number>> => {
    const sent = new Map<string, number>();
    for (const { method, path } of await control.requests(since)) {
      if (method === "GET" || method === "HEAD" || !path.startsWith("/api/")) continue;
      const what = `${method} ${path}`;
      sent.set(what, (sent.get(what) ?? 0) + 1);
    }
    return sent;
  };

  /** Runs a command, and returns what was told that went wrong, or that it is done. */
  const run = async (id: CommandId, given: readonly unknown[]): Promise<string> => {
    const { texts } = await person.run(id, given, scenes[id]?.answers?.(world));
    return (
      texts.find((text) => !text.startsWith("asks “")) ??
      texts.find((text) => /before it responded|was not made/.test(text)) ??
      "done"
    );
  };

  for (const id of writing) {
    it(`${id} tells the truth, and sends nothing twice`, async () => {
      const { about } = scenes[id] ?? {};
      const given = about === undefined ? [] : [await about(world)];
      await control.fault({ method: "write", path: "^/api/", action: "loseAnswer", times: 1 });
      const since = await control.lastRequest();
      const told = await run(id, given);
      const sent = await writes(since);
      assert.ok(sent.size > 0, "nothing was written");
      assert.deepEqual(
        [...sent].filter(([, times]) => times > 1),
        [],
        "nothing is sent twice by itself",
      );
      const wanted: Outcome = unknown[id] ?? "done";
      if (wanted === "done") assert.equal(told, "done");
      else assert.match(told, wanted);
    });
  }

  /** Commands that would make another one, or be refused with reasons that are none, when they are repeated. */
  const repeated: readonly CommandId[] = [
    "forgeline.job.retry",
    "forgeline.job.cancel",
    "forgeline.job.play",
    "forgeline.pipeline.run",
    "forgeline.pipeline.delete",
    "forgeline.commit.cherryPick",
    "forgeline.commit.setStatus",
    "forgeline.milestone.delete",
    "forgeline.protectedBranch.unprotect",
    "forgeline.jobTokenScope.addGroup",
  ];
  for (const id of repeated) {
    it(`${id} says that it may be done while the host is away, and is not done twice afterwards`, async () => {
      const { about } = scenes[id] ?? {};
      const given = about === undefined ? [] : [await about(world)];
      // What a command reads before it writes comes as ever.
      const away = { path: "^/api/", status: 502 };
      await control.fault({ method: "write", path: "^/api/", action: "loseAnswer", times: 1, next: away });
      const told = await run(id, given);
      assert.match(told, /was lost before it responded.*(may |Check )/s);
      assert.doesNotMatch(told, /maintainer|rights|not sent/i);
      await control.clearFaults();
      const again = await control.lastRequest();
      assert.equal(await run(id, given), "done");
      assert.deepEqual([...(await writes(again)).keys()], [], "it was found instead of being sent again");
    });
  }
});
