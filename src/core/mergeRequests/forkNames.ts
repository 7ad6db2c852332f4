import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { forkOf } from "./sourceBranch.ts";

/** More would be as many requests: a list of merge requests tells forks by their numbers alone. */
const atOnce = 10;

/** What the forks of merge requests are called, each asked for once. */
export class ForkNames {
  private readonly client: Client;
  /** Undefined for one that this account does not see. */
  private readonly names = new Map<number, string | undefined>();

  constructor(client: Client) {
    this.client = client;
  }

  /** Full path of the fork that a merge request comes from, once it is known. */
  of(mergeRequest: MergeRequest): string | undefined {
    const fork = forkOf(mergeRequest);
    return fork === undefined ? undefined : this.names.get(fork);
  }

  /** Asks for those that are not known yet; whether there is one more now. @throws ApiError for what may be otherwise the next time */
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
