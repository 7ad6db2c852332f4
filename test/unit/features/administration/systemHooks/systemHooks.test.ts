import assert from "node:assert/strict";
import { ApiError } from "../../../../../src/api/errors.ts";
import { hookAddressProblem, hookRefused } from "../../../../../src/features/administration/systemHooks/address.ts";
import {
  alertText,
  eventsText,
  hookName,
  mayHoldSecrets,
  withoutSecrets,
} from "../../../../../src/features/administration/systemHooks/labels.ts";

const off = {
  push_events: false,
  tag_push_events: false,
  merge_requests_events: false,
  repository_update_events: false,
};

describe("system hooks in words", () => {
  it("list their events and whether the host turned them off", () => {
    assert.equal(eventsText(off), "Only projects, users and groups");
    const some = { ...off, push_events: true, merge_requests_events: true, repository_update_events: true };
    assert.equal(eventsText(some), "Repository updates, Pushes, Merge requests");
    for (const hook of [{}, ...[null, "executable", "unheard of"].map((status) => ({ alert_status: status }))])
      assert.equal(alertText(hook), undefined);
    assert.match(alertText({ alert_status: "disabled" }) ?? "", /disabled after failures/);
    assert.match(alertText({ alert_status: "temporarily_disabled" }) ?? "", /temporarily disabled after failures/);
  });

  it("are named by their URL without secrets", () => {
    const secret = "https://me:pass@example.com/a?key=abc&to=x#y";
    assert.equal(withoutSecrets(secret), "https://me:***@example.com/a?key=***&to=***#y");
    assert.equal(withoutSecrets("https://example.com/{key}/hook"), "https://example.com/%7Bkey%7D/hook");
    assert.equal(hookName({ url: "no address" }), "no address");
    assert.equal(hookName({ url: "https://example.com/\u202egnp.exe" }).includes("\u202e"), false);
  });

  it("may hold secrets in a query or before an at-sign, also while they are typed", () => {
    for (const [may, texts] of [
      [true, "https://example.com/a?k https://me@ https://me:pa https://me:1x http://[::1]:80x"],
      [false, " https: https://example.com https://example.com:8080 https://example.com:8080/a:b http://127.0.0.1:"],
    ] as const)
      for (const text of texts.split(" ")) assert.equal(mayHoldSecrets(text), may, text);
  });
});

describe("the address of a system hook", () => {
  const scheme = /Enter a URL that starts with http:\/\/ or https:\/\//;
  it("is refused before it is sent where no host could take it", () => {
    for (const wrong of "||  |example.com|example.com/hook|https:example.com|https://|http:///x|https://a b|https://exa mple.com|mailto:a@b.c|https://[::1|https://:80/".split(
      "|",
    ))
      assert.ok(hookAddressProblem(wrong) !== undefined, wrong);
    for (const wrong of ["ftp://example.com", "javascript://example.com/%0aalert(1)"])
      assert.match(hookAddressProblem(wrong) ?? "", scheme);
    for (const fine of "https://example.com| http://127.0.0.1:8080/x?y=1 |HTTPS://EXAMPLE.COM/ü|https://übung.example/|https://[::1]:3000/".split(
      "|",
    ))
      assert.equal(hookAddressProblem(fine), undefined, fine);
  });

  const instance = "https://git.example.com";
  const request = { operation: "systemHooks.create", method: "POST", url: `${instance}/api/v4/hooks`, instance };
  const refused = (facts: object): ApiError =>
    new ApiError({ message: "refused", kind: "invalidRequest", request, status: 422, ...facts });

  it("is explained when the host rejects it", () => {
    for (const [said, words] of [
      ["is blocked: Requests to localhost are not allowed", /its local network.*allow this URL/],
      ["is blocked: Requests to the local network are not allowed", /does not allow hooks to its local network/],
      ["is blocked: Host cannot be resolved or invalid", /could not resolve this URL/],
      ["is blocked: Only allowed schemes are http, https", /does not allow this kind of URL \(.*\)/],
      ["is blocked: Only allowed ports are 80, 443", /does not allow this kind of URL \(.*\)/],
      ["is too odd.", /^git\.example\.com rejected the URL: is too odd\. Change it and try again/],
    ] as const) {
      const told = hookRefused(refused({ fields: { url: [said] } }));
      assert.ok(told instanceof Error);
      assert.match(told.message, words);
    }
  });

  it("is not mentioned in other errors", () => {
    for (const error of [
      refused({ serviceMessage: "token is too long" }),
      refused({ kind: "forbidden" }),
      refused({ code: "required", fields: { url: ["is needed"] } }),
      new Error("url"),
    ])
      assert.equal(hookRefused(error), error);
  });
});
