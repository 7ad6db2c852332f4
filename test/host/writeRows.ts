/** What the suite about faulty writes reads in the views after a write, and what has to stand there by what the host says. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ProjectScope } from "../../src/core/base/refs.ts";
import type { ChangeSubject } from "../../src/core/changes.ts";
import type { MergeRequestPlace } from "../../src/core/mergeRequests/review/place.ts";
import { type Element, isFooter } from "../../src/core/tree/node.ts";
import type { ProjectView } from "../../src/core/tree/projectView.ts";
import { type ViewId, VIEWS } from "../../src/core/views.ts";
import { isNote } from "../../src/features/mergeRequests/review/shownNote.ts";
import { isPendingNote } from "../../src/features/mergeRequests/review/shownPending.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import { removeHooks } from "./administrators.ts";
import type { App } from "./app.ts";
import { localService } from "./localService.ts";
import type { PollClock } from "./pollClock.ts";
import type { RoleWorld } from "./roleWorld.ts";
import { type Row, Rows } from "./rows.ts";
import { showAlone } from "./shownView.ts";
import { until } from "./until.ts";

/** Texts of a row, or of a comment, as a person reads them. */
type Texts = readonly string[];

/** What has to stand in a row, and what not. */
interface Facts {
  readonly has: Texts;
  readonly lacks?: Texts;
}

type AnyRow = Row<Element<{ kind: string }>>;
type AnyRows = Rows<Element<{ kind: string }>>;
type Listen = (listener: () => unknown) => { dispose(): void };

/** Asks the host for something, past the extension. @param path below the root of the API; one that begins with `./` is of the open project */
type Ask = <T>(path: string) => Promise<T>;

/** Where something that is written is shown. */
export interface ShownRows {
  /** The view; absent for what stands in a diff. */
  readonly view?: ViewId;
  /** Removes what earlier writes left, where views and host show the first of a list only. */
  readonly clear?: (world: RoleWorld) => Promise<unknown>;
  /** Puts what is written about into the view, where the host does not. */
  readonly begin?: (world: RoleWorld, about: unknown) => Promise<void>;
  readonly read: (rows: AnyRows, app: App) => Promise<readonly Texts[]>;
  readonly host: (ask: Ask, app: App) => Promise<readonly Facts[]>;
  /** Reads from the host what a write alone does not, as the next look at it does. */
  readonly look?: (app: App) => Promise<unknown>;
}

/** Path of the group that the project is in. */
export const groupOf = ({ own }: RoleWorld): string => own.path.split("/")[0] ?? "";

/** How many the views read at once, and the host gives. */
const page = 20;

const textsOf = ({ id, label, description, context, spoken }: AnyRow): string[] => [
  `id:${id.split("/").at(-1) ?? ""}`,
  label,
  spoken,
  ...description.split(" · "),
  ...spoken.split(", "),
  ...context.split(" "),
];

const idOf = ({ id }: AnyRow): number => Number(id.split("/").at(-1));

/** The rows below one, without those that say that there is none, or more. */
const below = async (rows: AnyRows, row?: AnyRow): Promise<AnyRow[]> =>
  row?.item.collapsibleState === vscode.TreeItemCollapsibleState.None
    ? []
    : (await rows.below(row)).filter(({ element }) => !isFooter(element));

const list =
  (...path: readonly string[]) =>
  async (rows: AnyRows): Promise<Texts[]> =>
    (await below(rows, path.length === 0 ? undefined : await rows.at(...path))).slice(0, page).map(textsOf);

/** Reads what stands below each row with it. */
const listWithBelow =
  (...path: readonly string[]) =>
  async (rows: AnyRows): Promise<Texts[]> => {
    const found = (await below(rows, path.length === 0 ? undefined : await rows.at(...path))).slice(0, page);
    return Promise.all(
      found.map(async (row) => [
        ...textsOf(row),
        ...(await below(rows, row)).flatMap(({ label, spoken }) => [label, spoken]),
      ]),
    );
  };

const openProject = ({ current }: App) =>
  current.value.kind === "ready" ? current.value.project : assert.fail("No project is open");

