import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { forkOf } from "./sourceBranch.ts";

/** Requests sent at once: each fork needs one, as lists contain only the ids of forks. */
const atOnce = 10;

/** Reads the names of forks, each once. */
export class ForkNames {
  private readonly client: Client;
  /** Undefined for a fork that the account cannot see. */
  private readonly names = new Map<number, string | undefined>();

  constructor(client: Client) {
    this.client = client;
  }

  /** Returns the full path of the fork of a merge request, once known. */
  of(mergeRequest: MergeRequest): string | undefined {
    const fork = forkOf(mergeRequest);
    return fork === undefined ? undefined : this.names.get(fork);
  }

  /** Reads the names that are not known yet. @returns whether there are new ones @throws ApiError for failures that may pass */
  async learn(mergeRequests: readonly MergeRequest[], signal: AbortSignal): Promise<boolean> {
    const { extras } = this.client;
    const wanted = [...new Set(mergeRequests.map(forkOf))]
      .filter((fork) => fork !== undefined && !this.names.has(fork))
      .slice(0, atOnce) as number[];
    if (extras.available("project") === false) return false;
    const before = this.names.size;
    await Promise.all(wanted.map(async (fork) => this.names.set(fork, await this.ask(fork, signal))));
    return this.names.size > before;
  }

  private async ask(fork: number, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await this.client.extras.project(fork, { signal })).path_with_namespace;
    } catch (error) {
      if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")) return undefined;
      throw error;
    }
  }
}
