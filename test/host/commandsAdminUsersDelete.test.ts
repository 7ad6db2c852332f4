import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe } from "mocha";
import type { User } from "../../src/api/resources/userTypes.ts";
import type { UserRef } from "../../src/core/people/refs.ts";
import { administrator } from "./administrators.ts";
import { command } from "./commandTest.ts";
import { MadeUsers } from "./madeUsers.ts";
import { hideViews } from "./shownView.ts";
import { setStage } from "./stage.ts";

describe("commands of administrators about users who are found and deleted", () => {
  const stage = setStage();
  const { look, pick, type, dialog, escape, typeAt } = stage;
  const { control } = stage;
  const people = new MadeUsers();
  before(async () => {
    stage.client = (await administrator()).connection.client;
    await hideViews(stage.app);
  });
  beforeEach(() => people.renew());
  afterEach(() => people.removeAll());
  const row = (user: User): UserRef => ({ instance: stage.info.url, user });
  const writes = async (since: number): Promise<string[]> =>
    (await control.requests(since))
      .filter(({ method, path }) => method !== "GET" && path.includes("/users"))
      .map(({ method, path }) => `${method} ${path.replace(/^.*\/api\/v4/, "")}`);
  const last = (): Promise<number> => control.lastRequest();

  command("forgeline.user.delete", "keeps contributions by default", async (run) => {
    const user = await people.make("ana");
    const done = run(row(user));
    const said = await dialog("Delete User");
    assert.match(
      said,
      new RegExp(`Delete the user Person ${user.username} \\(@${user.username}\\) of 127\\.0\\.0\\.1`),
    );
    assert.match(said, /“.*”: issues, merge requests, comments and snippets are moved to a ghost user/);
    assert.match(said, /contributions are deleted too, as well as groups without another owner/);
    assert.match(said, /This cannot be undone/);
    await done;
    stage.messages.take();
    assert.deepEqual(await people.onHost(), []);
  });

  command("forgeline.user.delete", "requires the username to delete everything", async (run) => {
    const user = await people.make("ana");
    const since = await last();
    const box = `Delete Person ${user.username}`;
    let done = run(row(user));
    await dialog("Delete User and Contributions…");
    await type(box, "somebody");
    await look(box, "Enter the username of the user to delete");
    await escape(box);
    await done;
    assert.deepEqual([(await people.onHost()).length, await writes(since)], [1, []]);
    done = run(row(user));
    await dialog("Delete User and Contributions…");
    await type(box, `@${user.username}`);
    await done;
    stage.messages.take();
    assert.match((await writes(since)).join(), new RegExp(`^DELETE /users/${user.id}\\?hard_delete=`));
    assert.deepEqual(await people.onHost(), []);
  });

  command("forgeline.user.delete", "reports sole owners of groups and deleted users", async (run) => {
    const user = await people.make("ana");
    await control.fault({
      method: "DELETE",
      path: `/users/${user.id}`,
      status: 409,
      body: { message: "409 Conflict: User cannot be removed while is the sole-owner of a group" },
    });
    const remove = async (): Promise<string> => {
      const done = run(row(user));
      await dialog("Delete User");
      await done;
      return stage.messages.take().at(-1)?.text ?? "";
    };
    assert.match(await remove(), /The user is the only owner of a group on .* Add another owner first/);
    await control.clearFaults();
    await people.delete(user.id);
    assert.match(await remove(), /was deleted by someone else\./);
  });

  const filter = "Filter Users";
  command("forgeline.administration.filterUsers", "filters field by field", async (run) => {
    const users = (await stage.app.administration.view.load())?.users ?? assert.fail("there is no view");
    const done = run();
    await pick(filter, "State", "State");
    await pick("State", "Blocked");
    await look(filter, "blocked");
    await pick(filter, "External Users", "External");
    await look(filter, "only external users");
    await pick(filter, "Custom Attributes", "Custom");
    await type("Custom Attributes", "team");
    await typeAt("Custom Attributes", "Enter key=value pairs, separated by commas", "team=a, b, office=north");
    await look(filter, "team=a, b, office=north");
    await pick(filter, "Identity at Another Service", "Identity");
    await type("Identity", "ldapmain");
    await typeAt("Identity", "Enter the user's ID at ldapmain", "cn=ana");
    await look(filter, "cn=ana at ldapmain");
    await escape(filter);
    await done;
    assert.deepEqual(users.filter.value, {
      state: "blocked",
      external: true,
      attributes: { team: "a, b", office: "north" },
      identity: { provider: "ldapmain", uid: "cn=ana" },
    });
  });

  command("forgeline.administration.clearUserFilter", "shows all users again", async (run) => {
    const users = (await stage.app.administration.view.load())?.users ?? assert.fail("there is no view");
    await users.filter.set({ state: "blocked" });
    await run();
    assert.deepEqual(users.filter.value, {});
  });
});
