/** How the suite about faulty writes does what begins with the files that are checked out. */
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import * as vscode from "vscode";
import { localService } from "./localService.ts";
import type { WorkspaceGit } from "./workspaceGit.ts";
import type { Scenes } from "./writeScenes.ts";

/** What is checked out; the branch is on the host, too. */
export interface Checkout {
  readonly at: WorkspaceGit;
  readonly branch: string;
}

const unique = (of: string): string => `${of}-${randomUUID().slice(0, 8)}`;

const uriOf = ({ at }: Checkout, path: string): vscode.Uri => vscode.Uri.file(join(at.folder, path));

/** Has what is checked out as the host has it. */
async function synced({ at, branch }: Checkout): Promise<void> {
  await at.git("fetch", "--quiet", "origin", branch);
  await at.git("reset", "--quiet", "--hard", "FETCH_HEAD");
  await at.git("clean", "--quiet", "-ffd");
}

/** A file that is on the host and here. */
async function hosted(checkout: Checkout): Promise<string> {
  const path = `${unique("file")}.txt`;
  await localService().control.commit({ [path]: "text\n" }, { branch: checkout.branch });
  await synced(checkout);
  return path;
}

/** A file that is here alone. */
async function added(checkout: Checkout, name: string): Promise<vscode.Uri> {
  const uri = uriOf(checkout, `${unique(name)}.txt`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("new\n"));
  return uri;
}

/** One that is the only change. */
async function changed(checkout: Checkout): Promise<vscode.Uri> {
  await synced(checkout);
  return added(checkout, "new");
}

/** Hosts may take a while over a commit. */
const notDone = /The commit may have been created anyway/;

/** @param checkout known once the tests run */
export const checkoutScenes = (checkout: () => Checkout): Scenes => ({
  "forgeline.commitThisFile": {
    about: () => changed(checkout()),
    answers: () => [checkout().branch, "Add what is new", "Commit to"],
    answersAgain: () => ["Commit to"],
    typed: "Add what is new",
    notDone,
  },
  "a changed file": {
    command: "forgeline.commitThisFile",
    about: async () => {
      const uri = uriOf(checkout(), await hosted(checkout()));
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("other\n"));
      return uri;
    },
    answers: () => [checkout().branch, "Change it", "Commit to"],
    answersAgain: () => ["Commit to"],
    typed: "Change it",
    notDone,
  },
  "forgeline.commitFiles": {
    changes: "commit",
    given: async () => {
      await synced(checkout());
      for (const name of ["one", "two", "mine"]) await added(checkout(), name);
      return [];
    },
    answers: () => [{ check: ["one-", "two-"] }, checkout().branch, "Add both", "Commit to"],
    answersAgain: () => ["Commit to"],
    typed: "Add both",
    notDone,
  },
  "forgeline.file.deleteOnHost": {
    about: async () => uriOf(checkout(), await hosted(checkout())),
    answers: () => [checkout().branch, "Take it away"],
    typed: "Take it away",
    notDone,
  },
  "forgeline.file.moveOnHost": {
    about: async () => uriOf(checkout(), await hosted(checkout())),
    answers: () => [checkout().branch, `${unique("moved")}.txt`, "Put it away"],
    typed: "Put it away",
    notDone,
  },
  "forgeline.submodule.update": {
    given: async () => {
      const { at, branch } = checkout();
      await synced({ at, branch });
      if ((await at.git("ls-files", ".gitmodules")) === "") {
        await localService().control.addSubmodule("libs/rain", randomBytes(20).toString("hex"), { branch });
        await synced({ at, branch });
      }
      return [];
    },
    answers: () => {
      const sha = randomBytes(20).toString("hex");
      return [{ type: sha }, checkout().branch, "Rain again"];
    },
    typed: "Rain again",
    notDone,
  },
});