const statusWords = (status: string): string => (status === "success" ? "passed" : status);
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const pipelines: ShownRows = {
  view: VIEWS.pipelines,
  // That of the branch stands apart from the others.
  read: async (rows) => {
    const all = await Promise.all(
      [/^Current branch/, "All pipelines"].map(async (group) => below(rows, await rows.at(group))),
    );
    const newest = all.flat().toSorted((one, other) => idOf(other) - idOf(one));
    return newest.slice(0, page).map(textsOf);
  },
  host: async (ask) =>
    (await ask<{ id: number; status: string; name?: string | null }[]>(`./pipelines?per_page=${page}`)).map(
      ({ id, status, name }) => ({ has: [`Pipeline ${id}`, statusWords(status), ...(name ? [name] : [])] }),
    ),
};

const jobs: ShownRows = {
  view: VIEWS.jobs,
  read: list(),
  host: async (ask) =>
    (await ask<{ id: number; name: string; status: string }[]>(`./jobs?per_page=${page}`)).map(
      ({ id, name, status }) => ({ has: [`id:${id}`, name, statusWords(status)] }),
    ),
};

const commentCount = (count: number): Facts =>
  count === 0
    ? { has: [], lacks: ["1 comment", "2 comments"] }
    : { has: [count === 1 ? "1 comment" : `${count} comments`] };

const mergeRequests: ShownRows = {
  view: VIEWS.mergeRequests,
  read: list("All open"),
  host: async (ask) =>
    (
      await ask<{ iid: number; title: string; draft: boolean; user_notes_count: number }[]>(
        `./merge_requests?state=opened&per_page=${page}`,
      )
    ).map(({ iid, title, draft, user_notes_count: count }) => {
      const comments = commentCount(count);
      return {
        has: [`!${iid} ${title}`, "open", ...(draft ? ["draft"] : []), ...comments.has],
        lacks: [...(draft ? [] : ["draft"]), ...(comments.lacks ?? [])],
      };
    }),
};

/** The newer side of the diff that is open. */
export function shownDiff(): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : assert.fail("No diff is open");
}

const shownPlace = async ({ mergeRequests }: App): Promise<MergeRequestPlace> =>
  (await mergeRequests.review()).threads.documentOf(shownDiff())?.place ?? assert.fail("No merge request is shown");

/** @param known text of the comment, which stands behind an editor that is open on it */
const bodyOf = ({ mode, body }: vscode.Comment, known: string): string =>
  mode === vscode.CommentMode.Editing ? known : typeof body === "string" ? body : body.value;

/** The threads in the diff of a merge request, with the comments that wait for the review to be submitted. */
const threads: ShownRows = {
  read: async (_rows, app) => {
    const review = await app.mergeRequests.review();
    const shown = review.threads.threadsIn(shownDiff())?.all() ?? [];
    return shown.flatMap((thread) =>
      thread.comments.flatMap((comment) =>
        isNote(comment) && comment.note.system !== true
          ? [
              [
                `note:${comment.note.id}`,
                bodyOf(comment, comment.note.body),
                thread.state === vscode.CommentThreadState.Resolved ? "resolved" : "open",
              ],
            ]
          : isPendingNote(comment)
            ? [[`draft:${comment.pending.draft ?? ""}`, bodyOf(comment, comment.pending.text), "pending"]]
            : [],
      ),
    );
  },
  look: async (app) => (await app.mergeRequests.review()).discussions.read(await shownPlace(app)),
  host: async (ask, app) => {
    const { iid } = await shownPlace(app);
    const found = await ask<
      { notes: { id: number; body: string; system: boolean; type: string | null; resolved?: boolean }[] }[]
    >(`./merge_requests/${iid}/discussions?per_page=100`);
    const drafts = await ask<{ id: number; note: string; discussion_id: string | null; position: unknown }[]>(
      `./merge_requests/${iid}/draft_notes?per_page=100`,
    );
    return [
      ...found
        .filter(({ notes }) => notes[0]?.type === "DiffNote")
        .flatMap(({ notes }) =>
          notes
            .filter(({ system }) => !system)
            .map(({ id, body }) => ({ has: [`note:${id}`, body, notes[0]?.resolved === true ? "resolved" : "open"] })),
        ),
      ...drafts
        .filter(({ discussion_id: discussion, position }) => discussion !== null || position !== null)
        .map(({ id, note }) => ({ has: [`draft:${id}`, note, "pending"] })),
    ];
  },
};

/** Deletes what stands in a list. @param key by which address of it each is deleted */
async function empty(world: RoleWorld, path: string, key: "id" | "name" = "id"): Promise<void> {
  for (const one of await world.api<Record<typeof key, string | number>[]>("GET", `${path}?per_page=100`))
    await world.api("DELETE", `${path}/${encodeURIComponent(one[key])}`);
}

