/**
 * Every writing command, with every fault on the way of its write: it is done once and shown, or it is not and what was typed is kept; what
 * is said is true; and who tries again does not do it twice. `npm test` gives each command one fault, dealt by the run's seed.
 */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { endpoints, routeOf } from "../contract/contract.ts";
import type { FaultRule } from "../service/control.ts";
import { figure, inLong } from "../support/long.ts";
import { seedVariable, shuffled } from "../support/seed.ts";
import type { Answer, AnsweringPerson } from "./answering.ts";
import type { App } from "./app.ts";
import { checkoutScenes } from "./checkoutScenes.ts";
import { draftsOf } from "./drafts.ts";
import { localService } from "./localService.ts";
import type { PollClock } from "./pollClock.ts";
import type { RoleWorld } from "./roleWorld.ts";
import { toolScenes } from "./toolScenes.ts";
import { type WriteFault, writeFaults } from "./writeFaults.ts";
import { ShownWrite } from "./writeRows.ts";
import { changeOf, givenTo, type Taken, type WriteScene, writeScenes } from "./writeScenes.ts";
import { aboutCheckout, setWriteStage } from "./writeStage.ts";

const isSuccess = (status: number): boolean => status >= 200 && status < 400;
/** That it is not known, or that it was not done. */
const unsure =
  /(\bmay (have|not have|still)\b|may be|Check |although the response from \S+ was lost|was not published\. Try again)/;
const notDone = /The change was not made\. Try again\.|The comment was not sent|not sent/;

/** VS Code says itself why it could not save a document. */
const unsaved = "not saved";

/** Every text in plain data. */
const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The operation of a write, by method and address; that itself where it is none of the documented ones. */
const operationOf = (what: string): string => {
  const [method = "", address = ""] = what.split(" ");
  return routeOf(method, address.split("?")[0] ?? "")?.endpoint.id ?? what;
};

/** Why documented operations are not sent here. */
const excused: Readonly<Record<string, string>> = {
  "wikis.uploadAttachment": "test/host/wikiFiles.test.ts sends it through failures",
  "oauth.token": "test/unit/auth/renewalFaults.test.ts sends it through faults",
  "oauth.revoke": "nothing follows from it: the session ends in any case",
};

