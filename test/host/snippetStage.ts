/** What suites about snippets share: snippets of anybody, made and looked at past the extension, and gone after each test. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, before } from "mocha";
import type { Snippet } from "../../src/api/resources/snippets.ts";
import type { Session } from "../../src/auth/session.ts";
import type { UserName } from "../service/types.ts";
import { localService } from "./localService.ts";
import { sessionOf } from "./signedIn.ts";

export interface SnippetSpec {
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: string;
  /** Contents by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface SnippetStage {
  make(spec?: SnippetSpec, by?: UserName): Promise<Snippet>;
  /** As anybody sees it; undefined when it is not there. */
  get(id: number, as?: UserName): Promise<Snippet | undefined>;
  paths(id: number): Promise<string[]>;
  text(id: number, path: string): Promise<string | undefined>;
  change(id: number, body: object, by?: UserName): Promise<void>;
  remove(id: number, by?: UserName): Promise<void>;
  /** Titles of all that somebody made. */
  titles(of?: UserName): Promise<string[]>;
  /** What was written on the host since, as `PUT /snippets/7`. */
  writes(since: number): Promise<string[]>;
  /** The newest commit of its repository. */
  sha(of: Snippet): Promise<string>;
  /** Number of the last request. */
  now(): Promise<number>;
}

/** Everything of another user's session, for suites that sign in as somebody else than alice. */
export function accountOf(user: UserName): Partial<Session> {
  const { user: who, label, accessToken } = sessionOf(user);
  return { user: who, label, accessToken };
}

export function snippetStage(): SnippetStage {
  const { url, info, control } = localService();
  const call = async (method: string, path: string, by: UserName, body?: object): Promise<Response> =>
    fetch(`${url}/api/v4${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": info.users[by].token, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const ok = async (response: Response): Promise<Response> => {
    assert.ok(response.ok, `${response.url}: ${response.status} ${await response.clone().text()}`);
    return response;
  };
  const get = async (id: number, as: UserName = "admin"): Promise<Snippet | undefined> => {
    const response = await call("GET", `/snippets/${id}`, as);
    return response.status === 404 ? undefined : ((await (await ok(response)).json()) as Snippet);
  };
  /** The sample's own stay. */
  const kept = new Set<number>();
  before(async () => {
    for (const { id } of (await (
      await ok(await call("GET", "/snippets/all?per_page=100", "admin"))
    ).json()) as Snippet[])
      kept.add(id);
  });
  afterEach(async () => {
    await control.clearFaults();
    // Also those that the extension made.
    for (const by of ["alice", "bob", "admin"] as const) {
      for (const { id } of (await (await ok(await call("GET", "/snippets?per_page=100", by))).json()) as Snippet[])
        if (!kept.has(id)) await call("DELETE", `/snippets/${id}`, by);
    }
  });
  return {
    make: async ({ title = "Suite", files = { "one.txt": "1\n" }, ...rest } = {}, by = "alice") => {
      const body = {
        title,
        visibility: "private",
        ...rest,
        files: Object.entries(files).map(([file_path, content]) => ({ file_path, content })),
      };
      return (await (await ok(await call("POST", "/snippets", by, body))).json()) as Snippet;
    },
    get,
    paths: async (id) => ((await get(id))?.files ?? []).map(({ path }) => path),
    text: async (id, path) => {
      const response = await call("GET", `/snippets/${id}/files/main/${encodeURIComponent(path)}/raw`, "admin");
      return response.status === 404 ? undefined : (await ok(response)).text();
    },
    change: async (id, body, by = "alice") => {
      await ok(await call("PUT", `/snippets/${id}`, by, body));
    },
    remove: async (id, by = "alice") => {
      await ok(await call("DELETE", `/snippets/${id}`, by));
    },
    titles: async (of = "alice") =>
      ((await (await ok(await call("GET", "/snippets?per_page=100", of))).json()) as Snippet[])
        .filter(({ id }) => !kept.has(id))
        .map(({ title }) => title),
    writes: async (since) =>
      (await control.requests(since))
        .filter(({ method, path }) => method !== "GET" && path.includes("/snippets"))
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`),
    sha: async ({ http_url_to_repo: address }) => {
      const remote = new URL(address ?? "");
      Object.assign(remote, { username: "oauth2", password: info.users.alice.token });
      return (await promisify(execFile)("git", ["ls-remote", remote.href, "main"])).stdout.slice(0, 40);
    },
    now: () => control.lastRequest(),
  };
}