const milestones: ShownRows = {
  view: VIEWS.milestones,
  clear: async (world) => {
    await empty(world, "./milestones");
    await empty(world, `/groups/${groupOf(world)}/milestones`);
  },
  read: async (rows) => [...(await list("Active")(rows)), ...(await list("Closed")(rows))],
  host: async (ask) => {
    const query = `include_ancestors=true&per_page=${page}`;
    const found = [
      ...(await ask<{ id: number; title: string; state: string }[]>(`./milestones?state=active&${query}`)),
      ...(await ask<{ id: number; title: string; state: string }[]>(`./milestones?state=closed&${query}`)),
    ];
    return found.map(({ id, title, state }) => ({ has: [`id:${id}`, title, state] }));
  },
};

const snippets: ShownRows = {
  view: VIEWS.snippets,
  read: listWithBelow("Mine"),
  host: async (ask) =>
    (
      await ask<{ id: number; title: string; visibility: string; files: { path: string }[] }[]>(
        `/snippets?per_page=${page}`,
      )
    ).map(({ id, title, visibility, files }) => ({
      has: [`id:${id}`, title, capital(visibility), ...(files.length > 1 ? files.map(({ path }) => path) : [])],
      lacks: files.length > 1 ? [] : ["2 files"],
    })),
};

const wiki: ShownRows = {
  view: VIEWS.wiki,
  // A page that was never saved is on no host.
  read: async (rows) => (await below(rows)).map(textsOf).filter((texts) => !texts.includes("begun")),
  host: async (ask) =>
    (await ask<{ slug: string; format: string }[]>("./wikis")).map(({ slug, format }) => ({
      has: [`id:${slug}`, format],
    })),
};

const packages: ShownRows = {
  view: VIEWS.packages,
  read: list(),
  host: async (ask) => {
    const { id: project } = await ask<{ id: number }>("./");
    const { data } = await ask<{ data: { id: string; version: string }[] }>(
      `/projects/${project}/packages/nuget/query?skip=0&take=${page}`,
    );
    return data.map(({ id, version }) => ({ has: [id, version] }));
  },
};

const levels = new Map([
  [0, "No one"],
  [30, "Developers and maintainers"],
  [40, "Maintainers"],
  [60, "Administrators"],
]);
const levelWords = (entries: readonly { access_level: number | null }[]): string =>
  entries.length === 0
    ? "No one"
    : entries.map(({ access_level: level }) => levels.get(level ?? -1) ?? `level ${level}`).join(", ");

interface Protection {
  readonly name: string;
  readonly push_access_levels: { access_level: number | null }[];
  readonly merge_access_levels: { access_level: number | null }[];
  readonly allow_force_push: boolean;
}

const protectedBranches: ShownRows = {
  view: VIEWS.projectSettings,
  clear: (world) => empty(world, "./protected_branches", "name"),
  read: listWithBelow("Protected Branches"),
  host: async (ask) =>
    (await ask<Protection[]>(`./protected_branches?per_page=${page}`)).map((rule) => ({
      has: [
        rule.name,
        `push: ${levelWords(rule.push_access_levels)}`,
        `merge: ${levelWords(rule.merge_access_levels)}`,
        `Force Push: ${rule.allow_force_push ? "allowed" : "not allowed"}`,
      ],
    })),
};

const jobTokenScope: ShownRows = {
  view: VIEWS.projectSettings,
  read: async (rows) => [
    textsOf(await rows.at("Job Token Access", "Job Token Allowlist")),
    ...(await list("Job Token Access", "Projects")(rows)),
    ...(await list("Job Token Access", "Groups")(rows)),
  ],
  host: async (ask) => {
    const { inbound_enabled: isLimited } = await ask<{ inbound_enabled: boolean }>("./job_token_scope");
    const entries = async (path: string, kind: string): Promise<Facts[]> =>
      (await ask<{ id: number }[]>(`./job_token_scope/${path}`)).map(({ id }) => ({ has: [`id:${id}`, kind] }));
    return [
      { has: ["jobTokenLimit", isLimited ? "on" : "off"] },
      ...(await entries("allowlist", "project")),
      ...(await entries("groups_allowlist", "group")),
    ];
  },
};

