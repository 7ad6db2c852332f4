import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { UserError } from "../../src/core/base/errors.ts";
import type { Current } from "../../src/core/currentProject.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { OpenProject, ProjectState } from "../../src/git/project.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { ownProject, workspaceProject } from "./ownProject.ts";
import { Rows } from "./rows.ts";
import { hideViews, showPipelines } from "./shownView.ts";
import { signedIn, signedOut } from "./signedIn.ts";
import { watchCommands, withSetting } from "./spies.ts";
import { until } from "./until.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";

describe("the window's project", () => {
  const { control, info, url } = localService();
  let app: App;
  let polling: PollScheduler;
  let repository: WorkspaceGit;
  let start: OpenProject;

  before(async () => {
    await freshWindow();
    ({ app, polling, project: start } = await signedIn());
    repository = await workspaceGit();
  });
  afterEach(async () => {
    await app.projects.select(undefined);
    await repository.restore();
    await project(
      "the repository to be as it was",
      (open) => open.branch === repository.branch && open.head === start.head && open.root === repository.folder,
    );
  });
  after(async () => {
    await workspaceProject(app);
    await signedOut();
  });

  const state = <K extends ProjectState["kind"]>(kind: K): Promise<ProjectState & { kind: K }> =>
    until(
      `the state ${kind}`,
      () => {
        const { state: now } = app.projects;
        return now.kind === kind && (now as ProjectState & { kind: K });
      },
      app.projects.onDidChange,
    );
  function project(what: string, fits: (project: OpenProject) => boolean): Promise<OpenProject> {
    return until(
      what,
      () => {
        const { value } = app.current;
        return value.kind === "ready" && fits(value.project) && value.project;
      },
      app.current.onDidChange,
    );
  }
  const commit = async (text: string): Promise<string> => {
    await writeFile(join(repository.folder, "note.txt"), text);
    await repository.git("add", "note.txt");
    await repository.git("commit", "--quiet", "-m", text);
    return repository.git("rev-parse", "HEAD");
  };

  it("reads the project from the workspace's clone", async () => {
    const head = await repository.git("rev-parse", "HEAD");
    const { branch, folder } = repository;
    // Its number comes with the first answer that tells it.
    const { projectId = info.project.id, ...named } = start;
    assert.equal(projectId, info.project.id);
    assert.deepEqual(named, {
      instance: url,
      project: info.project.path,
      name: info.project.path,
      root: folder,
      branch,
      head,
      pushed: head,
    });
    assert.deepEqual(app.projects.remoteHosts, [url]);
    assert.ok((await app.projects.branches()).includes(branch));
  });

  it("follows branch, commit and push with its pipeline", async () => {
    await showPipelines(app);
    const rows = new Rows(app.pipelines.view.provider);
    // Only the event may bring what follows: no poll does.
    polling.setFocused(false);
    try {
      await repository.git("checkout", "--quiet", "-b", "live/topic");
      await project(
        "the new branch",
        ({ branch, head, pushed }) => branch === "live/topic" && head === start.head && pushed === undefined,
      );
      const group = await rows.at("Current branch: live/topic");
      const labels = (await rows.below(group)).map(({ label }) => label);
      assert.deepEqual(labels, ["No pipeline for live/topic yet"]);

      const made = await commit("one");
      await project("the commit", ({ head }) => head === made);

      await repository.git("push", "--quiet", "-u", "origin", "live/topic");
      await project("the push", ({ pushed }) => pushed === made);
      const row = await until(
        "the push's pipeline",
        async () =>
          (await rows.below(await rows.at("Current branch: live/topic"))).find(({ context }) =>
            context.startsWith("pipeline"),
          ),
        app.pipelines.view.provider.onDidChangeTreeData,
      );
      assert.match(row.spoken, new RegExp(made.slice(0, 8)));
      assert.ok(row.element.kind === "pipeline");
      const { id } = row.element.pipeline;
      assert.ok(app.current.value.kind === "ready");
      await app.current.value.connection.client.pipelines.cancel(info.project.path, id);

      // Nothing but HEAD and its log changes here.
      await repository.git("checkout", "--quiet", repository.branch);
      await project("the old branch again", ({ branch }) => branch === repository.branch);
      await rows.at(`Current branch: ${repository.branch}`);
    } finally {
      polling.setFocused(true);
      await hideViews(app);
    }
  });

  it("is known to all who wait for it once several read it at a time", async () => {
    await repository.git("checkout", "--quiet", "-b", "read/anew");
    const branch = async (work: Promise<void>): Promise<unknown> => {
      await work;
      const { state } = app.projects;
      return state.kind === "ready" && state.project.branch;
    };
    const reads = [app.projects.rescan(), app.projects.rescan(), app.projects.read(), app.projects.read()].map(branch);
    assert.deepEqual(await Promise.all(reads), Array(4).fill("read/anew"));
  });

  it("names the upstream branch, shows a detached head, and requests nothing for a branch without commits", async () => {
    await repository.git("checkout", "--quiet", "-b", "mine", "--track", `origin/${repository.branch}`);
    await repository.git("commit", "--quiet", "--allow-empty", "-m", "x");
    const made = await repository.git("rev-parse", "HEAD");
    assert.equal((await project("the tracked branch", ({ head }) => head === made)).branch, repository.branch);
    const rows = new Rows(app.pipelines.view.provider);
    await repository.git("checkout", "--quiet", "--detach");
    const detached = await project("the detached head", (open) => open.detached === true);
    assert.deepEqual([detached.branch, detached.head], [undefined, made]);
    assert.equal((await rows.below())[0]?.label, `Detached head: ${made.slice(0, 8)}`);
    await repository.git("checkout", "--quiet", "--orphan", "empty");
    assert.equal((await project("the unborn branch", ({ branch }) => branch === "empty")).head, undefined);
    const since = await control.lastRequest();
    const [note, ...others] = await rows.below((await rows.below())[0]);
    assert.deepEqual([note?.label, others], ["This repository has no commits yet", []]);
    const asked = (await control.requests(since)).filter(({ path }) => path.includes("/latest"));
    assert.deepEqual(asked, []);
  });

  it("reports several, unknown and missing remotes", async () => {
    const other = await ownProject(app);
    await repository.git("remote", "add", "fork", `${url}/${other.path}.git`);
    const { candidates } = await state("severalRemotes");
    const found = candidates.map(({ remote, project: path }) => [remote, path]);
    assert.deepEqual(found, [
      ["origin", info.project.path],
      ["fork", other.path],
    ]);
    await app.projects.select(candidates[1]);
    await project("the choice", ({ project: path, root }) => path === other.path && root === repository.folder);
    await app.projects.select(undefined);
    await repository.git("remote", "remove", "fork");
    await repository.git("config", "remote.origin.url", "https://git.unknown.example/a/b.git");
    assert.deepEqual((await state("noInstance")).hosts, ["https://git.unknown.example"]);
    await repository.git("config", "--remove-section", "remote.origin");
    assert.equal((await state("noRemote")).root, repository.folder);
  });

  it("applies SSH host aliases", async () => {
    await repository.git("config", "remote.origin.url", `git@forge-at-work:${info.project.path}.git`);
    assert.deepEqual((await state("noInstance")).hosts, ["https://forge-at-work"]);
    {
      await using _aliases = await withSetting("forgeline.ssh.hostAliases", { "forge-at-work": "127.0.0.1" });
      await project("the remote behind the alias", ({ project: path }) => path === info.project.path);
    }
    await state("noInstance");
  });

  it("finds repositories directly below the folder", async () => {
    const { folder } = repository;
    const putBack = await repository.takeAway();
    try {
      const scanned = app.projects.rescan();
      // What is read meanwhile, as after a change of Git's files, fails on the repository that was there.
      void app.projects.read();
      await scanned;
      assert.equal(app.projects.state.kind, "noRepository");
      const other = await ownProject(app);
      for (const [name, path] of [
        ["one", info.project.path],
        ["two", other.path],
      ] as const) {
        await mkdir(join(folder, name));
        await repository.in(join(folder, name), "init", "--quiet", "-b", "main");
        await repository.in(join(folder, name), "remote", "add", "origin", `${url}/${path}.git`);
      }
      await app.projects.rescan();
      const { candidates } = await state("severalRepositories");
      const roots = candidates.map(({ root }) => root);
      assert.deepEqual(roots, [join(folder, "one"), join(folder, "two")]);
      await app.projects.select(candidates[1]);
      const open = await project("the second repository", ({ root }) => root === join(folder, "two"));
      assert.deepEqual([open.project, open.branch, open.head], [other.path, "main", undefined]);
    } finally {
      await putBack();
      await repository.restore();
      await app.projects.rescan();
    }
  });

  it("sets context keys for welcome texts and menus", async () => {
    const keys = new Map<unknown, unknown>();
    const spy = watchCommands((command, key, value) => command === "setContext" && keys.set(key, value));
    try {
      const rows = new Rows(app.pipelines.view.provider);
      const at = async (kind: Current["kind"]): Promise<void> => {
        await until(`the state ${kind}`, () => app.current.value.kind === kind, app.current.onDidChange);
        assert.equal(keys.get("forgeline.state"), kind);
        assert.equal((await rows.below()).length > 0, kind === "ready", "Only an empty view shows its welcome text");
      };
      await signedOut();
      await at("signedOut");
      assert.equal(keys.get("forgeline.signedIn"), false);
      assert.throws(
        () => app.current.require(),
        (error) => (error as UserError).action?.command === "forgeline.signIn",
      );
      await signedIn();
      await at("ready");
      assert.equal(keys.get("forgeline.signedIn"), true);
      await repository.git("config", "remote.origin.url", "https://git.unknown.example/a/b.git");
      await at("noInstance");
    } finally {
      spy.dispose();
    }
  });
});
