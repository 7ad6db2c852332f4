/** Where the suite about faulty writes sees what a command wrote: the rows of a view, or the threads in a diff. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ChangeSubject } from "../../src/core/changes.ts";
import { type Element, isFooter } from "../../src/core/tree/node.ts";
import type { ProjectView } from "../../src/core/tree/projectView.ts";
import { type ViewId, VIEWS } from "../../src/core/views.ts";
import { isNote } from "../../src/features/mergeRequests/review/shownNote.ts";
import { isPendingNote } from "../../src/features/mergeRequests/review/shownPending.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import { removeHooks } from "./administrators.ts";
import type { PollClock } from "./pollClock.ts";
import type { RoleWorld } from "./roleWorld.ts";
import { type Row, Rows } from "./rows.ts";
import { showAlone } from "./shownView.ts";
import { until } from "./until.ts";

type AnyRow = Row<Element<{ kind: string }>>;
type Listen = (listener: () => unknown) => { dispose(): void };

interface Shown {
  /** Absent for the threads in a diff. */
  readonly view?: ViewId;
  /** Paths of the rows whose children are read; the first level by default. */
  readonly below?: readonly (readonly (string | RegExp)[])[];
  /** Whether the rows below the first three are read, too. */
  readonly deep?: true;
  /** Removes what earlier writes left, where views show the first of a list only. */
  readonly clear?: (world: RoleWorld) => Promise<unknown>;
  /** Puts what is written about into the view, where the host does not. */
  readonly begin?: (world: RoleWorld, about: unknown) => Promise<void>;
}

/** Path of the group that the project is in. */
export const groupOf = ({ own }: RoleWorld): string => own.path.split("/")[0] ?? "";

/** The newer side of the diff that is open. */
export function shownDiff(): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : assert.fail("No diff is open");
}

/** Deletes what stands in a list. @param key by which address of it each is deleted */
async function empty(world: RoleWorld, path: string, key: "id" | "name" = "id"): Promise<void> {
  for (const one of await world.api<Record<typeof key, string | number>[]>("GET", `${path}?per_page=100`))
    await world.api("DELETE", `${path}/${encodeURIComponent(one[key])}`);
}

const shownRows = {
  pipeline: { view: VIEWS.pipelines, below: [[/^Current branch/], ["All pipelines"]] },
  job: { view: VIEWS.jobs },
  mergeRequest: { view: VIEWS.mergeRequests, below: [["All open"]] },
  review: {},
  milestone: {
    view: VIEWS.milestones,
    below: [["Active"], ["Closed"]],
    clear: async (world) => {
      await empty(world, "./milestones");
      await empty(world, `/groups/${groupOf(world)}/milestones`);
    },
  },
  snippet: { view: VIEWS.snippets, below: [["Mine"]], deep: true },
  wiki: { view: VIEWS.wiki },
  package: { view: VIEWS.packages },
  protectedBranch: {
    view: VIEWS.projectSettings,
    below: [["Protected Branches"]],
    deep: true,
    clear: (world) => empty(world, "./protected_branches", "name"),
  },
  jobTokenScope: { view: VIEWS.projectSettings, below: [["Job Token Access"]], deep: true },
  systemHook: { view: VIEWS.administration, below: [["System Hooks"]], clear: removeHooks },
  user: { view: VIEWS.administration, below: [["Users"]] },
  customAttribute: { view: VIEWS.administration, below: [["Custom Attributes"]], deep: true },
  vulnerability: {
    view: VIEWS.vulnerabilities,
    // The API has no list: the view shows those that were added here.
    begin: async ({ app, scope }, about) => {
      const { vulnerability } = about as { readonly vulnerability: { readonly id: number } };
      await new WatchedVulnerabilities(app.memory).keep(scope, { id: vulnerability.id });
    },
  },
  commit: { view: VIEWS.commits, below: [[], [/./, "Comments"], [/./, "Statuses"]] },
  sshKey: { view: VIEWS.people, below: [["Me", "SSH Keys"]] },
  ownStatus: { view: VIEWS.people, below: [["Me"]] },
} satisfies Record<ChangeSubject, Shown> as Record<ChangeSubject, Shown>;

/** What is shown of something while it is written. Time stands for the window's polling, so that only the write itself refreshes it. */
export class ShownWrite {
  private readonly world: RoleWorld;
  private readonly shown: Shown;
  private readonly clock: PollClock;
  private rows!: Rows<Element<{ kind: string }>>;
  private changed!: Listen;
  private before = "";

  private constructor(world: RoleWorld, shown: Shown, clock: PollClock) {
    this.world = world;
    this.shown = shown;
    this.clock = clock;
  }

  static async clear(world: RoleWorld, subject: ChangeSubject): Promise<void> {
    await shownRows[subject].clear?.(world);
  }

  /** Shows what is written about as it is before. @param about what the command is handed */
  static async begin(
    world: RoleWorld,
    { subject, clock, about }: { readonly subject: ChangeSubject; readonly clock: PollClock; readonly about: unknown },
  ): Promise<ShownWrite> {
    const self = new ShownWrite(world, shownRows[subject], clock);
    const { app } = world;
    const { view: id, begin } = self.shown;
    await begin?.(world, about);
    if (id === undefined) {
      self.changed = (await app.mergeRequests.review()).discussions.onDidChange;
    } else {
      const view = app.views.get(id) as unknown as ProjectView<{ kind: string }, never>;
      if (!view.visible) await showAlone(app, id);
      await view.load();
      self.rows = new Rows(view.provider);
      self.changed = view.provider.onDidChangeTreeData;
      // Rows that were never read would be read only when they are looked at.
      await self.read();
      await view.refresh();
    }
    self.before = await self.read();
    return self;
  }

  /** Waits until what is shown is other than before, by what follows the write alone. */
  async follows(): Promise<void> {
    // What is refreshed is collected for a moment, and nothing is polled so soon.
    await this.clock.pass(1_000);
    await until(
      () => `rows other than ${this.before}`,
      async () => (await this.read()) !== this.before,
      this.changed,
    );
  }

  private async read(): Promise<string> {
    const { view, below = [[]], deep } = this.shown;
    if (view === undefined) return this.threads();
    const lists = await Promise.all(
      below.map(async (path) => this.below(path.length === 0 ? undefined : await this.rows.at(...path), deep === true)),
    );
    return lists.flat().join("\n");
  }

  private async below(row: AnyRow | undefined, deep: boolean): Promise<string[]> {
    if (row?.item.collapsibleState === vscode.TreeItemCollapsibleState.None) return [];
    const rows = (await this.rows.below(row)).filter(({ element }) => !isFooter(element));
    const texts = rows.map(async (one, at) => [
      [one.id, one.label, one.description, one.context, one.spoken].join(" | "),
      ...(deep && at < 3 ? await this.below(one, false) : []),
    ]);
    return (await Promise.all(texts)).flat();
  }

  /** The comments in the diff of a merge request, with those that wait for the review to be submitted. */
  private async threads(): Promise<string> {
    const { threads } = await this.world.app.mergeRequests.review();
    return (threads.threadsIn(shownDiff())?.all() ?? [])
      .flatMap(({ comments, state }) =>
        comments.map((comment) =>
          isNote(comment)
            ? `${comment.note.id} ${comment.note.body} ${state}`
            : isPendingNote(comment)
              ? `pending ${comment.pending.text}`
              : "",
        ),
      )
      .join("\n");
  }
}
