/** A hosting service with one project and a clone of it, for what commits files through the API. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import Agent from "undici/lib/dispatcher/agent.js";
import { type Client, createClient } from "../../../../../src/api/client.ts";
import { plannedActions, type PlannedAction } from "../../../../../src/features/repository/commitFiles/actions.ts";
import {
  openRepositoryGit,
  type RepositoryGit,
} from "../../../../../src/features/repository/commitFiles/repositoryGit.ts";
import { takeSnapshot } from "../../../../../src/features/repository/commitFiles/snapshot.ts";
import { findBase, workingChanges } from "../../../../../src/features/repository/commitFiles/workingTree.ts";
import type { ServiceOptions } from "../../../../service/service.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { type Person, type Workshop, workshop } from "../../../service/mergeRequestsSetup.ts";

export const project = "demo/work";

export interface OnHost {
  readonly at: Workshop;
  readonly repository: RepositoryGit;
  readonly client: Client;
  as(who: Person): Client;
  /** The server runs in this process, so git must not hold it up. */
  git(...args: string[]): Promise<string>;
  write(name: string, content: string | Buffer, mode?: number): void;
  /** Everything that is changed in the working tree, or these paths. */
  planned(paths?: readonly string[]): Promise<PlannedAction[]>;
  /** A file at a ref on the host; undefined where there is none. */
  hosted(name: string, ref: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function onHost(options: ServiceOptions = {}): Promise<OnHost> {
  const at = await workshop(options);
  const agent = new Agent();
  const as = (who: Person): Client =>
    createClient({
      baseUrl: at.service.url,
      credentials: { scheme: "private-token", token: () => Promise.resolve(at.info.users[who].token) },
      dispatcher: () => Promise.resolve(agent),
    });
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-onhost-")));
  const root = path.join(folder, "work");
  const address = `${at.service.url}/${project}.git`.replace("://", `://oauth2:${at.info.users.alice.token}@`);
  const run = promisify(execFile);
  await run("git", ["clone", "-q", address, root], { env: { ...process.env, GIT_TERMINAL_PROMPT: "0" } });
  const git = async (...args: string[]): Promise<string> =>
    (await run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: root })).stdout.trim();
  const repository = openRepositoryGit(root, gitOnPath);
  const client = as("alice");
  return {
    at,
    repository,
    client,
    as,
    git,
    write: (name, content, mode) => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), content);
      if (mode !== undefined) chmodSync(path.join(root, name), mode);
    },
    planned: async (paths) => {
      const chosen = paths ?? (await workingChanges(repository)).map((change) => change.path);
      const snapshot = await takeSnapshot(repository, await findBase(repository, "origin"), chosen);
      try {
        const bytes = new Map<string, Buffer>();
        for (const { after } of snapshot.changes) if (after) bytes.set(after.blob, await snapshot.content(after.blob));
        return plannedActions(snapshot.changes, (blob) => bytes.get(blob) ?? Buffer.alloc(0));
      } finally {
        await snapshot.dispose();
      }
    },
    hosted: (name, ref) =>
      client.repositoryFiles.get(project, name, { ref }).then(
        ({ content }) => Buffer.from(content, "base64").toString(),
        () => undefined,
      ),
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      await agent.close();
      await at[Symbol.asyncDispose]();
    },
  };
}
