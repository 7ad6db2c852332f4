import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { readFileMetadata } from "../../../../src/core/files/fileMetadata.ts";
import { testServer } from "../../api/sentRequests.ts";
import { json } from "../../api/server.ts";

const record = {
  file_name: "a.txt",
  file_path: "docs/a.txt",
  size: 3,
  encoding: "base64",
  content: "YWJj",
  ref: "main",
  blob_id: "b1",
  commit_id: "c1",
  last_commit_id: "l1",
};

describe("what a host tells of a file", () => {
  const on = testServer();
  const ask = () => readFileMetadata(on.client().repositoryFiles, 1, "docs/a.txt", { ref: "main" }, {});
  const answers = (head: (response: ServerResponse) => unknown): void => {
    on.server.handler = ({ method }, response) => (method === "HEAD" ? head(response) : json(response, record));
  };

  it("comes by its headers, without its content", async () => {
    answers((response) =>
      response
        .writeHead(200, {
          "x-gitlab-blob-id": "b2",
          "x-gitlab-size": "3",
          "x-gitlab-file-path": "docs/a.txt",
          "x-gitlab-file-name": "a.txt",
        })
        .end(),
    );
    assert.equal((await ask()).blob_id, "b2");
    assert.equal(on.server.seen.length, 1);
  });

  for (const [what, head] of [
    ["drops them", (response: ServerResponse) => response.writeHead(200).end()],
    ["refuses HEAD", (response: ServerResponse) => response.writeHead(405).end()],
  ] as const) {
    it(`comes by the record where something on the way ${what}`, async () => {
      answers(head);
      const { content: _content, ...facts } = record;
      assert.deepEqual(await ask(), { ...facts, content_sha256: null, execute_filemode: null });
      assert.deepEqual(
        on.server.seen.map(({ method }) => method),
        ["HEAD", "GET"],
      );
    });
  }

  it("is asked for once where the file is not there, or nobody may see it", async () => {
    for (const status of [404, 403]) {
      answers((response) => response.writeHead(status).end());
      await assert.rejects(ask(), (error) => error instanceof ApiError && error.status === status);
    }
    assert.deepEqual(
      on.server.seen.map(({ method }) => method),
      ["HEAD", "HEAD"],
    );
  });
});
