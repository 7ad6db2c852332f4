import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import { commentedAtFirst, commentsInRange } from "../../../core/commits/commentsInRange.ts";
import { inProjectOrFork } from "../../../core/comparisons/projectOrFork.ts";
import type { Connections } from "../../../core/connections.ts";
import { FileLines } from "../../../core/files/fileLines.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import type { HostList } from "../../../core/ui/partialList.ts";
import { type EarlierComments, placeEarlier } from "./earlierComments.ts";
import { linesOf } from "./places.ts";

/** The file of a commit that is commented on. */
export interface CommentedFile extends FileRef {
  /** What is known of it as a file of a merge request's diff, on hosts without discussions. */
  readonly request?: RequestFile | undefined;
}

export interface RequestFile {
  /** Project of the merge request: that of the file, or the one that it was forked from. */
  readonly project: FileRef["project"];
  /** Commit that the changes are compared with. */
  readonly base: string;
  /** Path before the changes, if the file was renamed. */
  readonly otherPath?: string | undefined;
}

/** Comments on the commits of a merge request. */
export interface RequestComments {
  /** Those on the newest commit, in whatever file. */
  readonly newest: HostList<CommitCommentListEntry>;
  /** Those on the same file at earlier commits, newest commit first. */
  readonly earlier: readonly EarlierComments[];
}

/** Reads the comments on the commits of merge requests, where hosts have no discussions. */
export class CommitsOfRequests {
  private readonly connections: Pick<Connections, "get">;
  private readonly lines = new FileLines();
  /** Number of commits that are read, by merge request. */
  private readonly counts = new Map<string, number>();
  /** Merge requests with older commits, whose comments were not read. */
  private readonly withOlder = new Set<string>();

  constructor(connections: Pick<Connections, "get">) {
    this.connections = connections;
  }

  /** Returns the number of commits whose comments are read. */
  count(file: FileRef, request: RequestFile): number {
    return this.counts.get(keyOf(file, request)) ?? commentedAtFirst;
  }

  /** Whether comments on older commits were not read. */
  hasOlder(file: FileRef, request: RequestFile): boolean {
    return this.withOlder.has(keyOf(file, request));
  }

  /** Lets as many commits more be read from now on. */
  readMore(file: FileRef, request: RequestFile): void {
    this.counts.set(keyOf(file, request), this.count(file, request) + commentedAtFirst);
  }

  /** Reads the comments, and places them in the text that is shown. @throws ApiError */
  async read(
    file: FileRef,
    request: RequestFile,
    { lines, encoding }: { readonly lines: readonly string[]; readonly encoding: string },
    signal: AbortSignal,
  ): Promise<RequestComments> {
    const { instance, project, path, ref } = file;
    const { client } = this.connections.get(instance);
    const count = this.count(file, request);
    const range = `${request.base}..${ref}`;
    const { commits, older } = await inProjectOrFork(project, request.project, (home) =>
      commentsInRange(client, home, range, count, signal),
    );
    const key = keyOf(file, request);
    if (older) this.withOlder.add(key);
    else this.withOlder.delete(key);
    const newest = commits.find(({ commit }) => commit.id === ref)?.comments ?? { items: [] };
    const fork = project === request.project ? undefined : project;
    const earlier = commits
      .filter(({ commit }) => commit.id !== ref)
      .flatMap(({ commit: { id: sha }, comments: { items } }) =>
        [path, request.otherPath]
          .filter((one) => one !== undefined)
          .filter((one) => linesOf(items, one).length > 0)
          .map(async (one) => {
            // A commit that is not there any more leaves the number of the line.
            const before = await this.lines
              .of({ instance, project: request.project, path: one, ref: sha }, encoding, { fork })
              .catch(() => undefined);
            return placeEarlier({ sha, path: one, comments: items }, before, lines);
          }),
      );
    return { newest, earlier: (await Promise.all(earlier)).flat() };
  }
}

const keyOf = ({ instance, project, ref }: FileRef, { base }: RequestFile): string =>
  `${instance} ${project} ${base}..${ref}`;
