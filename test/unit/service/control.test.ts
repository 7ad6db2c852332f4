import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { connectControl } from "../../service/control.ts";
import { running, signInByOAuth } from "./calling.ts";

describe("service: control", () => {
  it("records requests with every secret masked, and not its own calls", async () => {
    await using at = await running();
    const remote = connectControl(at.service.url);
    const { token } = at.info.users.alice;
    await at.call("GET", `/api/v4/user?access_token=${token}&x=1`, {
      headers: { Authorization: `Bearer ${token}`, "PRIVATE-TOKEN": token, Cookie: "a=b" },
    });
    await at.call("POST", "/oauth/token?code=abc&code_verifier=def&state=ghi&refresh_token=jkl", { headers: {} });
    const requests = await remote.requests();
    assert.deepEqual(
      requests.map(({ n, path }) => `${n} ${path}`),
      [
        "1 /api/v4/user?access_token=[masked]&x=1",
        "2 /oauth/token?code=[masked]&code_verifier=[masked]&state=[masked]&refresh_token=[masked]",
      ],
    );
    const { authorization, "private-token": personal, cookie } = requests[0]!.headers;
    assert.deepEqual([authorization, personal, cookie], ["Bearer", "[masked]", "[masked]"]);
    assert.doesNotMatch(JSON.stringify(requests), new RegExp(token));
  });

  it("lists every secret that it issued or received, known or not", async () => {
    await using at = await running();
    const { control } = at.service;
    const { pair, code, verifier } = await signInByOAuth(at);
    const client = { name: "C", redirectUris: ["http://127.0.0.1/"], scopes: ["api"], confidential: true };
    const { secret } = await control.createApplication(client);
    await at.call("GET", "/api/v4/user", { headers: { Authorization: "Bearer an-unknown-token" } });
    const sent = { code: "an-unknown-code", code_verifier: "an-unknown-verifier", redirect_uri: "http://127.0.0.1/" };
    const form = { client_id: at.info.oauth.clientId, grant_type: "authorization_code", ...sent };
    await at.call("POST", "/oauth/token", { headers: {}, form });
    const headers = { "PRIVATE-TOKEN": at.info.users.admin.token };
    const user = { username: "new", name: "New", email: "new@example.com", password: "a-new-password" };
    await at.call("POST", "/api/v4/users", { headers, body: user });
    await at.call("POST", "/api/v4/hooks", { headers, body: { url: "http://127.0.0.1:9/", token: "a-hook-token" } });
    const kinds = new Map((await control.secrets()).map(({ kind, value }) => [value, kind]));
    for (const [value, kind] of [
      [pair.access_token, "access token"],
      [pair.refresh_token, "refresh token"],
      [at.info.users.alice.password, "password"],
      [at.info.users.alice.token, "personal access token"],
      [secret, "client secret"],
      [code, "code"],
      [verifier, "code verifier"],
      ["an-unknown-token", "token"],
      ["an-unknown-code", "code"],
      ["an-unknown-verifier", "code verifier"],
      ["a-new-password", "password"],
      ["a-hook-token", "hook token"],
    ] as const)
      assert.equal(kinds.get(value ?? ""), kind, kind);
  });
});

describe("service: faults", () => {
  it("cuts a body by a reset, or as if it were complete", async () => {
    await using at = await running();
    const { jobs } = await at.service.control.addPipeline({ jobs: [{ trace: "x".repeat(100_000) }] });
    const path = `/api/v4/projects/1/jobs/${jobs[0]!}/trace`;
    const received = async (action: "resetMidBody" | "resetMidChunks" | "endMidBody" | "truncate") => {
      await at.service.control.fault({ path: "/trace$", action, times: 1 });
      const response = await fetch(at.service.url + path, { headers: { "PRIVATE-TOKEN": at.info.users.alice.token } });
      let bytes = 0;
      try {
        for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
        return `${bytes} ended`;
      } catch {
        return `${bytes} torn`;
      }
    };
    assert.equal(await received("resetMidBody"), "50000 torn");
    assert.equal(await received("resetMidChunks"), "50000 torn");
    assert.equal(await received("endMidBody"), "50000 ended");
    assert.equal(await received("truncate"), "50000 ended");
    assert.equal((await at.call("GET", path)).text.length, 100_000);
  });

  it("carries a request out never, once or twice, as told, whatever it answers", async () => {
    await using at = await running();
    const { control } = at.service;
    const path = "/api/v4/projects/1/milestones";
    const send = async (title: string): Promise<[status: number, made: number]> => {
      const { status } = await at.call("POST", path, { body: { title } });
      return [status, ((await at.call("GET", `${path}?search=${title}`)).json as unknown[]).length];
    };
    await control.fault({ method: "write", path: "^/api/", status: 502, times: 1 });
    assert.deepEqual(await send("none"), [502, 0]);
    await control.fault({ method: "write", path: "^/api/", status: 502, action: "replaceAnswer", times: 1 });
    assert.deepEqual(await send("once"), [502, 1]);
    await control.fault({ method: "write", path: "^/api/", action: "deliverTwice", times: 1 });
    assert.deepEqual(await send("twice"), [400, 1]);
    const writes = (await control.requests()).filter(({ method }) => method === "POST");
    assert.deepEqual(
      writes.map(({ answers }) => answers),
      [[], [201], [201, 400]],
    );
  });

  it("distinguishes requests that the client aborted from those that the service ended", async () => {
    await using at = await running();
    const { control, url } = at.service;
    await control.fault({ path: "/version", action: "hang" });
    const stop = new AbortController();
    const given = assert.rejects(fetch(`${url}/api/v4/version`, { signal: stop.signal }), { name: "AbortError" });
    await control.waitForRequest({ path: "/version" });
    stop.abort();
    await given;
    await control.waitForRequest({ path: "/version", aborted: true });
    const ended = assert.rejects(fetch(`${url}/api/v4/version`));
    await control.waitForRequest({ path: "/version", since: 1 });
    await control.clearFaults();
    await ended;
    assert.deepEqual(
      (await control.requests()).map(({ aborted }) => aborted),
      [true, false],
    );
  });
});
