import assert from "node:assert/strict";
import { FileSystemError, Range, Uri } from "vscode";
import type { ProjectFiles } from "../../../../src/core/problems/projectFiles.ts";
import { openTarget } from "../../../../src/features/diagnosis/openTarget.ts";
import type { Target } from "../../../../src/features/diagnosis/targets.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const scope = { instance: "https://git.example", project: "g/p" };
const elsewhere = { instance: "https://git.example", project: 12 };

describe("the links of a diagnosis", () => {
  let done: unknown[][];
  let asked: unknown[];
  beforeEach(() => {
    [done, asked] = [[], []];
    const note =
      (name: string) =>
      (...given: unknown[]) =>
        Promise.resolve(void done.push([name, ...given]));
    const missing = Object.assign(new FileSystemError(), { code: "FileNotFound" });
    vscodeFakes.commands = { executeCommand: note("run") };
    vscodeFakes.window = { showTextDocument: note("show"), setStatusBarMessage: note("say") };
    vscodeFakes.workspace = {
      openTextDocument: (uri: unknown) => Promise.resolve(uri),
      fs: { stat: () => Promise.reject(missing) },
    };
  });

  type Opened = Exclude<Target, { readonly kind: "readLog" }>;
  const open = (target: Opened, found?: unknown): Promise<void> => {
    const find = (...given: unknown[]) => (asked.push(given), found);
    const files = { of: () => Promise.resolve({ find }) } as unknown as ProjectFiles;
    return openTarget(target, { scope, sha: "0123456789abcdef0123456789abcdef01234567", files });
  };
  const job = { id: 4, name: "unit" };
  const pipeline = { id: 7 };
  const mergeRequest = { iid: 3 } as Extract<Target, { kind: "mergeRequest" }>["mergeRequest"];

  const cases: readonly (readonly [Opened, string, object])[] = [
    [{ kind: "log", job }, "forgeline.job.showLog", { ...scope, job }],
    [{ kind: "compareLog", job }, "forgeline.job.compareLog", { ...scope, job }],
    [{ kind: "firstError", job }, "forgeline.log.showFirstError", { ...scope, job }],
    [{ kind: "retry", job }, "forgeline.job.retry", { ...scope, job }],
    [{ kind: "commit", commit: { id: "abc" } }, "forgeline.commit.show", { ...scope, commit: { id: "abc" } }],
    [{ kind: "mergeRequest", mergeRequest }, "forgeline.mergeRequest.open", { ...scope, mergeRequest }],
    [{ kind: "pipeline", pipeline }, "forgeline.pipeline.reveal", { ...scope, pipeline }],
    [{ kind: "diagnosis", scope: elsewhere, pipeline }, "forgeline.diagnosis.show", { ...elsewhere, pipeline }],
  ];
  for (const [target, command, given] of cases)
    it(`run ${command} for ${target.kind}`, async () => {
      await open(target);
      assert.deepEqual(done, [["run", command, given]]);
    });

  const place = { kind: "file", path: "/builds/g/p/src/a.c", folder: "web", checkouts: ["/builds/g/p"] } as const;

  it("open the workspace's file at its line and column", async () => {
    const here = Uri.file("/w/src/a.c");
    await open({ ...place, line: 12, column: 3 }, here);
    assert.deepEqual(done, [["show", here, { preview: true, selection: new Range(11, 2, 11, 2) }]]);
    assert.deepEqual(asked, [[{ path: place.path, folder: "web" }, place.checkouts]]);
  });

  it("report files that are not in the repository", async () => {
    for (const path of [place.path, "/usr/include/stdio.h"]) await open({ ...place, path });
    assert.deepEqual(
      done.map(([name, text]) => [name, text]),
      [place.path, "/usr/include/stdio.h"].map((path) => ["say", `${path} is not in the repository.`]),
    );
  });
});
