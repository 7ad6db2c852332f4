/**
 * Every writing command, while its questions are open: the window goes to another project and branch, a newer pipeline appears, every view
 * is read again; then another account is chosen. What is sent is what it would have sent, or nothing is.
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Session } from "../../src/auth/session.ts";
import { removeHooks } from "./administrators.ts";
import { AnsweringPerson } from "./answering.ts";
import type { App } from "./app.ts";
import { checkoutScenes } from "./checkoutScenes.ts";
import { checkOutOwn } from "./committing.ts";
import { forgetDrafts } from "./drafts.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { people, RoleWorld } from "./roleWorld.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { type WorkspaceGit, workspaceGit } from "./workspaceGit.ts";
import { type WriteScene, type Scenes, writeScenes } from "./writeScenes.ts";

/** A request as undici sends it. */
interface Sending {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
    readonly headers: readonly unknown[] | string;
  };
}

/** A write, and whose token it went out with. */
interface Sent {
  readonly what: string;
  readonly headers: string;
}

/** The values in plain data by the path to them. */
const leaves = (value: unknown, at = ""): [path: string, value: string][] =>
  typeof value === "string" || typeof value === "number"
    ? [[at, String(value)]]
    : typeof value === "object" && value !== null && at.length < 200
      ? Object.entries(value).flatMap(([name, one]) => leaves(one, `${at}.${name}`))
      : [];

/** Fields that hold what a subject is known by. */
const ids = /\.(?:i?id|noteId|\w*_id|\w*sha|slug|key|name|discussion)$/i;
/** IDs of what belongs to a subject, which a scene makes by itself. */
const parts = /(?<=\/(?:draft_notes|suggestions|jobs)\/)\d+/g;

/** What was sent, without what is another in each run: the subject's own values by their names. */
function named(sent: readonly Sent[], given: readonly unknown[]): string[] {
  const names = new Map(
    leaves(given)
      .filter(([path, value]) => ids.test(path) && /\w/.test(value))
      .toReversed()
      .map(([path, value]) => [value, path]),
  );
  const values = [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((value) => value.replaceAll(/[^\w]/g, String.raw`\$&`));
  const known = new RegExp(`(?<![\\w-])(?:${values.join("|")})(?![\\w-])`, "g");
  return sent.map(({ what }) =>
    (values.length === 0 ? what : what.replaceAll(known, (value) => `{${names.get(value) ?? ""}}`))
      .replaceAll(parts, "#")
      .replaceAll(/[0-9a-f]{8,40}/g, "#"),
  );
}

describe("while a question is open", () => {
  const { control } = localService();
  let app: App;
  let person: AnsweringPerson;
  let world: RoleWorld;
  let elsewhere: OwnProject;
  let clock: PollClock;
  let mine: Session;
  let other: Session;
  let at: WorkspaceGit | undefined;
  const sent: Sent[] = [];
  const note = (message: unknown): void => {
    const { method, path, body, headers } = (message as Sending).request;
    if (method === "GET" || method === "HEAD" || !path.startsWith("/api/")) return;
    sent.push({ what: `${method} ${path} ${typeof body === "string" ? body : ""}`, headers: String(headers) });
  };

  before(async () => {
    const window = await freshWindow();
    ({ app } = window);
    clock = new PollClock(window.polling);
    await signedIn();
    elsewhere = await ownProject(app);
    world = await RoleWorld.make(app);
    await world.own.open();
    person = new AnsweringPerson();
    [mine, other] = [sessionOf(people.administrator), sessionOf("alice")];
    await signedIn(mine);
    await app.sessions.write(other);
    await app.connections.prefer(mine.id);
    await app.connections.get(mine.instance).client.users.current();
    clock.stop();
    subscribe("undici:request:create", note);
  });
  afterEach(async () => {
    person.whileAsked = undefined;
    await app.connections.prefer(mine.id);
    await forgetDrafts(app);
  });
  after(async () => {
    unsubscribe("undici:request:create", note);
    clock.go();
    person.dispose();
    await removeHooks();
    await world.clear();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await signedIn();
    await workspaceProject(app);
    await signedOut();
  });

  interface Outcome {
    readonly sent: readonly Sent[];
    readonly writes: readonly string[];
    readonly texts: readonly string[];
    /** Number of questions. */
    readonly asked: number;
  }
  /** Does it as the suite about faults does. @param happens while the question of that number is open, from 1 */
  const done = async (
    name: string,
    scene: WriteScene,
    happens: (question: number) => Promise<void>,
  ): Promise<Outcome> => {
    const { command = name, about, given: several, write, answers } = scene;
    const given = write ? [] : several ? await several(world) : about ? [await about(world)] : [];
    const doing = await write?.(world);
    const during = await scene.during?.(world);
    let asked = 0;
    person.whileAsked = () => happens((asked += 1));
    sent.length = 0;
    try {
      const { texts } = doing
        ? await person.watch(doing, name, answers?.(world))
        : await person.run(command, given, answers?.(world));
      return { sent: [...sent], writes: named(sent, given), texts, asked };
    } catch (error) {
      // Some scenes say themselves that nothing came of it.
      return { sent: [...sent], writes: named(sent, given), texts: [String(error)], asked };
    } finally {
      person.whileAsked = undefined;
      await during?.dispose();
      await forgetDrafts(app);
    }
  };
  const nothing = (): Promise<void> => Promise.resolve();
  /** Everything that a command could look up moves on. */
  const moveOn = async (): Promise<void> => {
    await Promise.all([
      elsewhere.add({ ref: "main", status: "failed", jobs: [{ name: "compile", status: "failed" }] }),
      world.own.add({ ref: "main", status: "failed", jobs: [{ name: "compile", status: "failed" }] }),
      at ? at.git("checkout", "--quiet", "-B", "elsewhere") : elsewhere.open(),
    ]);
    if (at) await app.projects.read();
    await vscode.commands.executeCommand("forgeline.refresh");
  };
  const moveBack = async (branch: () => string): Promise<void> => {
    if (at) await at.git("checkout", "--quiet", "--force", branch());
    else await world.own.open();
  };

  const planned = (scenes: Scenes, branch: () => string = () => ""): void => {
    for (const [name, scene] of Object.entries(scenes))
      it(name, async () => {
        const wanted = await done(name, scene, nothing);
        assert.ok(wanted.writes.length > 0, `nothing was written: ${wanted.texts.join(" | ")}`);
        if (wanted.asked === 0) return;
        const moved = await done(name, scene, moveOn);
        await moveBack(branch);
        if (moved.sent.length > 0 || moved.texts.length === 0) assert.deepEqual(moved.writes, wanted.writes);
        const switched = await done(name, scene, async (question) => {
          if (question === wanted.asked) await app.connections.prefer(other.id);
        });
        const foreign = switched.sent.filter(({ headers }) => headers.includes(other.accessToken));
        assert.deepEqual(
          foreign.map(({ what }) => what),
          [],
          "went out with another account",
        );
        if (switched.sent.length > 0 || switched.texts.length === 0)
          assert.deepEqual(switched.writes, wanted.writes, switched.texts.join(" | "));
      });
  };
  planned(writeScenes);

  describe("about what is checked out", () => {
    let branch = "";
    before(async () => {
      await workspaceProject(app);
      at = await workspaceGit();
      branch = await checkOutOwn(app, control, at);
    });
    after(async () => {
      await at?.restore();
      at = undefined;
    });
    planned(
      checkoutScenes(() => ({ at: at!, branch })),
      () => branch,
    );
  });
});
