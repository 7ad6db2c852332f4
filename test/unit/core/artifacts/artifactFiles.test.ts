import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ARTIFACT_SCHEME } from "../../../../src/core/addresses/schemes.ts";
import "../../../support/vscodeStub.ts";
import { artifactAddress } from "../../../../src/core/artifacts/address.ts";

const { ArtifactFiles } = await import("../../../../src/core/artifacts/artifactFiles.ts");

const instance = "https://git.example.com";
const address = artifactAddress({ instance, project: 7, job: 3, path: "report.txt" });
const uri = {
  scheme: ARTIFACT_SCHEME,
  ...address,
  toString: () => `${ARTIFACT_SCHEME}://${address.authority}${address.path}`,
} as never;
const { signal } = new AbortController();

describe("files of artifacts", () => {
  let account: string;
  let asked: string[];
  let files: InstanceType<typeof ArtifactFiles>;

  beforeEach(() => {
    account = "anna";
    asked = [];
    const artifactFile = () => {
      const mine = account;
      asked.push(mine);
      const body = async function* (): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from(`for ${mine}`));
      };
      return Promise.resolve({ body: body(), close: () => Promise.resolve() });
    };
    files = new ArtifactFiles({
      connections: { get: () => ({ client: { jobs: { artifactFile } }, session: { id: account } }) },
    } as never);
  });

  afterEach(() => files.dispose());

  const read = async (): Promise<string> => Buffer.from(await files.readFile(uri, signal)).toString();

  it("are read once for size and content, and not handed to another account", async () => {
    assert.equal((await files.stat(uri, signal)).size, 8);
    assert.equal(await read(), "for anna");
    await files.prepare(uri, signal);
    account = "bo";
    assert.equal((await files.stat(uri, signal)).size, 6);
    assert.equal(await read(), "for bo");
    assert.deepEqual(asked, ["anna", "anna", "bo"]);
  });
});
