/** What the views of packages and milestones are made of, from a host that answers as the documents say. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { type Client, createClient } from "../../../../src/api/client.ts";
import { uploadBytes } from "../../../../src/api/upload.ts";
import { MilestoneWorks } from "../../../../src/features/milestones/contents.ts";
import { mergeRequestNode, type MilestoneNode, plannedNodes } from "../../../../src/features/milestones/nodes.ts";
import { groupPathOf, ownerOf, projectPathOf, refOf, routeOf } from "../../../../src/features/milestones/owner.ts";
import type { PackageNode } from "../../../../src/features/packages/nodes.ts";
import { dependencyRows, factRows, metadataRow, versionNodes } from "../../../../src/features/packages/nodes.ts";
import { makePackage } from "../../../service/packages/nupkg.ts";
import { type Service, startService } from "../../../service/service.ts";
import "../../../support/vscodeStub.ts";

const { folderPages } = await import("../../../../src/features/milestones/folders.ts");

const { signal } = new AbortController();
const first = <T>([one]: readonly T[]): T => one ?? assert.fail("There is none");

describe("views of a host with the neutral names", () => {
  let service: Service;
  let agent: InstanceType<typeof Agent>;
  let client: Client;
  let project: { readonly id: number; readonly path: string };
  before(async () => {
    service = await startService({ seed: "empty", dialect: "neutral" });
    agent = new Agent();
    const {
      users,
      project: { path },
    } = await service.control.info();
    const { token } = users.alice;
    client = createClient({
      baseUrl: service.url,
      dispatcher: () => Promise.resolve(agent),
      credentials: { scheme: "private-token", token: () => Promise.resolve(token) },
      feedCredentials: { basic: () => Promise.resolve({ username: "alice", password: token }) },
    });
    project = { id: 1, path };
  });
  after(async () => {
    await agent.close();
    await service.close();
  });

  for (const feed of ["v3", "v2"] as const) {
    it(`publishes by ${feed}, shows versions, dependencies and facts, and gives the very bytes back`, async () => {
      const { packages } = client;
      const name = `Neutral.${feed}`;
      const bytes = makePackage({
        id: name,
        version: "1.0.0",
        authors: "Alice",
        dependencyGroups: [{ targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] }],
      });
      await packages[feed].publish(project.id, { package: uploadBytes("n.nupkg", bytes) });
      const { data } = await packages.v3.query({ project: project.id }, { q: name.toLowerCase() });
      const node: PackageNode = {
        kind: "package",
        instance: service.url,
        project: project.path,
        packageName: name,
        found: first(data),
      };
      assert.equal(node.found.version, "1.0.0");
      const version = first(versionNodes(node, await packages.v3.metadata({ project: project.id }, name)));
      assert.deepEqual(
        dependencyRows(version).map((row) => row.kind === "framework" && row.framework),
        ["net8.0"],
      );
      const facts = Object.fromEntries(factRows(metadataRow(version)).map(({ fact, value }) => [fact, value]));
      assert.deepEqual(
        [facts["authors"], facts["packageContent"]?.endsWith(`/${name.toLowerCase()}.1.0.0.nupkg`)],
        ["Alice", true],
      );
      assert.equal((await packages.v2.package(project.id, name, "1.0.0")).properties.Version, "1.0.0");
      assert.equal(first(await packages.v2.findPackagesById(project.id, name)).properties.Version, "");
      const download = await packages.v3.download(project.id, name, "1.0.0", `${name.toLowerCase()}.1.0.0.nupkg`);
      const parts: Buffer[] = [];
      for await (const part of download.body as AsyncIterable<Buffer>) parts.push(part);
      assert.deepEqual(Buffer.concat(parts), bytes);
      await packages.delete(project.id, name, "1.0.0");
      await assert.rejects(packages.v3.versions(project.id, name), { kind: "notFound" });
    });
  }

  it("knows of a group's feed that it does not tell which project holds a version: its addresses are the group's", async () => {
    await client.milestones.group.create("demo", { title: "Group" });
    const group = first((await client.milestones.group.list("demo", {}).all()).items).group_id;
    assert.ok(group);
    await service.control.addPackage({ id: "Held.Here", version: "1.0.0" });
    const node: PackageNode = {
      kind: "package",
      instance: service.url,
      project: project.path,
      packageName: "Held.Here",
      group,
      found: { id: "Held.Here", version: "1.0.0", versions: [] },
    };
    assert.deepEqual(
      versionNodes(node, await client.packages.v3.metadata({ group }, "Held.Here")).map(({ version, holder }) => [
        version,
        holder,
      ]),
      [["1.0.0", undefined]],
    );
    assert.equal(
      (await client.packages.v3.versionMetadata({ project: project.id }, "Held.Here", "1.0.0")).catalogEntry.version,
      "1.0.0",
    );
  });

  it("lists milestones with their owners, counts what is planned, and promotes", async () => {
    const { milestones } = client;
    const made = await milestones.project.create(project.path, {
      title: "1.0",
      start_date: "2026-01-02",
      due_date: "2026-02-03",
    });
    await milestones.group.create("demo", { title: "Season" });
    await service.control.addMergeRequest({
      project: project.path,
      sourceBranch: "a",
      title: "A",
      milestone: "1.0",
      state: "merged",
    });
    await service.control.addIssue({ project: project.path, title: "B", milestone: "1.0" });
    const { items } = await folderPages(client, "active", { project: project.path }, {}, { signal }).page();
    const refs = items.map((milestone) =>
      refOf(milestone, { instance: service.url, project: project.path }, { project: project.path }),
    );
    const owners = refs.map((ref) => [
      ref.milestone.title,
      ref.group === undefined ? projectPathOf(ref.milestone, service.url) : groupPathOf(ref.milestone),
    ]);
    assert.deepEqual(owners.filter(([title]) => title !== "Group").sort(), [
      ["1.0", project.path],
      ["Season", "demo"],
    ]);
    const ref = first(refs.filter(({ milestone }) => milestone.title === "1.0"));
    const works = new MilestoneWorks(client);
    await works.of(ref).finish(signal);
    assert.deepEqual(works.progress(ref), { mergeRequests: { closed: 1, total: 1 }, issues: { closed: 0, total: 1 } });
    const node = {
      kind: "milestone",
      ...ref,
      milestone: first(items.filter(({ title }) => title === "1.0")),
      row: "r",
      webUrl: "",
    } as MilestoneNode;
    const request = mergeRequestNode(first(plannedNodes(node)), first(works.of(ref).mergeRequests.items ?? []), {
      instance: service.url,
      project: project.path,
      projectId: project.id,
    });
    assert.deepEqual([request.project, request.here, request.mergeRequest.title], [project.path, true, "A"]);
    const { route, id } = routeOf(client, ownerOf(ref));
    assert.deepEqual([(await route.get(id, ref.milestone.id)).description, made?.due_date], ["", "2026-02-03"]);
    await route.update(id, ref.milestone.id, { state_event: "close" });
    assert.deepEqual(
      (await folderPages(client, "closed", { project: project.path }, {}, { signal }).page()).items.map(
        ({ title }) => title,
      ),
      ["1.0"],
    );
    await milestones.project.promote(project.path, ref.milestone.id);
    assert.deepEqual(
      (await milestones.group.list("demo", {}).all()).items
        .filter(({ title }) => title === "1.0")
        .map(({ project_id: of }) => of),
      [undefined],
    );
  });
});
