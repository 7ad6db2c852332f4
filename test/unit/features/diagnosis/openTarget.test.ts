import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { ProjectFiles } from "../../../../src/core/problems/projectFiles.ts";
import type { Target } from "../../../../src/features/diagnosis/targets.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { FileSystemError, Range, Uri } = await import("vscode");
const { openTarget } = await import("../../../../src/features/diagnosis/openTarget.ts");

const scope = { instance: "https://git.example", project: "g/p" };
const elsewhere = { instance: "https://git.example", project: 12 };

describe("the links of why a pipeline failed", () => {
  let done: unknown[][];
  let onHost: boolean;
  let asked: unknown[];
  beforeEach(() => {
    [done, asked, onHost] = [[], [], true];
    const note =
      (name: string) =>
      (...given: unknown[]) => {
        done.push([name, ...given]);
        return Promise.resolve();
      };
    vscodeFakes.commands = { executeCommand: (...call: unknown[]) => note("run")(...call) };
    vscodeFakes.window = { showTextDocument: note("show"), setStatusBarMessage: note("say") };
    vscodeFakes.workspace = {
      openTextDocument: (uri: unknown) => Promise.resolve(uri),
      fs: {
        stat: () =>
          onHost
            ? Promise.resolve({ size: 10 })
            : Promise.reject(Object.assign(new FileSystemError(), { code: "FileNotFound" })),
      },
    };
  });
  afterEach(() => vscodeFakes.reset());

  const open = (target: Exclude<Target, { readonly kind: "readLog" }>, found?: unknown): Promise<void> => {
    const files = {
      of: () =>
        Promise.resolve({
          find: (...given: unknown[]) => {
            asked.push(given);
            return found;
          },
        }),
    } as unknown as ProjectFiles;
    return openTarget(target, { scope, sha: "0123456789abcdef0123456789abcdef01234567", files });
  };
  const job = { id: 4, name: "unit" };
  const pipeline = { id: 7 };
  const mergeRequest = { iid: 3 } as Extract<Target, { kind: "mergeRequest" }>["mergeRequest"];

  const cases: readonly (readonly [Exclude<Target, { readonly kind: "readLog" }>, string, object])[] = [
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
    it(`run ${command}: ${target.kind}`, async () => {
      await open(target);
      assert.deepEqual(done, [["run", command, given]]);
    });

  const place = { kind: "file", path: "/builds/g/p/src/a.c", folder: "web", checkouts: ["/builds/g/p"] } as const;
  const shownAt = (given: unknown): unknown => (given as { readonly selection?: unknown }).selection;

  it("open the file of the workspace at its line and column", async () => {
    const here = Uri.file("/w/src/a.c");
    await open({ ...place, line: 12, column: 3 }, here);
    const [name, uri, options] = done[0] ?? [];
    assert.deepEqual([done.length, name, uri], [1, "show", here]);
    assert.deepEqual(shownAt(options), new Range(11, 2, 11, 2));
    assert.deepEqual(asked, [[{ path: place.path, folder: "web" }, place.checkouts]]);
  });

  it("say that a file is not in the repository", async () => {
    onHost = false;
    await open(place);
    await open({ ...place, path: "/usr/include/stdio.h" });
    assert.deepEqual(
      done.map(([name, text]) => [name, text]),
      [
        ["say", "/builds/g/p/src/a.c is not in the repository."],
        ["say", "/usr/include/stdio.h is not in the repository."],
      ],
    );
  });
});
