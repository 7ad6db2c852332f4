import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";
import { forgetDrafts } from "./drafts.ts";
import { localService } from "./localService.ts";
import { administratorsOnly, commands } from "./rolesTable.ts";
import { members, people, type Role } from "./roleWorld.ts";
import { sessionOf, signedIn, signedOut } from "./signedIn.ts";
import { until } from "./until.ts";
import { givenTo, scenes } from "./writeScenes.ts";
import { setWriteStage } from "./writeStage.ts";

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
}

describe("roles", () => {
  const { control } = localService();
  const stage = setWriteStage();

  /** Has whoever has a role sign in, as a person does: the host tells then who that is. */
  const enter = async (role: Role): Promise<void> => {
    if (role === "anonymous") return signedOut();
    const { user, label, accessToken } = sessionOf(people[role]);
    const { connection } = await signedIn({ user, label, accessToken });
    const { current } = stage.app;
    const isOpen = () => current.value.kind === "ready" && current.value.project.project === stage.world.own.path;
    await until("the project", isOpen, current.onDidChange);
    await connection.client.users.current();
  };
  /** Runs a command as whoever is signed in, upon something fresh; a person who is not can only begin in the palette, with nothing. */
  const outcome = async (id: CommandId, role: Role): Promise<string> => {
    const { world, person } = stage;
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

  for (const [at, role] of members.entries()) {
    it(`let the ${role} do what they may, and refuse the rest with these words`, async () => {
      await enter(role);
      const came: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const [id, row] of Object.entries(commands)) {
        const words = row[at];
        const text = await outcome(id as CommandId, role).catch((error: unknown) => `failed: ${String(error)}`);
        came[id] = text;
        wanted[id] = words instanceof RegExp && words.test(text) ? text : String(words);
      }
      // Drafts that were refused are another person's business.
      await forgetDrafts(stage.app);
      assert.deepEqual(came, wanted);
    });
  }

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
