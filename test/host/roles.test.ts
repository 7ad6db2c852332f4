import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import { type Element, isFooter } from "../../src/core/tree/node.ts";
import type { ProjectView } from "../../src/core/tree/projectView.ts";
import { VIEWS } from "../../src/core/views.ts";
import { WatchedVulnerabilities } from "../../src/features/vulnerabilities/watched.ts";
import { removeHooks } from "./administrators.ts";
import { AnsweringPerson } from "./answering.ts";
import type { App } from "./app.ts";
import { forgetDrafts } from "./drafts.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { workspaceProject } from "./ownProject.ts";
import { administratorsOnly, commands, type Outcome, views } from "./rolesTable.ts";
import { members, people, type Role, roles, RoleWorld } from "./roleWorld.ts";
import { Rows } from "./rows.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";
import { givenTo, scenes } from "./writeScenes.ts";

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
}

describe("roles", () => {
  const { control, url } = localService();
  let app: App;
  let person: AnsweringPerson;
  /** Values of context keys, as the window has them. */
  const keys = new Map<unknown, unknown>();
  let listening: { dispose(): void };
  before(async () => {
    ({ app } = await freshWindow());
    await signedIn();
    person = new AnsweringPerson();
    listening = replace(
      vscode.commands,
      "executeCommand",
      (real) =>
        ((id: string, ...given: unknown[]) => {
          if (id === "setContext") keys.set(given[0], given[1]);
          return (real as (...all: unknown[]) => unknown).call(vscode.commands, id, ...given);
        }) as typeof real,
    );
  });
  after(async () => {
    person.dispose();
    listening.dispose();
    await removeHooks();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.view.explorer");
    await signedIn();
    await workspaceProject(app);
    await signedOut();
  });

  const column = <T>(
    table: Partial<Readonly<Record<string, readonly T[]>>>,
    at: number,
  ): [id: string, wanted: T | undefined][] => Object.entries(table).map(([id, row]) => [id, row?.[at]]);
  /** Has whoever has a role sign in, as a person does: the host tells then who that is. */
  const enter = async (role: Role, { own }: RoleWorld): Promise<void> => {
    if (role === "anonymous") return signedOut();
    const { user, label, accessToken } = sessionOf(people[role]);
    const { connection } = await signedIn({ user, label, accessToken });
    const isSo = () => app.current.value.kind === "ready" && app.current.value.project.project === own.path;
    await until("the project", isSo, app.current.onDidChange);
    await connection.client.users.current();
  };
  const opened = async (): Promise<RoleWorld> => {
    await signedIn();
    const world = await RoleWorld.make(app);
    await world.own.open();
    return world;
  };

  describe("what each sees", () => {
    let world: RoleWorld;
    before(async () => {
      world = await opened();
      await world.furnish();
      const { id } = await control.addVulnerability({ project: world.own.path, title: "Names are not escaped" });
      await new WatchedVulnerabilities(app.memory).keep(world.scope, { id, title: "Names are not escaped" });
    });

    /** Names that are the same in every run. */
    const plain = (text: string): string =>
      text
        .replaceAll(new URL(url).host, "HOST")
        .replaceAll(world.own.path, "PROJECT")
        .replaceAll(world.own.path.split("/")[0] ?? "", "GROUP")
        .replace(/[- ][0-9a-f]{8}$/, "");
    const seen = async (id: string): Promise<readonly string[]> => {
      if (id === VIEWS.administration && keys.get("forgeline.administrator") !== true) return ["not offered"];
      const view = app.views.get(id) as unknown as ProjectView<{ kind: string }, never>;
      await view.load();
      const rows = new Rows<Element<{ kind: string }>>(view.provider);
      const lines = await Promise.all(
        (await rows.below()).map(async (row) => {
          if (row.item.collapsibleState === vscode.TreeItemCollapsibleState.None) return plain(row.label);
          const [first] = await rows.below(row);
          return plain(first && isFooter(first.element) ? `${row.label}: ${first.label}` : row.label);
        }),
      );
      // How many there are is not a matter of roles.
      return [...new Set(lines)];
    };

    for (const role of roles) {
      it(`as ${role}`, async () => {
        await enter(role, world);
        const wanted = column(views, roles.indexOf(role));
        const came = await Promise.all(wanted.map(async ([id]) => [id, await seen(id)] as const));
        assert.deepEqual(Object.fromEntries(came), Object.fromEntries(wanted));
      });
    }
  });

  describe("what each does, and is refused with which words", () => {
    let world: RoleWorld;
    before(async () => {
      world = await opened();
    });
    after(() => world.clear());

    /** Runs a command as whoever is signed in, upon something fresh; a person who is not can only begin in the palette, with nothing. */
    const outcome = async (id: CommandId, role: Role): Promise<string> => {
      const scene = scenes[id] ?? assert.fail(`${id} has no scene`);
      const { answers, reads = false } = scene;
      const given = role === "anonymous" ? [] : await givenTo(world, scene);
      const since = await control.lastRequest();
      const { texts } = await person.run(id, given, role === "anonymous" ? [] : answers?.(world));
      const refused = texts.find((text) => !text.startsWith("asks “"));
      if (refused !== undefined) return refused;
      const wrote = (await control.requests(since)).some(
        ({ method, status, path }) => method !== "GET" && path.startsWith("/api/") && status >= 200 && status < 400,
      );
      return reads || wrote ? "done" : (texts[0] ?? "nothing");
    };

    for (const role of members) {
      it(`as ${role}`, async () => {
        await enter(role, world);
        const came: Record<string, string> = {};
        const wanted: Record<string, string> = {};
        for (const [id, words] of column<Outcome>(commands, members.indexOf(role))) {
          const text = await outcome(id as CommandId, role).catch((error: unknown) => `failed: ${String(error)}`);
          came[id] = text;
          wanted[id] = words instanceof RegExp && words.test(text) ? text : String(words);
        }
        // Drafts that were refused are another person's business.
        await forgetDrafts(app);
        assert.deepEqual(came, wanted);
      });
    }
  });

  it("hides administrators' commands from everyone else", () => {
    const { contributes } = vscode.extensions.getExtension("forgeline.forgeline")!.packageJSON as Manifest;
    const own = Object.entries(commands)
      .filter(([, row]) => row[members.indexOf("maintainer")] === administratorsOnly)
      .map(([id]) => id);
    const offered = contributes.menus.commandPalette
      .filter(({ when }) => !/(^|&& )forgeline\.administrator\b/.test(when ?? ""))
      .map(({ command }) => command);
    assert.deepEqual(
      own.filter(
        (id) => offered.includes(id) || !contributes.menus.commandPalette.some(({ command }) => command === id),
      ),
      [],
    );
    assert.ok(own.length >= 11);
  });

  it("covers every scene", () => {
    assert.deepEqual(Object.keys(scenes).sort(), Object.keys(commands).sort());
  });
});
