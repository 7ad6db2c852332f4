import assert from "node:assert/strict";
import type { ApiError } from "../../../../../src/api/errors.ts";
import { holderFeed } from "../../../../../src/features/packages/commands/pickPackage.ts";
import type { PackagesContext } from "../../../../../src/features/packages/context.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const ref = { instance: project.instance, project: project.project, packageName: "Weather.Core", version: "1.0.0" };

/** Finds the holder on a host whose open project, 5, has the version or answers with an error. */
const holder = (given: object, address = "", own?: ApiError) => {
  const entry = { "@id": "", packageContent: address, catalogEntry: {} };
  const versionMetadata = (feed: object) => ("group" in feed || !own ? Promise.resolve(entry) : Promise.reject(own));
  const extras = { project: () => Promise.resolve({ id: 5 }) };
  const { app } = fakeApp<PackagesContext>({ packages: { v3: { versionMetadata } }, extras });
  return holderFeed(app, { ...ref, ...given }, new AbortController().signal);
};

describe("the project that holds a version of a package", () => {
  const file = "https://h/api/v4/projects/7/packages/nuget/download/a/1/a.nupkg";
  for (const [what, given, address, own, expected] of [
    ["the open one, without a group", {}, "", fault("notFound"), 5],
    ["that of the row", { group: 9, holder: 7 }, "", fault("notFound"), 7],
    ["that of the address in a group's feed", { group: 9 }, file, fault("notFound"), 7],
    [
      "the open one, if it has the version and the address names a group",
      { group: 9 },
      "https://h/groups/9",
      undefined,
      5,
    ],
  ] as const)
    it(`is ${what}`, async () => assert.deepEqual(await holder(given, address, own), { project: expected }));

  it("is unknown otherwise, and errors are passed on", async () => {
    await assert.rejects(holder({ group: 9 }, "", fault("notFound")), /does not include the project of Weather\.Core/);
    await assert.rejects(holder({ group: 9 }, "", fault("unauthorized")), { kind: "unauthorized" });
  });
});
