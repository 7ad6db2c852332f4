/** What is read from records of the documents where a server has no route that says it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { temporaryCapabilities } from "../../src/api/capabilities.ts";
import type { Client } from "../../src/api/client.ts";
import { type Service, startService } from "../service/service.ts";
import { createContext, NotThere } from "./context.ts";
import { groupNamed, projectNamed } from "./named.ts";
import { clients } from "./opened.ts";
import { branches } from "./subjects/branches.ts";
import { commits } from "./subjects/commits.ts";

describe("records of the documents say", () => {
  const way = directDispatcher();
  let service: Service;
  let client: Client;
  /** Without anything but a commit. */
  let bare: { readonly id: number; readonly path: string };
  before(async () => {
    service = await startService({ dialect: "neutral", extras: false, concurrent: 0 });
    const { users } = await service.control.info();
    const capabilities = temporaryCapabilities();
    const options = { baseUrl: service.url, dispatcher: way.dispatcher, capabilities, feed: undefined };
    client = clients(options)(users.alice.token);
    bare = await service.control.createProject({
      path: "demo/bare",
      members: ["alice"],
      files: { "a.txt": "a\n" },
      defaultBranch: "main",
    });
  });
  after(async () => {
    await way.close();
    await service.close();
  });

  it("the number and path of a project", async () => {
    const { id, path } = (await service.control.info()).project;
    assert.deepEqual(await projectNamed(client, path, "--project"), { id, path });
    assert.deepEqual(await projectNamed(client, String(id), "--project"), { id, path });
    // No record has them: the number stands for the path.
    assert.deepEqual(await projectNamed(client, String(bare.id), "--project"), { id: bare.id, path: String(bare.id) });
    await assert.rejects(projectNamed(client, bare.path, "--project"), /Enter an ID for --project/);
    await assert.rejects(
      projectNamed(client, "demo/nothing", "--project"),
      /Project demo\/nothing \(--project\) not found/,
    );
  });

  it("the number of a group", async () => {
    const { id, path } = await service.control.createGroup({ path: "planned" });
    assert.deepEqual(await groupNamed(client, String(id), "--group"), { id, path: String(id) });
    await assert.rejects(groupNamed(client, path, "--group"), /Enter an ID for --group/);
    await client.milestones.group.create(id, { title: "First" });
    assert.deepEqual(await groupNamed(client, path, "--group"), { id, path });
  });

  it("the default branch", async () => {
    const { make, defaultBranch } = branches({ client }, bare.id);
    await make();
    assert.equal(await defaultBranch(), "main");
  });

  it("which pipeline a commit has, or that it has none", async () => {
    const context = createContext({ client, project: bare, ciProject: bare });
    const { pipelineOf, spare } = commits(context);
    const { sha } = await spare();
    assert.ok((await pipelineOf(sha)) > 0);
    const commit = await client.commits.get(bare.id, sha);
    await service.control.fault({ path: `/commits/${sha}$`, status: 200, body: { ...commit, last_pipeline: null } });
    await assert.rejects(pipelineOf(sha), NotThere);
    await service.control.clearFaults();
  });
});
