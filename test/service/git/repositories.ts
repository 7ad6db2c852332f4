import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Starter } from "../../support/programs/startElsewhere.ts";
import type { CommitRequest, CreateOptions, PushEvent, UserRecord } from "../types.ts";
import { GitProcesses } from "./command.ts";
import { makeCommit } from "./commits.ts";
import { ObjectStore } from "./objects.ts";
import { installPushJudge, RULES_VARIABLE, writePushRules, type PushRule } from "./pushRules.ts";
import { RepositoryReader } from "./records.ts";
import { isBranchName, listRefs, NO_COMMIT, readRef, writeRef } from "./refFiles.ts";
import { serveSmartHttp } from "./smartHttp.ts";
import type { Exchange } from "./target.ts";

const serviceAuthor = { name: "Forgeline Service", email: "service@example.com" };
/** Tells the post-receive hook where to write the refs a push has moved. */
const REPORT_VARIABLE = "FORGELINE_PUSH_REPORT";
const postReceive = `#!/bin/sh\nif [ -n "$${REPORT_VARIABLE}" ]; then exec cat > "$${REPORT_VARIABLE}"; fi\n`;

/**
 * What `git init --bare` says, and: pushes over HTTP; fetching any commit (a runner's job may be older than its branch); no clean-up
 * behind our back; and what is pushed stays in objects of their own, which are read without git.
 */
const settings = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
[http]
	receivepack = true
[uploadpack]
	allowAnySHA1InWant = true
[gc]
	auto = 0
[receive]
	autogc = false
[transfer]
	unpackLimit = 100000
