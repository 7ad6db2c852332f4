import type { Client } from "../../../../src/api/client.ts";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import type { ListPage, Page, PageCursor, Pages } from "../../../../src/api/pages.ts";
import type { CallOptions, ListOptions } from "../../../../src/api/request.ts";
import type { Bridge } from "../../../../src/api/resources/extraTypes.ts";
import type { Job } from "../../../../src/api/resources/jobs.ts";
import type { Pipeline, PipelineDetails } from "../../../../src/api/resources/pipelines.ts";

export const fault = (kind: ApiErrorKind): ApiError =>
  new ApiError({
    kind,
    message: kind,
    request: { method: "GET", url: "https://git.example.com/api/v4/x", instance: "https://git.example.com" },
  });

export const pipeline = (id: number, status = "success", rest: Partial<Pipeline> = {}): Pipeline => ({
  ...{ id, project_id: 1, status, source: "push", ref: "main", sha: `sha${id}` },
  ...{ web_url: `https://git.example.com/p/${id}`, created_at: "2024-01-01T00:00:00Z" },
  updated_at: "2024-01-01T00:00:00Z",
  ...rest,
});

export const job = (id: number, name: string, stage: string, status = "success", rest: Partial<Job> = {}): Job => ({
  ...{ id, name, stage, status, ref: "main", web_url: `https://git.example.com/j/${id}` },
  created_at: "2024-01-01T00:00:00Z",
  ...rest,
});

/** A host in memory that notes every request, newest rows first like the real ones. */
export class FakeHost {
  pipelines: Pipeline[] = [];
  jobs = new Map<number, Job[]>();
  /** By the pipeline; the host has no route for them while there are none. */
  bridges = new Map<number, Bridge[]>();
  latest: number | undefined;
  readonly requests: { at: number; what: string; repeat: boolean }[] = [];
  fails: ((what: string) => ApiError | undefined) | undefined;
  private readonly now: () => number;

  constructor(now: () => number = () => 0) {
    this.now = now;
  }

  get whats(): string[] {
    return this.requests.map(({ what }) => what);
  }

  get client(): Client {
    const detail = (id: number | undefined): PipelineDetails => {
      const found = this.pipelines.find((one) => one.id === id);
      if (!found) throw fault("notFound");
      return { ...found, duration: 61, coverage: "87.5" };
    };
    const client = {
      baseUrl: "https://git.example.com",
      pipelines: {
        list: (_project: unknown, query: object, options: ListOptions) =>
          this.pages(`list ${JSON.stringify(query)}`, () => this.pipelines, options),
        get: async (_project: unknown, id: number, options: CallOptions) => (
          await this.ask(`get ${id}`, options),
          detail(id)
        ),
        latest: async (_project: unknown, { ref = "" }: { ref?: string }, options: CallOptions) => {
          await this.ask(`latest ${ref}`, options);
          return this.latest === undefined ? undefined : detail(this.latest);
        },
      },
      extras: {
        available: () => this.bridges.size > 0,
        bridges: (_project: unknown, id: number, options: ListOptions) =>
          this.pages(`bridges ${id}`, () => this.bridges.get(id) ?? [], options),
      },
      jobs: {
        listForPipeline: (_project: unknown, id: number, _query: object, options: ListOptions) =>
          this.pages(`jobs ${id}`, () => this.jobs.get(id) ?? [], options),
      },
    };
    return client as unknown as Client;
  }

  private async ask(what: string, { signal, repeat = true }: CallOptions): Promise<void> {
    this.requests.push({ at: this.now(), what, repeat });
    await Promise.resolve();
    signal?.throwIfAborted();
    const error = this.fails?.(what);
    if (error) throw error;
  }

  pages<T extends { id: number }>(what: string, rows: () => readonly T[], options: ListOptions): Pages<T> {
    const { perPage = 20 } = options;
    const page = async (cursor?: PageCursor): Promise<Page<T>> => {
      const at = Number(cursor?.path ?? 1);
      await this.ask(`${what} page ${at}`, options);
      const all = [...rows()].sort((a, b) => b.id - a.id);
      const next = all.length > at * perPage ? { next: { path: String(at + 1) } } : {};
      return { items: all.slice((at - 1) * perPage, at * perPage), total: all.length, ...next };
    };
    return {
      page,
      all: async () => {
        const items: T[] = [];
        const pages: ListPage[] = [];
        for (let cursor: PageCursor | undefined = { path: "1" }; cursor;) {
          const answer: Page<T> = await page(cursor);
          items.push(...answer.items);
          pages.push({ cursor, end: items.length });
          cursor = answer.next;
        }
        return { items, pages, capped: false };
      },
      [Symbol.asyncIterator]: () => {
        throw new Error("not used");
      },
    };
  }
}
