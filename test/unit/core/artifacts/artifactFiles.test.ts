import assert from "node:assert/strict";
import { it } from "mocha";
import { ARTIFACT_SCHEME } from "../../../../src/core/addresses/schemes.ts";
import "../../../support/vscodeStub.ts";
import { artifactAddress } from "../../../../src/core/artifacts/address.ts";

const { ArtifactFiles } = await import("../../../../src/core/artifacts/artifactFiles.ts");

const instance = "https://git.example.com";
const address = artifactAddress({ instance, project: 7, job: 3, path: "report.txt" });
const text = `${ARTIFACT_SCHEME}://${address.authority}${address.path}`;
const uri = { scheme: ARTIFACT_SCHEME, ...address, toString: () => text } as never;
const { signal } = new AbortController();

it("files of artifacts are requested once for size and content, separately by account", async () => {
  let account = "anna";
  const asked: string[] = [];
  const artifactFile = () => {
    const mine = account;
    asked.push(mine);
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(`for ${mine}`));
    };
    return Promise.resolve({ body: body(), close: () => Promise.resolve() });
  };
  const get = () => ({ client: { jobs: { artifactFile } }, session: { id: account } });
  const files = new ArtifactFiles({ connections: { get } } as never);
  const read = async (): Promise<string> => Buffer.from(await files.readFile(uri, signal)).toString();
  assert.deepEqual([(await files.stat(uri, signal)).size, await read()], [8, "for anna"]);
  await files.prepare(uri, signal);
  account = "bo";
  assert.deepEqual([(await files.stat(uri, signal)).size, await read()], [6, "for bo"]);
  assert.deepEqual(asked, ["anna", "anna", "bo"]);
  files.dispose();
});