`;

interface ServedProject {
  readonly path: string;
  readonly pathInfo: string;
  readonly pushRules?: readonly PushRule[];
}

/** Bare repositories below one folder, addressed by project path. */
export class Repositories {
  readonly #root: string;
  readonly #git: GitProcesses;
  readonly #listeners = new Set<(event: PushEvent) => void>();
  readonly #serving = new Set<Promise<void>>();
  /** By folder. */
  readonly #stores = new Map<string, ObjectStore>();

  constructor(rootDir: string, starter?: Starter) {
    this.#root = rootDir;
    this.#git = new GitProcesses(starter);
  }

  /** Makes the repository with a first commit of these files, without a push event. Throws when the path is not usable or taken. */
  async create(path: string, files: Readonly<Record<string, string>>, options: CreateOptions = {}): Promise<void> {
    const branch = options.defaultBranch ?? "main";
    await makeRepository(this.dir(path), `refs/heads/${branch}`);
    if (options.empty === true) return;
    const actions = Object.entries(files).map(([file_path, text]) => {
      const content = Buffer.from(text);
      return { action: "create" as const, file_path, content };
    });
    const first = {
      branch,
      message: options.message ?? "Initial commit",
      author: options.author ?? serviceAuthor,
      actions,
    };
    await this.#makeCommit(path, options.at === undefined ? first : { ...first, at: options.at });
  }

  /** A repository with the branches and tags of another, and from then on a life of its own. Rejects when the path is taken. */
  async fork(projectPath: string, newPath: string): Promise<void> {
    const [from, dir] = [this.dir(projectPath), this.dir(newPath)];
    const [, head] = /^ref: (\S+)/.exec(await readFile(join(from, "HEAD"), "utf8")) ?? [];
    await makeRepository(dir, head ?? "refs/heads/main");
    for (const [ref, object] of ["refs/heads/", "refs/tags/"].flatMap((prefix) => listRefs(from, prefix))) {
      await this.objects(newPath).copy(this.objects(projectPath), object);
      if (!writeRef(dir, ref, object, NO_COMMIT)) throw new Error(`${newPath} cannot have ${ref}`);
    }
  }

  /** Deletes the repository. Rejects when there is none. */
  async remove(projectPath: string): Promise<void> {
    await rm(this.dir(projectPath), { recursive: true, maxRetries: 5 });
    this.#stores.delete(this.dir(projectPath));
  }

  /** Absolute path of the bare repository. Throws for a path that leaves the folder. */
  dir(projectPath: string): string {
    const parts = projectPath.split("/");
    if (!parts.every((part) => /^[\w.-]+$/.test(part) && !part.startsWith(".") && !part.startsWith("-"))) {
      throw new Error(`Not a project path: ${projectPath}`);
    }
    return join(this.#root, ...parts.slice(0, -1), `${parts.at(-1) ?? ""}.git`);
  }

  /** One request of git's smart HTTP protocol; the moved refs are announced once the push is complete. */
  async handleHttp(raw: Exchange, project: ServedProject, user: UserRecord | undefined): Promise<void> {
    const served = this.#serve(raw, project, user);
    this.#serving.add(served);
    try {
      await served;
    } finally {
      this.#serving.delete(served);
    }
  }

  async #serve({ request, response }: Exchange, project: ServedProject, user: UserRecord | undefined): Promise<void> {
    const call = { dir: this.dir(project.path), pathInfo: project.pathInfo, user: user?.username };
    if (project.pathInfo !== "/git-receive-pack") return serveSmartHttp(this.#git, request, response, call);
    const reports = await mkdtemp(join(tmpdir(), "forgeline-push-"));
    const report = join(reports, "refs");
    const rules = join(reports, "rules");
    try {
      await writePushRules(rules, project.pushRules ?? []);
      const beforeEnd = async () => {
        // No report: the push was refused, or moved nothing.
        const moved = await readFile(report, "utf8").catch(() => "");
        for (const line of moved.split("\n")) {
          const [before, after, ref] = line.split(" ");
          if (before !== undefined && after !== undefined && ref !== undefined)
            this.#announce({ project: project.path, ref, before, after, user });
        }
      };
      await serveSmartHttp(this.#git, request, response, {
        ...call,
        env: { [REPORT_VARIABLE]: report, [RULES_VARIABLE]: rules },
        beforeEnd,
      });
    } finally {
      await rm(reports, { recursive: true, force: true });
    }
  }

  /** A commit as the API makes it. Throws CommitRefused. */
  async commit(projectPath: string, request: CommitRequest): Promise<{ sha: string }> {
    const { before, after } = await this.#makeCommit(projectPath, request);
    this.#announce({ project: projectPath, ref: `refs/heads/${request.branch}`, before, after, user: request.user });
    return { sha: after };
  }

  /** A lightweight tag, or with a message an annotated one; no push event. Throws GitFailed when it exists. */
  async tag(projectPath: string, name: string, ref: string, message?: string): Promise<void> {
    const sha = await this.at(projectPath).resolve(ref);
    if (sha === undefined) throw new Error(`Target ${ref} is invalid`);
    const env = { GIT_COMMITTER_NAME: serviceAuthor.name, GIT_COMMITTER_EMAIL: serviceAuthor.email };
    const annotation = message === undefined ? [] : ["--annotate", "--message", message];
    await this.#git.run(["tag", ...annotation, "--", name, sha], { dir: this.dir(projectPath), env });
  }

  /** Runs git in the bare repository. Throws GitFailed. */
  git(
    projectPath: string,
    args: readonly string[],
    options: { readonly env?: Readonly<Record<string, string>>; readonly input?: string | Buffer } = {},
  ): Promise<Buffer> {
    return this.#git.run(args, { ...options, dir: this.dir(projectPath) });
  }

  /** The repository's objects, read and written without git. */
  objects(projectPath: string): ObjectStore {
    const dir = this.dir(projectPath);
    const store = this.#stores.get(dir) ?? new ObjectStore(dir);
    this.#stores.set(dir, store);
    return store;
  }

  /** Moves, makes or deletes a ref, as long as it is where the caller saw it. Throws GitFailed. */
  async moveRef(
    projectPath: string,
    ref: string,
    move: { readonly before?: string; readonly after?: string; readonly user?: UserRecord },
  ): Promise<void> {
    const before = move.before ?? readRef(this.dir(projectPath), ref) ?? NO_COMMIT;
    if (move.after === undefined) await this.git(projectPath, ["update-ref", "-d", ref, before]);
    else await this.#writeRef(projectPath, ref, move.after, before);
    if (/^refs\/(heads|tags)\//.test(ref))
      this.#announce({ project: projectPath, ref, before, after: move.after ?? NO_COMMIT, user: move.user });
  }

  /** Makes a ref that is nobody's branch say this, whatever it said. Throws GitFailed. */
  keepRef(projectPath: string, ref: string, commit: string): Promise<void> {
    return this.#writeRef(projectPath, ref, commit);
  }

  onPush(listener: (event: PushEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Ends running git processes and waits for the requests they served. */
  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#git.close();
    await Promise.allSettled(this.#serving);
  }

  #announce(event: PushEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** What can be read of a repository. */
  at(projectPath: string): RepositoryReader {
    return new RepositoryReader(this.#git, this.dir(projectPath), this.objects(projectPath));
  }

  #makeCommit(projectPath: string, request: CommitRequest): Promise<{ before: string; after: string }> {
    const moveRef = (ref: string, after: string, before: string): Promise<void> =>
      this.#writeRef(projectPath, ref, after, before);
    return makeCommit({ objects: this.objects(projectPath), reader: this.at(projectPath), moveRef }, request);
  }

  /** What is out of the ordinary is left to git, with its words for what is wrong. */
  async #writeRef(projectPath: string, ref: string, after: string, before?: string): Promise<void> {
    const known = (await this.objects(projectPath).commit(after)) !== undefined;
    if (known && writeRef(this.dir(projectPath), ref, after, before)) return;
    await this.git(projectPath, ["update-ref", ref, after, ...(before === undefined ? [] : [before])]);
  }
}

/** An empty repository with its settings and the hooks that tell of pushes and judge them. Rejects when the path is taken. */
async function makeRepository(dir: string, head: string): Promise<void> {
  if (!isBranchName(head.slice("refs/heads/".length))) throw new Error(`Not a branch: ${head}`);
  await mkdir(join(dir, ".."), { recursive: true });
  await mkdir(dir);
  for (const folder of ["hooks", "objects/info", "objects/pack", "refs/heads", "refs/tags"])
    await mkdir(join(dir, folder), { recursive: true });
  await writeFile(join(dir, "HEAD"), `ref: ${head}\n`);
  await writeFile(join(dir, "config"), settings);
  await writeFile(join(dir, "hooks", "post-receive"), postReceive, { mode: 0o755 });
  await installPushJudge(dir);
}
