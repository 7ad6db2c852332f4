import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { readFileMetadata } from "../../../../src/core/files/fileMetadata.ts";
import { testServer } from "../../api/sentRequests.ts";
import { json } from "../../api/server.ts";

const facts = {
  ...{ file_name: "a.txt", file_path: "docs/a.txt", size: 3, encoding: "base64", ref: "main" },
  ...{ blob_id: "b1", commit_id: "c1", last_commit_id: "l1" },
};

describe("the metadata of a file", () => {
  const on = testServer();
  const ask = () => readFileMetadata(on.client().repositoryFiles, 1, "docs/a.txt", { ref: "main" }, {});
  const answers = (status: number, headers = {}): void => {
    on.server.handler = ({ method }, response) =>
      method === "HEAD" ? response.writeHead(status, headers).end() : json(response, { ...facts, content: "YWJj" });
  };
  const methods = (): unknown[] => on.server.seen.map(({ method }) => method);

  it("is read from headers, without the content", async () => {
    const names = { "x-gitlab-file-path": "docs/a.txt", "x-gitlab-file-name": "a.txt" };
    answers(200, { "x-gitlab-blob-id": "b2", "x-gitlab-size": "3", ...names });
    assert.equal((await ask()).blob_id, "b2");
    assert.deepEqual(methods(), ["HEAD"]);
  });

  it("is read from the record where headers are dropped or HEAD is refused", async () => {
    for (const status of [200, 405]) {
      answers(status);
      assert.deepEqual(await ask(), { ...facts, content_sha256: null, execute_filemode: null });
    }
    assert.deepEqual(methods(), ["HEAD", "GET", "HEAD", "GET"]);
  });

  it("is requested once where the file is missing or forbidden", async () => {
    for (const status of [404, 403]) {
      answers(status);
      await assert.rejects(ask(), (error) => error instanceof ApiError && error.status === status);
    }
    assert.deepEqual(methods(), ["HEAD", "HEAD"]);
  });
});
