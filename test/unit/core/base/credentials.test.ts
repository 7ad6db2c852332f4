import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { hideCredentials } from "../../../../src/core/base/credentials.ts";

const line = "MIIEpAIBAAKCAQEAx3Fz8Kq2w9TnV4bLrYd7sPqJ1mUeHc6gXoZ0iNtRkWvBfGyA";
const key = `${line}\n${line.split("").reverse().join("")}\nAbC9=`;

describe("credentials of others", () => {
  for (const [text, expected] of [
    [`a\n-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----\nb`, "a\n[hidden]\nb"],
    [`12: -----BEGIN OPENSSH PRIVATE KEY-----\n13: ${line}\n`, "12: [hidden]"],
    [`13: ${line}\n14: tail`, "13: [hidden]\n14: tail"],
    ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl end", "jwt [hidden] end"],
    ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzd", "jwt [hidden]"],
    ["runner GR1348941abcdefghijklmnopqrst", "runner [hidden]"],
    ["id AKIAIOSFODNN7EXAMPLE", "id [hidden]"],
    ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = [hidden]"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "AWS_SECRET_ACCESS_KEY=[hidden]"],
    ["export DB_PASSWORD='hunter22'", "export DB_PASSWORD='[hidden]'"],
    ["X-Api-Key: 0123456789", "X-Api-Key: [hidden]"],
    ["postgres://app:s3cret@db:5432/x", "postgres://app:[hidden]@db:5432/x"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[hidden]"],
    ["github_pat_11ABCDEFG0abcdefghijkl", "[hidden]"],
    [`AIza${"a1B-".repeat(9)}`, "[hidden]"],
    ["xoxb-123456789012-abcdef", "[hidden]"],
    ["npm_abcdefghijklmnopqrstuvwxyz0123456789", "[hidden]"],
    [`${["sk", "live"].join("_")}_abcdefghijklmnop`, "[hidden]"],
    ["sk-proj-abcdefghijklmnopqrstuvwx", "[hidden]"],
    ["hvs.CAESIabcdefghijklmnopqrst", "[hidden]"],
  ] as const)
    it(`are hidden: ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), expected));

  for (const text of [
    "Key: main",
    "author_name: Alice",
    "TOKEN=$CI_JOB_TOKEN and DEPLOY_TOKEN=[MASKED]",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "integrity sha512-Q9mVwX0ZzX1uE8w3KjYb2vP7nT5rL4sD6fG8hJ1kM3nB5vC7xZ9aS2dF4gH6jK8lP0oI1uY3tR5eW7qA9sD2fG==",
    "/builds/group/project/src/main/java/com/example/one/two/three/four/five/Six7Seven.java",
    "ssh://git@example.com/group/project.git",
    "-----BEGIN CERTIFICATE-----",
    "the token is too old",
  ])
    it(`are not seen in ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(hideCredentials(text), text));
});