const systemHooks: ShownRows = {
  view: VIEWS.administration,
  clear: removeHooks,
  read: list("System Hooks"),
  host: async (ask) =>
    (await ask<{ id: number; url: string }[]>(`/hooks?per_page=${page}`)).map(({ id, url }) => ({
      has: [`id:${id}`, url],
    })),
};

const users: ShownRows = {
  view: VIEWS.administration,
  read: list("Users"),
  host: async (ask) =>
    (await ask<{ id: number; name: string; username: string }[]>(`/users?per_page=${page}`)).map(
      ({ id, name, username }) => ({ has: [`id:${id}`, name, `@${username}`] }),
    ),
};

/** Those of the open project. */
const customAttributes: ShownRows = {
  view: VIEWS.administration,
  read: async (rows) => {
    const owners = await below(rows, await rows.at("Custom Attributes"));
    const own = owners.find(({ context }) => context === "attributeOwner projects open");
    return (await below(rows, own ?? assert.fail("The project has no row"))).map(textsOf);
  },
  host: async (ask) => {
    const { id } = await ask<{ id: number }>("./");
    return (await ask<{ key: string; value: string }[]>(`/projects/${id}/custom_attributes`)).map(({ key, value }) => ({
      has: [`${key}: ${value}`],
    }));
  },
};

const vulnerabilities: ShownRows = {
  view: VIEWS.vulnerabilities,
  // The API has no list: the view shows those that were added here.
  begin: async ({ app, scope }, about) => {
    const watched = new WatchedVulnerabilities(app.memory);
    for (const { id } of watched.list(scope)) await watched.remove(scope, id);
    const { vulnerability } = about as { readonly vulnerability: { readonly id: number } };
    await watched.keep(scope, { id: vulnerability.id });
  },
  read: list(),
  host: async (ask, app) => {
    const { instance, project } = openProject(app);
    const scope: ProjectScope = { instance, project };
    return Promise.all(
      new WatchedVulnerabilities(app.memory).list(scope).map(async ({ id }) => {
        const { state } = await ask<{ state: string }>(`/vulnerabilities/${id}`);
        return { has: [`id:${id}`, state] };
      }),
    );
  },
};

/** Those of the branch that is checked out; below the newest one its comments and statuses. */
const commits: ShownRows = {
  view: VIEWS.commits,
  read: async (rows) => {
    const [newest, ...others] = (await below(rows)).slice(0, page);
    if (!newest) return [];
    const parts = await below(rows, newest);
    const part = (name: string): AnyRow =>
      parts.find(({ label }) => label === name) ?? assert.fail(`No row ${name} below a commit`);
    const comments = await below(rows, part("Comments"));
    const statuses = await below(rows, part("Statuses"));
    return [
      textsOf(newest),
      ...others.map(textsOf),
      ...comments.map(({ label }) => [`comment:${label}`]),
      ...statuses.map((row) => ["status", ...textsOf(row)]),
    ];
  },
  host: async (ask, app) => {
    const { branch = "main" } = openProject(app);
    const found = await ask<{ id: string; title: string }[]>(
      `./repository/commits?ref_name=${encodeURIComponent(branch)}&per_page=${page}`,
    );
    const at = `./repository/commits/${found[0]?.id ?? ""}`;
    const comments = await ask<{ note: string }[]>(`${at}/comments?per_page=100`);
    const statuses = await ask<{ name: string; status: string }[]>(`${at}/statuses?per_page=100`);
    return [
      ...found.map(({ id, title }) => ({ has: [`id:${id}`, title] })),
      ...comments.map(({ note }) => ({ has: [`comment:${note}`] })),
      ...statuses.map(({ name, status }) => ({ has: ["status", name, statusWords(status)] })),
    ];
  },
};

const sshKeys: ShownRows = {
  view: VIEWS.people,
  read: list("Me", "SSH Keys"),
  host: async (ask) =>
    (await ask<{ id: number; title: string }[]>(`/user/keys?per_page=${page}`)).map(({ title }) => ({ has: [title] })),
};

const ownStatus: ShownRows = {
  view: VIEWS.people,
  read: async (rows) => {
    const parts = await below(rows, await rows.at("Me"));
    return parts.filter(({ context }) => context.split(" ").includes("myStatus")).map(textsOf);
  },
  host: async (ask) => {
    const { message } = await ask<{ message: string | null }>("/user/status");
    return [{ has: [message ? `💬 ${message}` : "No status"] }];
  },
};

