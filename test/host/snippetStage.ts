/** What suites about snippets share: snippets of anybody, made and looked at past the extension, and gone after each test. */
import type { Snippet } from "../../src/api/resources/snippets.ts";
import type { Session } from "../../src/auth/session.ts";
import type { UserName } from "../service/types.ts";
import { ask, send } from "./hostApi.ts";
import { localService } from "./localService.ts";
import { runGit } from "./runGit.ts";
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
  const { info, control } = localService();
  const get = async (id: number, as: UserName = "admin"): Promise<Snippet | undefined> => {
    const response = await send(as, "GET", `/snippets/${id}`);
    return response.status === 404 ? undefined : ((await response.json()) as Snippet);
  };
  const list = (of: UserName, path = "/snippets"): Promise<Snippet[]> => ask(of, "GET", `${path}?per_page=100`);
  /** The sample's own stay. */
  const kept = new Set<number>();
  before(async () => {
    for (const { id } of await list("admin", "/snippets/all")) kept.add(id);
  });
  afterEach(async () => {
    await control.clearFaults();
    // Also those that the extension made.
    for (const by of ["alice", "bob", "admin"] as const) {
      for (const { id } of await list(by)) if (!kept.has(id)) await send(by, "DELETE", `/snippets/${id}`);
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
      return ask<Snippet>(by, "POST", "/snippets", body);
    },
    get,
    paths: async (id) => ((await get(id))?.files ?? []).map(({ path }) => path),
    text: async (id, path) => {
      const response = await send("admin", "GET", `/snippets/${id}/files/main/${encodeURIComponent(path)}/raw`);
      return response.status === 404 ? undefined : response.text();
    },
    change: async (id, body, by = "alice") => {
      await ask(by, "PUT", `/snippets/${id}`, body);
    },
    remove: async (id, by = "alice") => {
      await ask(by, "DELETE", `/snippets/${id}`);
    },
    titles: async (of = "alice") => (await list(of)).filter(({ id }) => !kept.has(id)).map(({ title }) => title),
    writes: async (since) =>
      (await control.requests(since))
        .filter(({ method, path }) => method !== "GET" && path.includes("/snippets"))
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`),
    sha: async ({ http_url_to_repo: address }) => {
      const remote = new URL(address ?? "");
      Object.assign(remote, { username: "oauth2", password: info.users.alice.token });
      return (await runGit(["ls-remote", remote.href, "main"])).slice(0, 40);
    },
    now: () => control.lastRequest(),
  };
}
