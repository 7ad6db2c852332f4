import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { sourceControlArgs } from "../../../../../src/core/commands/arguments.ts";
import { refuseOther } from "../../../../../src/features/mergeRequests/commands/create.ts";

const candidate = (root: string) => ({ instance: "https://h", project: `corp${root}`, root, label: root });
const projects = { candidates: [candidate("/a"), candidate("/b")] };

describe("the button in the title of a repository", () => {
  it("hands over the root of the repository", () => {
    const uri = { scheme: "file", path: "/a", query: "", fsPath: "/a" };
    assert.deepEqual(sourceControlArgs([{ id: "git", rootUri: uri }]), ["/a"]);
    for (const other of [undefined, {}, { rootUri: undefined }, { rootUri: "/a" }])
      assert.deepEqual(sourceControlArgs([other]), []);
  });

  it("refuses the repository of another project than the selected one, by name", () => {
    assert.throws(
      () => refuseOther(projects, "/a", "/b"),
      (error) =>
        error instanceof UserError &&
        /belongs to corp\/b\./.test(error.message) &&
        error.action?.command === "forgeline.selectProject",
    );
    // The editor may name a linked folder by its other name.
    for (const other of ["/a", undefined, "/link/to/a"]) refuseOther(projects, "/a", other);
  });
});
