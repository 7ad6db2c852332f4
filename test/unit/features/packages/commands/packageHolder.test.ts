import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../../src/api/errors.ts";
import "../../../../support/vscodeStub.ts";
import type { PackagesContext } from "../../../../../src/features/packages/context.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";

const { holderFeed } = await import("../../../../../src/features/packages/commands/pickPackage.ts");

const ref = { instance: project.instance, project: project.project, packageName: "Weather.Core", version: "1.0.0" };
const { signal } = new AbortController();
const missing = (kind: "notFound" | "unauthorized"): Promise<never> =>
  Promise.reject(new ApiError({ kind, message: kind, request: { method: "GET", url: "" } }));
type Feed = { readonly project: number } | { readonly group: number };
/** A host whose group's feed has these addresses, and on which the open project, number 5, has the version or not. */
function host(address: string, own: () => Promise<unknown>) {
  const asked: Feed[] = [];
  const versionMetadata = (feed: Feed) => {
    asked.push(feed);
    return "group" in feed ? Promise.resolve({ "@id": "", packageContent: address, catalogEntry: {} }) : own();
  };
  return {
    asked,
    app: fakeApp<PackagesContext>({
      packages: { v3: { versionMetadata } },
      extras: { project: () => Promise.resolve({ id: 5 }) },
    }).app,
  };
}

describe("the project that holds a version", () => {
  it("is the row's own, of a project's feed, without asking", async () => {
    const { app, asked } = host("", () => missing("notFound"));
    assert.deepEqual(
      [await holderFeed(app, ref, signal), await holderFeed(app, { ...ref, group: 9, holder: 7 }, signal), asked],
      [{ project: 5 }, { project: 7 }, []],
    );
  });

  it("is told by the addresses in a group's feed", async () => {
    const { app, asked } = host("https://h/api/v4/projects/7/packages/nuget/download/a/1/a.nupkg", () =>
      missing("notFound"),
    );
    assert.deepEqual([await holderFeed(app, { ...ref, group: 9 }, signal), asked], [{ project: 7 }, [{ group: 9 }]]);
  });

  it("is the open one where the group's feed gives its own addresses, as documented, and the open one has it", async () => {
    const { app, asked } = host("https://h/api/v4/groups/9/-/packages/nuget/download/a/1/a.nupkg", () =>
      Promise.resolve({}),
    );
    assert.deepEqual(
      [await holderFeed(app, { ...ref, group: 9 }, signal), asked],
      [{ project: 5 }, [{ group: 9 }, { project: 5 }]],
    );
  });

  it("is nobody's guess where it has not, and failures stay failures", async () => {
    await assert.rejects(
      holderFeed(host("https://h/groups/9", () => missing("notFound")).app, { ...ref, group: 9 }, signal),
      /The group feed does not include the project of Weather\.Core\. Open that project and use its feed/,
    );
    await assert.rejects(
      holderFeed(host("https://h/groups/9", () => missing("unauthorized")).app, { ...ref, group: 9 }, signal),
      { kind: "unauthorized" },
    );
  });
});
