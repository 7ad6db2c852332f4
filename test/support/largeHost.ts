/** A host on 127.0.0.1 with long lists: one project, whose lists are as long as a test says. It counts what it sends. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface LargeHostOptions {
  readonly pipelines: number;
  /** Of the newest pipeline. */
  readonly jobs: number;
  readonly mergeRequests: number;
  readonly wikiPages: number;
}

export interface LargeHost extends AsyncDisposable {
  readonly url: string;
  /** Requests and bytes of bodies since the last call, each request as its path and query below the project. */
  taken(): { readonly requests: readonly string[]; readonly bytes: number };
  /** How long each list is now. The newest come first. */
  readonly lengths: { -readonly [List in keyof LargeHostOptions]: number };
}

/** What all records of a kind have in common. */
const { user, project, ...common } = JSON.parse(
  readFileSync(join(import.meta.dirname, "largeHost.json"), "utf8"),
) as Readonly<Record<"user" | "project" | "pipeline" | "job" | "mergeRequest", object>>;
const web = "https://git.example.com/demo/large";
const shaOf = (id: number): string => id.toString(16).padStart(40, "0");

const pipeline = (id: number) => ({
  ...common.pipeline,
  id,
  iid: id,
  sha: shaOf(id),
  ref: `topic/${id % 50}`,
  status: id % 7 === 0 ? "failed" : "success",
  web_url: `${web}/-/pipelines/${id}`,
});

const job = (id: number, of: number) => ({
  ...common.job,
  id,
  status: id % 90 === 0 ? "failed" : "success",
  stage: `stage ${id % 5}`,
  name: `test ${id}`,
  user,
  commit: { id: shaOf(of), short_id: "00000000", title: "A commit", created_at: "2026-01-01T12:00:00.000Z" },
  pipeline: pipeline(of),
  web_url: `${web}/-/jobs/${id}`,
});

const mergeRequest = (iid: number) => ({
  ...common.mergeRequest,
  id: 100_000 + iid,
  iid,
  title: `Change number ${iid}`,
  source_branch: `topic/${iid}`,
  author: user,
  assignees: [user],
  sha: shaOf(iid),
  references: { short: `!${iid}`, relative: `!${iid}`, full: `demo/large!${iid}` },
  web_url: `${web}/-/merge_requests/${iid}`,
});

const wikiPage = (id: number) => ({
  format: "markdown",
  slug: `folder-${id % 10}/page-${id}`,
  title: `Page ${id}`,
  encoding: "UTF-8",
});

export async function startLargeHost(options: LargeHostOptions): Promise<LargeHost> {
  const lengths = { ...options };
  let requests: string[] = [];
  let bytes = 0;
  const send = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    const text = Buffer.from(JSON.stringify(body));
    bytes += text.length;
    response.writeHead(status, { ...headers, "Content-Type": "application/json", "Content-Length": text.length });
    response.end(text);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://host");
    const path = pathname.replace(/^\/api\/v4/, "").replace(/^\/projects\/(?:1|demo%2Flarge)/, "");
    requests.push(path + search);
    /** Answers with a page of a list of this length, newest first. */
    const page = (length: number, made: (id: number) => object): void => {
      const size = Math.min(100, Number(searchParams.get("per_page") ?? 20));
      const at = Number(searchParams.get("page") ?? 1);
      const first = length - (at - 1) * size;
      const items = Array.from({ length: Math.max(0, Math.min(size, first)) }, (_, index) => made(first - index));
      const next = at * size < length ? at + 1 : undefined;
      searchParams.set("page", String(next));
      send(response, 200, items, {
        "X-Total": String(length),
        "X-Page": String(at),
        "X-Per-Page": String(size),
        "X-Next-Page": String(next ?? ""),
        ...(next !== undefined && { Link: `<http://host${pathname}?${searchParams.toString()}>; rel="next"` }),
      });
    };
    const [, of] = /^\/pipelines\/(\d+)\/jobs$/.exec(path) ?? [];
    if (path === "") send(response, 200, project);
    else if (path === "/pipelines") page(lengths.pipelines, pipeline);
    else if (of !== undefined) page(Number(of) === lengths.pipelines ? lengths.jobs : 3, (id) => job(id, Number(of)));
    else if (path === "/merge_requests") {
      const isAll = !searchParams.has("source_branch") && searchParams.get("scope") === "all";
      page(isAll ? lengths.mergeRequests : 0, mergeRequest);
    } else if (path === "/wikis")
      send(
        response,
        200,
        Array.from({ length: lengths.wikiPages }, (_, id) => wikiPage(id)),
      );
    else if (path === "/user") send(response, 200, { ...user, is_admin: false });
    else send(response, 404, { message: "404 Not Found" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lengths,
    taken: () => {
      const answer = { requests, bytes };
      requests = [];
      bytes = 0;
      return answer;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close").catch(() => undefined);
    },
  };
}
