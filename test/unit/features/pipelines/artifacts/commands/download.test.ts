import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import type { PipelinesContext } from "../../../../../../src/features/pipelines/context.ts";
import { vscodeFakes } from "../../../../../support/vscodeStub.ts";
import { fakeApp, jobRef, project } from "../../../../core/fakeApp.ts";

const { downloadArchive, downloadArtifact } =
  await import("../../../../../../src/features/pipelines/artifacts/commands/download.ts");

describe("a download of artifacts", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-"));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(() => vscodeFakes.reset());

  /** An app whose account changes while the person is asked where the file goes. */
  const changing = (file: string) => {
    const as = (account: string) => {
      const download = () =>
        Promise.resolve({
          // eslint-disable-next-line @typescript-eslint/require-await -- the form of all bodies
          body: (async function* () {
            yield Buffer.from(account);
          })(),
          close: () => Promise.resolve(),
        });
      return { instance: { url: project.instance }, client: { jobs: { artifacts: download, artifactFile: download } } };
    };
    let account = "earlier";
    vscodeFakes.window["showSaveDialog"] = () => {
      account = "now";
      return Promise.resolve({ scheme: "file", fsPath: file });
    };
    vscodeFakes.window["setStatusBarMessage"] = () => undefined;
    return fakeApp<PipelinesContext>({}, { connections: { get: () => as(account), instances: [] } }).app;
  };

  it("is asked for by the account that is in use when it begins", async () => {
    const [archive, one] = [join(folder, "a.zip"), join(folder, "b.txt")];
    await downloadArchive(changing(archive), jobRef);
    await downloadArtifact(changing(one), { ...jobRef, artifact: { path: "b.txt" } });
    assert.deepEqual([await readFile(archive, "utf8"), await readFile(one, "utf8")], ["now", "now"]);
  });
});
