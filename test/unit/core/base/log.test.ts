import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { redact, redactingLogger } from "../../../../src/core/base/log.ts";

describe("redact", () => {
  for (const [text, expected] of [
    ["GET https://h/callback?code=abc&state=xyz&x=1", "GET https://h/callback?code=[hidden]&state=[hidden]&x=1"],
    ["GET https://h/api?access_token=abc", "GET https://h/api?access_token=[hidden]"],
    ['{"access_token":"abc","token_type":"Bearer"}', '{"access_token":"[hidden]","token_type":"Bearer"}'],
    ["authorization: Bearer abcdef123456", "authorization: [hidden]"],
    ["Authorization: token abc", "Authorization: [hidden]"],
    ["sent Bearer abcdef123456 twice", "sent Bearer [hidden] twice"],
    [
      '{"accessToken":"abc","refreshToken":"def","codeVerifier":"ghi"}',
      '{"accessToken":"[hidden]","refreshToken":"[hidden]","codeVerifier":"[hidden]"}',
    ],
    ["PRIVATE-TOKEN: abc-def", "PRIVATE-TOKEN: [hidden]"],
    ["clone https://oauth2:abcdef@git.example.com/g/p.git", "clone https://[hidden]@git.example.com/g/p.git"],
    [
      "grant_type=refresh_token&refresh_token=abc&code_verifier=def",
      "grant_type=refresh_token&refresh_token=[hidden]&code_verifier=[hidden]",
    ],
    ["the token glpat-abcdefghijklmnop12 was refused", "the token [hidden] was refused"],
    ["pipeline 12 has the state running, exit code 1", "pipeline 12 has the state running, exit code 1"],
    ["GET /projects/1/pipelines?page=2 200 in 35 ms", "GET /projects/1/pipelines?page=2 200 in 35 ms"],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(redact(text), expected));
  }
});

describe("redactingLogger", () => {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const log = redactingLogger({ error: write, warn: write, info: write, debug: write, trace: write }, redact);

  it("hides secrets in messages, details, errors and their causes", () => {
    const failed = new Error("refused ?token=s3cret-1", { cause: new Error("because ?code=s3cret-2") });
    log.error("refresh ?refresh_token=s3cret-3", failed, { access_token: "s3cret-4" });
    assert.match(written.join(), /caused by/);
    assert.doesNotMatch(written.join(), /s3cret/);
  });

  it("survives a detail that cannot be written as JSON", () => {
    written.length = 0;
    const loop: { self?: unknown } = {};
    loop.self = loop;
    log.info("loop", loop);
    assert.equal(written.length, 1);
  });
});
