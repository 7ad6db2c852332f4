import assert from "node:assert/strict";
import type { ApiErrorKind } from "../../../src/api/errors.ts";
import { projectNumber, sameProject } from "../../../src/core/base/refs.ts";
import type { Connection } from "../../../src/core/connections.ts";
import { numericProjectId } from "../../../src/core/numericProjectId.ts";
import { fault } from "./tree/fakeHost.ts";

describe("a project", () => {
  const instance = "https://git.example.com";
  const named = { instance, project: "Group/App" };

  it("is the same by its path, in whatever case, or by its number where both are known", () => {
    for (const other of [named, { instance, project: "group/app" }, { instance, project: "group/app", projectId: 9 }])
      assert.ok(sameProject(named, other));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: 7 }));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: "7" }));
    assert.ok(sameProject({ ...named, projectId: 7 }, { instance, project: "renamed/app", projectId: 7 }));
  });

  it("is another on another instance, by another path, or while its number is not known", () => {
    assert.ok(!sameProject(named, { ...named, instance: "https://other.example.com" }));
    assert.ok(!sameProject(named, { instance, project: "group/app2" }));
    assert.ok(!sameProject(named, { instance, project: 7 }));
    assert.ok(!sameProject({ ...named, projectId: 7 }, { instance, project: 8 }));
  });

  it("has the number that it is named by, or the one that was learned", () => {
    assert.deepEqual(
      [{ instance, project: 7 }, { instance, project: "7" }, { ...named, projectId: 9 }, named].map(projectNumber),
      [7, 7, 9, undefined],
    );
  });
});

const open = { instance: "https://git.example.com", project: "group/app", name: "group/app" };

type Answer = number | "none" | ApiErrorKind;

/** A host that answers each of the three ways so. */
function host(project: Answer, pipelines: Answer, mergeRequests: Answer): { connection: Connection; asked: string[] } {
  const asked: string[] = [];
  const answer = <T>(name: string, given: Answer, make: (id: number | undefined) => T): Promise<T> => {
    asked.push(name);
    if (typeof given === "number") return Promise.resolve(make(given));
    return given === "none" ? Promise.resolve(make(undefined)) : Promise.reject(fault(given));
  };
  const page = (id: number | undefined) => ({ items: id === undefined ? [] : [{ project_id: id }] });
  const client = {
    extras: { project: () => answer("project", project, (id) => ({ id })) },
    pipelines: { list: () => ({ page: () => answer("pipelines", pipelines, page) }) },
    mergeRequests: { listForProject: () => ({ page: () => answer("mergeRequests", mergeRequests, page) }) },
  };
  const connection = { instance: { url: open.instance }, session: undefined, client } as unknown as Connection;
  return { connection, asked };
}
const { signal } = new AbortController();

describe("a project's number", () => {
  it("needs no request when it is known", async () => {
    const { connection, asked } = host(7, 7, 7);
    for (const known of [{ projectId: 42 }, { project: 42 }, { project: "42" }])
      assert.equal(await numericProjectId(connection, { ...open, ...known }, signal), 42);
    assert.deepEqual(asked, []);
  });

  for (const [project, pipelines, mergeRequests, id, requests] of [
    [7, 8, 9, 7, 1],
    ["notFound", 8, 9, 8, 2],
    ["notFound", "none", 9, 9, 3],
    ["methodNotAllowed", "forbidden", 9, 9, 3],
    ["invalidArgument", 8, 9, 8, 2],
    ["none", "notFound", "none", undefined, 3],
  ] as const)
    it(`is ${id} after ${requests} requests: ${project}, ${pipelines}, ${mergeRequests}`, async () => {
      const { connection, asked } = host(project, pipelines, mergeRequests);
      assert.equal(await numericProjectId(connection, open, signal), id);
      assert.equal(asked.length, requests);
    });

  it("is not looked for elsewhere while the host cannot be asked", async () => {
    for (const kind of ["network", "timeout", "server", "rateLimited", "unauthorized", "cancelled"] as const) {
      const { connection, asked } = host(kind, 8, 9);
      await assert.rejects(numericProjectId(connection, open, signal), { kind });
      assert.deepEqual(asked, ["project"]);
    }
  });
});
