/**
 * Commands of each family that ask before they write: while the first question is open the window goes to another project and branch, a newer
 * pipeline appears, and every view is read again; then, once more, another account is chosen. What is sent is what would have been, or nothing.
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import * as vscode from "vscode";
import type { Session } from "../../src/auth/session.ts";
import { type AnsweringPerson, Stuck } from "./answering.ts";
import type { App } from "./app.ts";
import { checkoutScenes } from "./checkoutScenes.ts";
import { forgetDrafts } from "./drafts.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { people, type RoleWorld } from "./roleWorld.ts";
import { sessionOf, signedIn } from "./signedIn.ts";
import { givenTo, type WriteScene, type Scenes, writeScenes } from "./writeScenes.ts";
import { aboutCheckout, setWriteStage } from "./writeStage.ts";

/** One of each kind of question (rows, text, a menu, a dialog) in each family of commands: all that ask the same way are sent the same way. */
const asking = new Set(
  `pipeline.run pipeline.cancel commit.cherryPick mergeRequest.submitReview mergeRequest.merge mergeRequest.edit thread.deleteComment
  milestone.create package.delete packages.publish wiki.rename protectedBranch.protect protectedBranch.removeAccess jobTokenScope.lift
  jobTokenScope.addProject snippet.createFromFiles user.create systemHook.create customAttribute.set status.set sshKey.add
  commitFiles file.moveOnHost`
    .split(/\s+/)
    .map((id) => `forgeline.${id}`),
).add("a request of one's own");

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

describe("while a question is open", () => {
  const stage = setWriteStage();
  let app: App;
  let person: AnsweringPerson;
  let world: RoleWorld;
  let elsewhere: OwnProject;
  let mine: Session;
  let other: Session;
  const sent: Sent[] = [];
  const note = (message: unknown): void => {
    const { method, path, body, headers } = (message as Sending).request;
    if (method === "GET" || method === "HEAD" || !path.startsWith("/api/")) return;
    sent.push({ what: `${method} ${path} ${typeof body === "string" ? body : ""}`, headers: String(headers) });
  };

  before(async () => {
    ({ app, person, world } = stage);
    elsewhere = await ownProject(app);
    [mine, other] = [sessionOf(people.administrator), sessionOf("alice")];
    await signedIn(mine);
    await app.sessions.write(other);
    await app.connections.prefer(mine.id);
    await app.connections.get(mine.instance).client.users.current();
    subscribe("undici:request:create", note);
  });
  afterEach(() => app.connections.prefer(mine.id));
  after(() => unsubscribe("undici:request:create", note));

  interface Outcome {
    readonly sent: readonly Sent[];
    readonly texts: readonly string[];
    /** Number of questions. */
    readonly asked: number;
  }
  /** Does it as the suite about faults does. @param happens while the first question is open */
  const done = async (name: string, scene: WriteScene, happens: () => Promise<void>): Promise<Outcome> => {
    const { command = name, write, answers } = scene;
    const given = write ? [] : await givenTo(world, scene);
    const doing = await write?.(world);
    await using during = new AsyncDisposableStack();
    during.defer(() => forgetDrafts(app));
    const held = await scene.during?.(world);
    if (held) during.defer(async () => void (await held.dispose()));
    let asked = 0;
    person.whileAsked = async () => {
      asked += 1;
      if (asked === 1) await happens();
    };
    sent.length = 0;
    try {
      const { texts } = doing
        ? await person.watch(doing, name, answers?.(world))
        : await person.run(command, given, answers?.(world));
      return { sent: [...sent], texts, asked };
    } catch (error) {
      if (error instanceof Stuck) throw error;
      // Some scenes say themselves that nothing came of it.
      return { sent: [...sent], texts: [String(error)], asked };
    } finally {
      person.whileAsked = undefined;
    }
  };
  /** What only the window's project and branch of then, and pipelines of then, are called. */
  let foreign: string[] = [];
  /** Everything that a command could look up moves on. */
  const moveOn = async (): Promise<void> => {
    const jobs = [{ name: "compile", status: "failed" }];
    const newer = await Promise.all(
      [elsewhere, world.own].map((project) => project.add({ ref: "main", status: "failed", jobs })),
    );
    await (stage.at ? stage.at.git("checkout", "--quiet", "-B", "elsewhere") : elsewhere.open());
    if (stage.at) await app.projects.read();
    await vscode.commands.executeCommand("forgeline.refresh");
    foreign = [
      ...["elsewhere", elsewhere.path, encodeURIComponent(elsewhere.path), `projects/${elsewhere.id}/`],
      ...newer.flatMap(({ id, jobs: made }) => [`pipelines/${id}`, ...made.map((job) => `jobs/${job}`)]),
    ];
  };
  const moveBack = async (): Promise<void> => {
    if (stage.at) await stage.at.git("checkout", "--quiet", "--force", stage.branch);
    else await world.own.open();
  };

  const planned = (scenes: Scenes): void => {
    for (const [name, scene] of Object.entries(scenes).filter(([id]) => asking.has(id))) {
      it(name, async () => {
        const moved = await done(name, scene, moveOn);
        await moveBack();
        assert.ok(moved.asked > 0, "nothing was asked");
        assert.ok(moved.sent.length > 0 || moved.texts.length > 0, "nothing was sent or said");
        for (const { what } of moved.sent)
          for (const one of foreign) assert.ok(!what.includes(one), `${one} was meant by ${what}`);
        const switched = await done(name, scene, () => app.connections.prefer(other.id));
        assert.ok(switched.sent.length > 0 || switched.texts.length > 0, "nothing was sent or said");
        assert.deepEqual(
          switched.sent.filter(({ headers }) => headers.includes(other.accessToken)).map(({ what }) => what),
          [],
          "went out with another account",
        );
      });
    }
  };
  planned(writeScenes);

  describe("about what is checked out", () => {
    aboutCheckout(stage);
    planned(checkoutScenes(() => ({ at: stage.at!, branch: stage.branch })));
  });
});
