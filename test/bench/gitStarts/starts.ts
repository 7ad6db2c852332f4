/** Runs in a window, for `test/bench/gitStarts.ts`: counts, and writes what it counted beside its bundle. */
import childProcess from "node:child_process";
import { writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { MergeRequestRef } from "../../../src/core/mergeRequests/refs.ts";
import { setCommitting } from "../../host/committing.ts";
import { openDiff } from "../../host/reviewStage.ts";
import { replace } from "../../host/spies.ts";
import { until } from "../../host/until.ts";

export interface Starts {
  readonly action: string;
  /** Git's commands without their arguments, in the order of their starts. */
  readonly commands: readonly string[];
}

/** ms without a start and with none under way, after which an action counts as over. */
const calm = 2_500;

/** Records what the extension starts while the suite around it runs. */
function startedGit() {
  const state = { commands: [] as string[], under: 0, latest: 0 };
  let undo: { dispose(): void } | undefined;
  before(() => {
    const own = `${vscode.extensions.getExtension("forgeline.forgeline")?.extensionPath ?? ""}/dist/`;
    undo = replace(
      childProcess,
      "spawn",
      (real) =>
        ((program: string, ...rest: unknown[]) => {
          const child = (real as (...given: unknown[]) => childProcess.ChildProcess)(program, ...rest);
          // VS Code's git extension starts git as well.
          if (new Error().stack?.includes(own) !== true) return child;
          const args = Array.isArray(rest[0]) ? (rest[0] as string[]) : [];
          state.commands.push(process.env["FORGELINE_BENCH_ARGS"] === undefined ? commandOf(args) : args.join(" "));
          state.latest = performance.now();
          state.under++;
          child.once("close", () => {
            state.under--;
            state.latest = performance.now();
          });
          return child;
        }) as typeof real,
    );
    // Modules that import `spawn` by its name see it as well.
    syncBuiltinESMExports();
  });
  after(() => {
    undo?.dispose();
    syncBuiltinESMExports();
  });
  return {
    commands: state.commands,
    /** Resolves when nothing was started for a while. */
    async calm(): Promise<void> {
      const since = performance.now();
      while (state.under > 0 || performance.now() - Math.max(state.latest, since) < calm) await sleep(100);
    },
  };
}

/** The command in git's arguments, behind its options. */
const commandOf = (args: readonly string[]): string =>
  args.find((arg, at) => !arg.startsWith("-") && args[at - 1] !== "-c") ?? "";

describe("git starts", () => {
  const here = setCommitting();
  const { stage } = here;
  const started = startedGit();

  it("are counted", async function () {
    this.timeout(400_000);
    const measured: Starts[] = [];
    const count = async (action: string, run: () => Promise<unknown>): Promise<void> => {
      await started.calm();
      started.commands.length = 0;
      await run();
      await started.calm();
      measured.push({ action, commands: [...started.commands] });
    };
    const { app } = stage;
    const project = () => {
      if (app.current.value.kind !== "ready") throw new Error("The project is open");
      return app.current.value.project;
    };
    const isAt = (what: string, fits: () => boolean): Promise<true> => until(what, fits, app.current.onDidChange);

    await count("opening a window: the repository and its state", () => app.projects.rescan());
    await count("switching to another branch", async () => {
      await here.at.git("checkout", "--quiet", "-b", "other", "--track", "origin/main");
      await isAt("the other branch", () => project().branch === "main");
    });
    await count("switching back", async () => {
      await here.at.git("checkout", "--quiet", here.branch);
      await isAt("the branch", () => project().branch === here.branch);
    });
    await count("a commit with git", async () => {
      const { head } = project();
      await here.write("one.txt", "committed here\n");
      await here.at.git("commit", "--quiet", "--all", "--message", "Change one");
      await isAt("the commit", () => project().head !== head);
    });
    await count("a push with git", async () => {
      await here.at.git("push", "--quiet", "origin", here.branch);
      await isAt("the push", () => project().pushed === project().head);
    });
    await count("a fetch with git that brings a commit", async () => {
      const { sha } = await here.theirs({ "theirs.txt": "theirs\n" });
      await here.at.git("fetch", "--quiet", "origin");
      await isAt("the fetch", () => project().pushed === sha);
    });
    await here.at.git("merge", "--quiet", "--ff-only");
    await count("Commit Files on Host… with two files", async () => {
      await here.write("one.txt", "changed\n");
      await here.write("new.txt", "new\n");
      const done = vscode.commands.executeCommand("forgeline.commitFiles");
      await here.fill(["one.txt", "new.txt"], "Change a few things");
      await here.look("Commit Files", "Review the changes, then commit or go back");
      await stage.person({ action: "pick", box: "Commit Files", row: "Commit to" });
      await done;
      await here.committed();
    });
    await count("Sync Local Branch", async () => {
      await stage.person({ action: "press", button: "Sync Local Branch" });
      const { id } = await here.tip();
      await isAt("the branch to be synced", () => project().head === id);
    });

    const { iid } = await stage.control.addMergeRequest({
      project: String(stage.scope.project),
      sourceBranch: here.branch,
      title: "Change a few things",
    });
    const { items } = await stage.client.mergeRequests
      .listForProject(stage.scope.project, { iids: [iid], state: "all", scope: "all" })
      .page();
    const row = { ...stage.scope, mergeRequest: items[0]! } as MergeRequestRef;
    await count("the diff of a file of a merge request", () => openDiff(app, row, "one.txt"));
    await count("the diff of another file of it", () => openDiff(app, row, "new.txt"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await count("all diffs of it, five files", async () => {
      await vscode.commands.executeCommand("forgeline.changes.openAll", row);
      await sleep(1_000);
    });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await count("a file of the workspace in an editor", async () => {
      await vscode.window.showTextDocument(here.uri("one.txt"));
    });
    await count("the row of a merge request, open", async () => {
      await vscode.commands.executeCommand("forgeline.mergeRequests.focus");
      await sleep(1_000);
    });
    await count("the Pipelines view", async () => {
      await vscode.commands.executeCommand("forgeline.pipelines.focus");
      await sleep(1_000);
    });
    await vscode.commands.executeCommand("workbench.view.explorer");
    stage.messages.take();
    await writeFile(path.join(import.meta.dirname, "measured.json"), JSON.stringify(measured));
  });
});