/** Where what a change is about is shown. */
export const shownRows = {
  pipeline: pipelines,
  job: jobs,
  mergeRequest: mergeRequests,
  review: threads,
  milestone: milestones,
  snippet: snippets,
  wiki,
  package: packages,
  protectedBranch: protectedBranches,
  jobTokenScope,
  systemHook: systemHooks,
  user: users,
  customAttribute: customAttributes,
  vulnerability: vulnerabilities,
  commit: commits,
  sshKey: sshKeys,
  ownStatus,
} satisfies Record<ChangeSubject, ShownRows>;

const fits = (texts: Texts, { has, lacks = [] }: Facts): boolean =>
  has.every((text) => texts.includes(text)) && !lacks.some((text) => texts.includes(text));

/** What the host says that no row shows, and rows that it does not say, in whichever order they stand. */
function differences(rows: readonly Texts[], facts: readonly Facts[]): readonly string[] {
  const left = [...rows];
  const missing = facts.filter((one) => {
    const at = left.findIndex((texts) => fits(texts, one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((one) => `missing: ${JSON.stringify(one)}`),
    ...left.map((texts) => `not so on the host: ${texts.join(" | ")}`),
  ];
}

/** What is shown of something while it is written. Time stands for the window's polling, so that only the write itself refreshes it. */
export class ShownWrite {
  private readonly app: App;
  private readonly rows: AnyRows;
  private readonly shown: ShownRows;
  private readonly clock: PollClock;
  private readonly changed: Listen;
  /** What the host said before. */
  private before: readonly Facts[] = [];

  private constructor(
    app: App,
    shown: ShownRows,
    { clock, rows, changed }: { readonly clock: PollClock; readonly rows: AnyRows; readonly changed: Listen },
  ) {
    this.app = app;
    this.shown = shown;
    this.clock = clock;
    this.rows = rows;
    this.changed = changed;
  }

  /** Shows what is written about as it is before. @param about what the command is handed */
  static async begin(world: RoleWorld, shown: ShownRows, clock: PollClock, about: unknown): Promise<ShownWrite> {
    const { app } = world;
    const { view: id } = shown;
    await shown.begin?.(world, about);
    // A diff stands in an editor.
    const view = app.views.get(id ?? VIEWS.mergeRequests) as unknown as ProjectView<{ kind: string }, never>;
    if (id !== undefined && !view.visible) await showAlone(app, id);
    await view.load();
    const { discussions } = await app.mergeRequests.review();
    const rows: AnyRows = new Rows(view.provider);
    const changed = id === undefined ? discussions.onDidChange : view.provider.onDidChangeTreeData;
    const self = new ShownWrite(app, shown, { clock, rows, changed });
    if (id !== undefined) {
      // Rows that were never read would be read only when they are looked at.
      await shown.read(rows, app);
      await view.refresh();
    }
    self.before = await self.agreed();
    return self;
  }

  /** Waits until what is shown is what the host says now, by what follows the write alone. @returns whether that is other than before */
  async follows(): Promise<boolean> {
    // What is refreshed is collected for a moment, and nothing is polled so soon.
    await this.clock.pass(1_000);
    const now = await this.agreed();
    return JSON.stringify(now) !== JSON.stringify(this.before);
  }

  /** Reads from the host what a write alone does not. */
  async look(): Promise<void> {
    await this.shown.look?.(this.app);
  }

  private async agreed(): Promise<readonly Facts[]> {
    const facts = await this.shown.host(this.ask, this.app);
    let wrong: readonly string[] = [];
    await until(
      () => `rows that show what the host says; ${wrong.join("; ")}`,
      async () => {
        wrong = differences(await this.shown.read(this.rows, this.app), facts);
        return wrong.length === 0;
      },
      this.changed,
    );
    return facts;
  }

  private readonly ask: Ask = async <T>(path: string): Promise<T> => {
    const { url, info } = localService();
    const project = encodeURIComponent(String(openProject(this.app).project));
    const address = path.startsWith("./") ? `/projects/${project}/${path.slice(2)}`.replace(/\/$/, "") : path;
    const { username, token } = info.users.admin;
    const response = await fetch(`${url}/api/v4${address}`, {
      // Package feeds know no other credential.
      headers: path.includes("/packages/")
        ? { Authorization: `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}` }
        : { "PRIVATE-TOKEN": token },
    });
    assert.ok(response.ok, `GET ${address}: ${response.status}`);
    return (await response.json()) as T;
  };
}
