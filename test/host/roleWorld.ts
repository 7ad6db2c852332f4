/** What the suite about roles has for itself: a project with a member of each role, and fresh subjects for what is done to them. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { MergeRequestRef } from "../../src/core/mergeRequests/refs.ts";
import type { FabricatedPipeline } from "../service/fabricated.ts";
import type { MergeRequestSpec } from "../service/mergeRequests/specs.ts";
import type { UserName } from "../service/types.ts";
import type { App } from "./app.ts";
import { ask } from "./hostApi.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { openDiff } from "./reviewStage.ts";

export const members = ["maintainer", "developer", "reporter", "anonymous"] as const;
export type Role = (typeof members)[number];

/** Who has which role; nobody is signed in as anonymous. Alice owns the project. */
export const people: Readonly<Record<Exclude<Role, "anonymous"> | "administrator", UserName>> = {
  administrator: "admin",
  maintainer: "max",
  developer: "bob",
  reporter: "rita",
};

/** What is made upon request, for whoever does something with it. */
export type SubjectName =
  | ("mergeRequest" | "thread" | "suggestion" | "comment" | "milestone" | "protectedBranch" | "vulnerability")
  | ("confirmed" | "tokenEntry" | "withoutTokenEntries" | "wikiPage" | "package" | "commit" | "user" | "hook")
  | ("attribute" | "snippet");

export class RoleWorld {
  readonly own: OwnProject;
  readonly app: App;
  private readonly control = localService().control;

  private constructor(app: App, own: OwnProject) {
    this.app = app;
    this.own = own;
  }

  /** Makes the project. */
  static async make(app: App): Promise<RoleWorld> {
    const world = new RoleWorld(app, await ownProject(app, `roles${randomUUID().slice(0, 8)}/station`));
    const { path } = world.own;
    const { control } = localService();
    for (const [user, level] of Object.entries({ max: 40, bob: 30, rita: 20 }))
      await control.setMember({ project: path, user, level });
    // Nothing of it runs by itself.
    await control.commit(
      { ".gitlab-ci.yml": 'compile:\n  script: ["true"]\n  when: manual\n' },
      { project: path, message: "Build" },
    );
    await control.commit({ "release.txt": "1\n" }, { project: path, branch: "release", message: "Begin" });
    return world;
  }

  /** Removes what outlives the project: users and snippets. */
  async clear(): Promise<void> {
    const users = await this.api<{ id: number; username: string }[]>("GET", "/users?per_page=100");
    for (const { id } of users.filter(({ username }) => /^(guest|new)-[0-9a-f]{8}$/.test(username)))
      await this.api("DELETE", `/users/${id}?hard_delete=true`);
    type Found = { id: number; title: string }[];
    const snippets = await this.api<Found>("GET", "/snippets?per_page=100", undefined, "alice");
    for (const { id } of snippets.filter(({ title }) => title === "Shared"))
      await this.api("DELETE", `/snippets/${id}`, undefined, "alice");
  }

  get instance(): string {
    return this.own.instance;
  }

  /** Of the project, as rows carry it. */
  get scope(): { instance: string; project: string } {
    return { instance: this.own.instance, project: this.own.path };
  }

  /** A name that nothing else has. */
  name(of: string): string {
    return `${of}-${randomUUID().slice(0, 8)}`;
  }

  /** Asks the host, past the extension. @param path below the root of the API; one that begins with `./` is of the project */
  api<T = { id: number }>(method: string, path: string, body?: object, by: UserName = "admin"): Promise<T> {
    const project = `/projects/${encodeURIComponent(this.own.path)}`;
    return ask<T>(by, method, path.startsWith("./") ? `${project}/${path.slice(2)}` : path, body);
  }

  async pipeline(spec: FabricatedPipeline): Promise<object> {
    const { id } = await this.own.add(spec);
    return { ...this.scope, pipeline: await this.api("GET", `./pipelines/${id}`) };
  }

  async job(status: string): Promise<object> {
    const { jobs } = await this.own.add({ status, jobs: [{ name: "compile", status }] });
    return { ...this.scope, job: await this.api("GET", `./jobs/${jobs[0] ?? 0}`) };
  }

  async mergeRequest(
    spec: Partial<Pick<MergeRequestSpec, "state" | "title" | "approvedBy" | "reviewers">> = {},
  ): Promise<MergeRequestRef> {
    const branch = this.name("topic");
    await this.own.commit({ [`${branch}.txt`]: "x\n" }, { branch, message: "Change" });
    const { iid } = await this.own.addMergeRequest({ sourceBranch: branch, title: "Do it", ...spec });
    const [mergeRequest] = await this.api<MergeRequestRef["mergeRequest"][]>(
      "GET",
      `./merge_requests?state=all&iids[]=${iid}`,
    );
    return { ...this.scope, mergeRequest: mergeRequest! };
  }

  /** A thread of alice's on a merge request. */
  async thread({ resolved = false } = {}): Promise<object> {
    const { mergeRequest } = await this.mergeRequest();
    const path = `./merge_requests/${mergeRequest.iid}/discussions`;
    const { id } = await this.api<{ id: string }>("POST", path, { body: "Why?" }, "alice");
    if (resolved) await this.api("PUT", `${path}/${id}`, { resolved: true }, "alice");
    return { ...this.scope, iid: mergeRequest.iid, discussion: id };
  }

