import assert from "node:assert/strict";
import { type CiFileAt, type CiFileSource, readCiFile } from "../../../../../src/features/pipelines/graph/ciFile.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const never = new AbortController().signal;

interface Host {
  readonly files?: Readonly<Record<string, string | Error>>;
  readonly templates?: Readonly<Record<string, string>>;
  /** `ci_config_path`; an error where the host does not tell it. */
  readonly configured?: string | Error | undefined;
  readonly asked?: string[];
  readonly closed?: string[];
}

const read = (
  { files = {}, templates = {}, configured, asked = [], closed = [] }: Host,
  signal = never,
): Promise<CiFileAt> => {
  const client = {
    extras: {
      available: () => undefined,
      project: () =>
        configured instanceof Error
          ? Promise.reject(configured)
          : Promise.resolve({ ci_config_path: configured ?? null }),
    },
    repositoryFiles: {
      raw: (_: unknown, path: string, { ref }: { ref: string }) => {
        asked.push(`${path}@${ref}`);
        const found = files[path] ?? fault("notFound");
        if (found instanceof Error) return Promise.reject(found);
        const bytes = Buffer.from(found);
        const half = Math.floor(bytes.length / 2);
        return Promise.resolve({
          body: [bytes.subarray(0, half), bytes.subarray(half)],
          close: () => Promise.resolve(void closed.push(path)),
        });
      },
    },
  };
  const template = (key: string): Promise<string> =>
    templates[key] === undefined ? Promise.reject(fault("notFound")) : Promise.resolve(templates[key]);
  return readCiFile(
    { client: client as unknown as CiFileSource["client"], project: 1, sha: "abc", dialect: "gitlab", template },
    signal,
  );
};
const jobsOf = (found: CiFileAt): readonly string[] =>
  found.kind === "read" ? found.pipeline.jobs() : assert.fail(found.kind);

describe("the CI file of a commit", () => {
  it("is read at that commit", async () => {
    const [asked, closed] = [[] as string[], [] as string[]];
    const found = await read({ files: { ".gitlab-ci.yml": "häuser: {script: x}\n" }, asked, closed });
    const shown = [jobsOf(found), found.kind === "read" && [found.path, found.whole]];
    assert.deepEqual(shown, [["häuser"], [".gitlab-ci.yml", true]]);
    assert.deepEqual([asked, closed], [[".gitlab-ci.yml@abc"], [".gitlab-ci.yml"]]);
  });

  for (const [files, configured, expected] of [
    [[".service-ci.yml"], undefined, ".service-ci.yml"],
    [["ci/main.yml", ".gitlab-ci.yml"], "ci/main.yml", "ci/main.yml"],
    [[".gitlab-ci.yml"], "ci/gone.yml", "missing"],
    [[".gitlab-ci.yml"], "ci.yml@group/other", "elsewhere"],
    [[".gitlab-ci.yml"], "https://ci.example/a.yml", "elsewhere"],
    [[".gitlab-ci.yml"], fault("notFound"), ".gitlab-ci.yml"],
    [[], undefined, "missing"],
  ] as const)
    it(`is ${expected} of ${files.join() || "none"} where ${String(configured ?? "nothing")} is configured`, async () => {
      const found = await read({
        files: Object.fromEntries(files.map((name) => [name, "a: {script: x}\n"])),
        configured,
      });
      assert.equal(found.kind === "read" ? found.path : found.kind, expected);
    });

  it("comes with the files and templates that it includes, in turn", async () => {
    const files = {
      ".gitlab-ci.yml": "include: [/ci/one.yml, {template: Go.gitlab-ci.yml}]\na: {script: x}\n",
      "ci/one.yml": "include: {local: ci/two.yml}\nb: {script: x}\n",
      "ci/two.yml": "c: {script: x}\n",
    };
    const found = await read({ files, templates: { Go: "d: {script: x}\n" } });
    assert.deepEqual([...jobsOf(found)].sort(), ["a", "b", "c", "d"]);
    assert.ok(found.kind === "read" && found.whole);
  });

  it("is not whole with what cannot be read", async () => {
    const includes =
      "{remote: https://x.example/a.yml} | {project: g/p, file: a.yml} | gone.yml | 'ci/*.yml' | ../a.yml | {template: Gone.gitlab-ci.yml} | {local: $FILE}";
    for (const include of includes.split(" | ")) {
      const found = await read({ files: { ".gitlab-ci.yml": `include: [${include}]\na: {script: x}\n` } });
      assert.deepEqual([jobsOf(found), found.kind === "read" && found.whole], [["a"], false], include);
    }
  });

  it("asks for no file by a pattern, nor outside of the repository", async () => {
    const asked: string[] = [];
    await read({ files: { ".gitlab-ci.yml": "include: ['ci/*.yml', ci/../../a.yml]\na: {script: x}\n" }, asked });
    assert.deepEqual(asked, [".gitlab-ci.yml@abc"]);
  });

  it("is broken if it is no YAML", async () =>
    assert.deepEqual(await read({ files: { ".gitlab-ci.yml": "]" } }), { kind: "broken", path: ".gitlab-ci.yml" }));

  it("is not read when it is far too large, and closed all the same", async () => {
    const closed: string[] = [];
    assert.equal((await read({ files: { ".gitlab-ci.yml": "#".repeat(1_000_001) }, closed })).kind, "missing");
    assert.deepEqual(closed, [".gitlab-ci.yml"]);
  });

  it("fails with the host, and ends when it is called off", async () => {
    await assert.rejects(read({ files: { ".gitlab-ci.yml": fault("server") } }), { kind: "server" });
    await assert.rejects(read({ configured: fault("cancelled") }, AbortSignal.abort()), { kind: "cancelled" });
    const files = { ".gitlab-ci.yml": "a: {script: x}\n" };
    await assert.rejects(read({ files }, AbortSignal.abort()), { name: "AbortError" }, "read, and not wanted any more");
  });
});