describe("writes with faults on their way", () => {
  const { control } = localService();
  const stage = setWriteStage();
  let app: App;
  let person: AnsweringPerson;
  let world: RoleWorld;
  let listening: { dispose(): void };
  let clock: PollClock;

  before(() => {
    ({ app, person, world, clock } = stage);
    listening = app.changes.event(({ subject }) => void announced.push(subject));
  });
  after(() => listening.dispose());

  interface Sent {
    readonly what: string;
    readonly answers: readonly number[];
  }
  const writes = async (since: number): Promise<Sent[]> =>
    (await control.requests(since))
      .filter(({ method, path }) => method !== "GET" && method !== "HEAD" && path.startsWith("/api/"))
      .map(({ method, path, answers }) => ({ what: `${method} ${path}`, answers }));
  /** How often the host did what the first write is about. */
  const workOf = (what: string, sent: readonly Sent[]): number =>
    sent.filter((one) => one.what === what).flatMap(({ answers }) => answers.filter(isSuccess)).length;

  /** Arguments of a command, or how a person writes without one. */
  type Given = readonly unknown[] | (() => Promise<Taken>);
  const given = (scene: WriteScene): Promise<Given> => (scene.write ? scene.write(world) : givenTo(world, scene));
  const argumentsOf = (of: Given): readonly unknown[] => (typeof of === "function" ? [] : of);
  interface Outcome {
    /** What is said that went wrong; undefined where it is done. */
    readonly said: string | undefined;
    readonly left: readonly string[];
  }
  const run = async (id: string, given: Given, answers: readonly Answer[] | undefined): Promise<Outcome> => {
    let taken = true as Taken;
    const save = (write: () => Promise<Taken>) => async (): Promise<void> => {
      taken = await write();
    };
    const { texts, left } =
      typeof given === "function" ? await person.watch(save(given), id, answers) : await person.run(id, given, answers);
    const isAsking = (text: string): boolean => text.startsWith("asks “");
    const said = texts.filter((text) => !isAsking(text));
    assert.ok(said.length <= 1, `more than one thing is said: ${said.join(" | ")}`);
    // Some boxes ask on with what is wrong.
    const asked = texts.find((text) => isAsking(text) && (unsure.test(text) || notDone.test(text)));
    const refusal = taken === true ? undefined : taken === false ? unsaved : taken;
    return { said: said[0] ?? asked ?? refusal, left };
  };

  /** Subjects of the changes that whatever shows them was told of. */
  const announced: string[] = [];

  /** Operations whose write met a fault; routes where the documents have none. */
  const faulted = new Set<string>();

  const check = async (name: string, scene: WriteScene, fault: WriteFault): Promise<void> => {
    const { command: id = name, before = 0 } = scene;
    const change = changeOf(name, scene);
    assert.ok(change, "it is not known what changes");
    const { shown: where = change } = scene;
    if (where !== "nothing") await ShownWrite.clear(world, where);
    const subject = await given(scene);
    const [about] = argumentsOf(subject);
    const shown = where === "nothing" ? undefined : await ShownWrite.begin(world, { subject: where, clock, about });
    const follows = async (): Promise<void> => {
      if (scene.unseen === undefined) await shown?.follows();
    };
    await using ending = new AsyncDisposableStack();
    const during = await scene.during?.(world);
    ending.defer(async () => void (await during?.dispose()));
    const answers = scene.answers?.(world);
    announced.length = 0;
    const since = await control.lastRequest();
    const rule: FaultRule = { method: "write", path: "^/api/", times: 1, ...fault.rule };
    // Whatever is written before passes.
    await control.fault(before === 0 ? rule : { method: "write", path: "^/api/", times: before, next: rule });
    let asks = false;
    person.whileAsked = () => Promise.resolve(void (asks = true));
    const running = run(id, subject, answers);
    if (fault.late) {
      const held = control.waitForRequest({ path: scene.path ?? "^/api/", method: "write", since, worked: true });
      await Promise.race([held, running]);
      await control.clearFaults();
    }
    const { said, left } = await running;
    person.whileAsked = undefined;
    await control.clearFaults();
    assert.equal(asks, answers !== undefined || scene.confirms === true, "the suite about questions has what asks");
    const sent = await writes(since);
    const first = sent[before];
    assert.ok(first, `nothing was written${said === undefined ? "" : `: ${said}`}`);
    faulted.add(operationOf(first.what));
    const counts = new Map(sent.map(({ what }) => [what, sent.filter((one) => one.what === what).length]));
    const isRestored = scene.restores !== undefined && said !== undefined;
    const found = [...counts].filter(([what, times]) => times > (isRestored && what === first.what ? 2 : 1));
    assert.deepEqual(found, [], "nothing is sent twice by itself");
    // Done or not, what is shown is read again. A draft note that arrived is nobody else's.
    const isTold = announced.some(
      (one) => one === change || (one === "review" && change === "mergeRequest" && said === undefined),
    );
    assert.ok(change === "nothing" || isTold, `nothing that shows it was told, only of: ${announced.join(", ")}`);
    if (fault.worked === 2) {
      figure(`${name}, delivered twice: ${first.answers.join(" and ")}; ${said ?? "nothing"} was said`);
      assert.equal(first.answers.length, 2);
      if (said !== undefined) assert.doesNotMatch(said, notDone);
      await follows();
      return;
    }
    const seen = workOf(first.what, sent);
    assert.equal(seen, isRestored ? Math.max(fault.worked, 1) : fault.worked, "how often the host did it");
    const isBlind = scene.unknown !== undefined || fault.away === true;
    const isDone = fault.answered === true || (fault.worked === 1 && (!isBlind || said === undefined));
    if (isDone) assert.equal(said, undefined);
    if (isDone && fault.away !== true) await follows();
    if (!isDone) {
      assert.ok(said !== undefined, "nothing was said");
      if (said !== unsaved) assert.match(said, isBlind ? (scene.unsure ?? unsure) : (scene.notDone ?? notDone));
      const { typed } = scene;
      const documents = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map((one) => one.getText());
      const stays = (await scene.left?.(world)) ?? [];
      const texts = [...left, ...documents, ...textsIn(await draftsOf(app)), ...stays];
      if (typed !== undefined)
        assert.ok(
          texts.some((text) => text.includes(typed)),
          `“${typed}” is lost among ${JSON.stringify(texts)}; ${said}`,
        );
      if (scene.unknown !== undefined || scene.restores !== undefined) return;
      const other = scene.again?.(argumentsOf(subject));
      const again = await run(
        other?.command ?? id,
        other?.given ?? subject,
        scene.answersAgain?.(fault.worked === 1) ?? answers,
      );
      if (fault.worked === 1 && scene.doneAlready) assert.match(again.said ?? "", scene.doneAlready);
      else assert.equal(again.said, undefined, "tried again");
      assert.equal(workOf(first.what, await writes(since)), 1, "how often the host did it, after it was tried again");
      await follows();
    }
  };

  const dealt = shuffled(writeFaults, Number(process.env[seedVariable] ?? 0));
  const planned = (scenes: Readonly<Record<string, WriteScene>>): void =>
    Object.entries(scenes).forEach(([name, scene], index) => {
      for (const fault of inLong([dealt[index % dealt.length]!], writeFaults))
        it(`${name}: ${fault.name}`, () => check(name, scene, fault));
    });
  planned({ ...writeScenes, ...toolScenes });

  describe("from what is checked out", () => {
    aboutCheckout(stage);
    planned(checkoutScenes(() => ({ at: stage.at!, branch: stage.branch })));
  });

  // Nested suites run after the tests beside them.
  describe("in all", () => {
    it("are those of every documented operation that writes", function () {
      const states: (string | undefined)[] = [];
      this.test?.parent?.parent?.eachTest((test) => void (test === this.test || states.push(test.state)));
      // With --grep only some ran.
      if (states.includes(undefined)) this.skip();
      const due = endpoints
        .filter(({ method, id }) => method !== "GET" && method !== "HEAD" && !(id in excused))
        .map(({ id }) => id);
      const missing = due.filter((id) => !faulted.has(id));
      assert.deepEqual(missing, []);
      const found = Object.keys(excused).filter((id) => faulted.has(id));
      assert.deepEqual(found, []);
    });
  });
});