  /** A suggestion of alice's for the changed line of a merge request. */
  async suggestion(): Promise<object> {
    const { mergeRequest } = await this.mergeRequest();
    const { iid, source_branch: branch } = mergeRequest;
    const { diff_refs: refs } = await this.api<{ diff_refs: object }>("GET", `./merge_requests/${iid}`);
    const { notes } = await this.api<{ notes: { id: number }[] }>(
      "POST",
      `./merge_requests/${iid}/discussions`,
      {
        body: "```suggestion\ny\n```",
        position: { ...refs, position_type: "text", old_path: `${branch}.txt`, new_path: `${branch}.txt`, new_line: 1 },
      },
      "alice",
    );
    return { ...this.scope, iid, noteId: notes[0]?.id };
  }

  /** A comment that is written on the changed line of a merge request, in its diff. */
  async comment(): Promise<object> {
    const { head } = await openDiff(this.app, await this.mergeRequest());
    const { threads } = await this.app.mergeRequests.review();
    await threads.open(head, "none");
    return { thread: threads.controller.createCommentThread(head, new vscode.Range(0, 0, 0, 0), []), text: "Why?" };
  }

  async milestone(): Promise<object> {
    return { ...this.scope, milestone: await this.api("POST", "./milestones", { title: this.name("goal") }, "alice") };
  }

  async protectedBranch(): Promise<{
    instance: string;
    project: string;
    protectedBranch: { name: string; push_access_levels: object[] };
  }> {
    return {
      ...this.scope,
      protectedBranch: await this.api("POST", "./protected_branches", { name: this.name("guarded") }, "alice"),
    };
  }

  /** @param confirmed whether alice confirmed it */
  async vulnerability({ confirmed = false } = {}): Promise<object> {
    const { id } = await this.control.addVulnerability({ project: this.own.path, title: "Names are not escaped" });
    if (confirmed) await this.api("POST", `/vulnerabilities/${id}/confirm`, undefined, "alice");
    return { ...this.scope, vulnerability: await this.api("GET", `/vulnerabilities/${id}`) };
  }

  confirmed(): Promise<object> {
    return this.vulnerability({ confirmed: true });
  }

  /** The sample's project on the list of those whose job tokens reach this one. */
  async tokenEntry(): Promise<object> {
    const { id, path } = localService().info.project;
    const listed = await this.api<{ id: number }[]>("GET", "./job_token_scope/allowlist", undefined, "alice");
    if (!listed.some((one) => one.id === id))
      await this.api("POST", "./job_token_scope/allowlist", { target_project_id: id }, "alice");
    return { ...this.scope, entry: { of: "project", id, name: path } };
  }

  /** No other project or group on those lists. */
  async withoutTokenEntries(): Promise<object> {
    for (const list of ["allowlist", "groups_allowlist"]) {
      for (const { id } of await this.api<{ id: number }[]>("GET", `./job_token_scope/${list}`, undefined, "alice")) {
        if (id !== this.own.id || list !== "allowlist")
          await this.api("DELETE", `./job_token_scope/${list}/${id}`, undefined, "alice");
      }
    }
    return {};
  }

  async wikiPage(): Promise<object> {
    const page = await this.api<{ slug: string; title: string; format: string }>(
      "POST",
      "./wikis",
      { title: this.name("page"), content: "Words" },
      "alice",
    );
    return { ...this.scope, ...page };
  }

  async package(): Promise<object> {
    const id = this.name("Sensor");
    await this.control.addPackage({ id, version: "1.0.0" }, { project: this.own.path });
    return { ...this.scope, packageName: id, version: "1.0.0" };
  }

  async commit(): Promise<object> {
    const { sha } = await this.own.commit({ [`${this.name("file")}.txt`]: "x\n" }, { message: "Change" });
    return { ...this.scope, commit: await this.api("GET", `./repository/commits/${sha}`) };
  }

  async user(): Promise<{ instance: string; user: { id: number; username: string; name: string } }> {
    const username = this.name("guest");
    return {
      instance: this.instance,
      user: await this.api("POST", "/users", {
        username,
        name: username,
        email: `${username}@example.com`,
        password: `Long-${randomUUID()}`,
      }),
    };
  }

  async hook(): Promise<object> {
    return {
      instance: this.instance,
      hook: [await this.api<object>("POST", "/hooks", { url: "http://127.0.0.1:9/roles" })].flat()[0],
    };
  }

  /** The project as what has custom attributes, with one. */
  async attribute(): Promise<object> {
    const key = this.name("key");
    await this.api("PUT", `/projects/${this.own.id}/custom_attributes/${key}`, { value: "1" });
    return {
      instance: this.instance,
      owner: { kind: "projects", id: this.own.id, name: this.own.path },
      attribute: { key, value: "1" },
    };
  }

  /** A public snippet of alice's. */
  async snippet(): Promise<object> {
    const snippet = await this.api(
      "POST",
      "/snippets",
      { title: "Shared", visibility: "public", files: [{ file_path: "a.txt", content: "a" }] },
      "alice",
    );
    return { instance: this.instance, snippet };
  }
}
