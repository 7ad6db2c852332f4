import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { describe, it } from "mocha";
import { connectControl } from "../../service/control.ts";
import { startService } from "../../service/service.ts";
import { running } from "./calling.ts";

describe("service: control", () => {
  it("is the same over HTTP as in the process, in a sub-path too", async () => {
    await using at = await running({ basePath: "/forge" });
    const remote = connectControl(at.service.url);
    assert.deepEqual(await remote.info(), at.info);
    const { id, jobs } = await remote.addPipeline({ jobs: [{ name: "slow", status: "running" }] });
    const waited = remote.waitFor({ pipelineId: id, status: ["failed"] });
    await remote.finishJob(jobs[0]!, "failed");
    assert.deepEqual(await waited, { status: "failed" });
    await assert.rejects(remote.waitFor({ jobId: 1, status: ["success"] }), /There is no job 1/);
    await assert.rejects(remote.finishJob(1, "success"), /There is no job 1/);
  });

  it("cannot be called by web pages", async () => {
    await using at = await running();
    for (const headers of [
      { "Content-Type": "application/json", Origin: "http://evil.example" },
      { "Content-Type": "text/plain" },
    ]) {
      const answer = await fetch(`${at.service.url}/-/control/info`, { method: "POST", headers, body: "{}" });
      assert.equal(answer.status, 403);
    }
  });

  it("can be left out", async () => {
    await using at = await running({ control: false });
    await assert.rejects(connectControl(at.service.url).info(), /404/);
  });

  it("takes the routes beyond the documents away, and puts them back", async () => {
    await using at = await running();
    const remote = connectControl(at.service.url);
    const status = async (): Promise<number[]> => {
      const asked = [
        at.call("GET", `/api/v4/projects/${at.info.project.id}`),
        at.call("POST", `/api/v4/projects/${at.info.project.id}/merge_requests`),
        at.call("GET", `/api/v4/projects/${at.info.project.id}/merge_requests`),
      ];
      return (await Promise.all(asked)).map((answer) => answer.status);
    };
    await remote.extras(false);
    assert.deepEqual(await status(), [404, 404, 200]);
    await remote.extras(true);
    assert.deepEqual(await status(), [200, 400, 200]);
  });

  it("records requests with every secret masked, and not its own calls", async () => {
    await using at = await running();
    const remote = connectControl(at.service.url);
    const { token } = at.info.users.alice;
    await at.call("GET", `/api/v4/user?access_token=${token}&x=1`, {
      headers: { Authorization: `Bearer ${token}`, "PRIVATE-TOKEN": token, Cookie: "a=b" },
    });
    await at.call("POST", "/oauth/token?code=abc&code_verifier=def&state=ghi&refresh_token=jkl", { headers: {} });
    const [first, second, ...more] = await remote.requests();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [first!.n, first!.method, first!.path, first!.status],
      [1, "GET", "/api/v4/user?access_token=[masked]&x=1", 200],
    );
    assert.deepEqual(
      [first!.headers["authorization"], first!.headers["private-token"], first!.headers["cookie"]],
      ["Bearer", "[masked]", "[masked]"],
    );
    assert.equal(
      second!.path,
      "/oauth/token?code=[masked]&code_verifier=[masked]&state=[masked]&refresh_token=[masked]",
    );
    assert.doesNotMatch(JSON.stringify([first, second]), new RegExp(token));
    assert.deepEqual(
      (await remote.requests(1)).map((request) => request.n),
      [2],
    );
    assert.deepEqual([await remote.lastRequest(), await remote.requests(2)], [2, []]);
    await remote.clearRequests();
    assert.equal(await remote.lastRequest(), 2, "numbers go on");
    const waited = remote.waitForRequest({ path: "/api/v4/version", since: 2 });
    await at.call("GET", "/api/v4/version");
    assert.equal((await waited).n, 3);
    assert.deepEqual(
      (await remote.requests(1)).map((request) => request.n),
      [3],
    );
  });
});

describe("service: faults", () => {
  it("answers with a planned status, body and headers, as often as told", async () => {
    await using at = await running();
    await at.service.control.fault({
      path: "/user$",
      times: 2,
      status: 429,
      headers: { "Retry-After": "7" },
      body: "Retry later\n",
    });
    for (let count = 0; count < 2; count++) {
      const answer = await at.call("GET", "/api/v4/user");
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get("retry-after"), answer.headers.get("content-type")],
        [429, "Retry later\n", "7", "text/plain"],
      );
    }
    assert.equal((await at.call("GET", "/api/v4/user")).status, 200);
  });

  it("meets only its method and path, and is gone once cleared", async () => {
    await using at = await running();
    await at.service.control.fault({ method: "POST", path: "^/api/", status: 502, body: { odd: [1] } });
    assert.equal((await at.call("GET", "/api/v4/user")).status, 200);
    const answer = await at.call("POST", "/api/v4/projects/1/pipeline");
    assert.deepEqual([answer.status, answer.json], [502, { odd: [1] }]);
    await at.service.control.clearFaults();
    assert.equal((await at.call("POST", "/api/v4/projects/1/pipeline")).status, 400);
  });

  it("adds headers to the real answer", async () => {
    await using at = await running();
    await at.service.control.fault({ path: "/user$", headers: { "RateLimit-Remaining": "3" } });
    const answer = await at.call("GET", "/api/v4/user");
    assert.deepEqual([answer.status, answer.headers.get("ratelimit-remaining")], [200, "3"]);
  });

  it("truncates a body as if it were whole", async () => {
    await using at = await running();
    const whole = (await at.call("GET", "/api/v4/user")).text;
    await at.service.control.fault({ path: "/user$", action: "truncate" });
    const answer = await at.call("GET", "/api/v4/user");
    assert.equal(answer.status, 200);
    assert.equal(answer.text, whole.slice(0, Math.floor(whole.length / 2)));
  });

  it("resets before the answer, and in the middle of a body", async () => {
    await using at = await running();
    const { jobs } = await at.service.control.addPipeline({ jobs: [{ trace: "x".repeat(100_000) }] });
    const path = `/api/v4/projects/1/jobs/${jobs[0]!}/trace`;
    await at.service.control.fault({ path: "/trace$", action: "resetMidBody", times: 1 });
    const response = await fetch(at.service.url + path, { headers: { "PRIVATE-TOKEN": at.info.users.alice.token } });
    assert.equal(response.headers.get("content-length"), "100000");
    let received = 0;
    await assert.rejects(async () => {
      for await (const chunk of response.body!) received += (chunk as Uint8Array).length;
    });
    assert.equal(received, 50_000);
    await at.service.control.fault({ path: "/trace$", action: "reset", times: 1 });
    await assert.rejects(fetch(at.service.url + path));
    assert.equal((await at.call("GET", path)).text.length, 100_000);
  });

  it("cuts a body without a declared length: torn down, and ended as if that were all", async () => {
    await using at = await running();
    const whole = (await at.call("GET", "/api/v4/user")).text;
    const half = Math.floor(whole.length / 2);
    await at.service.control.fault({ path: "/user$", action: "endMidBody", times: 1 });
    const ended = await at.call("GET", "/api/v4/user");
    assert.deepEqual(
      [ended.text, ended.headers.get("content-length"), ended.headers.get("transfer-encoding")],
      [whole.slice(0, half), null, null],
    );
    await at.service.control.fault({ path: "/user$", action: "resetMidChunks", times: 1 });
    const response = await fetch(`${at.service.url}/api/v4/user`, {
      headers: { "PRIVATE-TOKEN": at.info.users.alice.token },
    });
    assert.equal(response.headers.get("transfer-encoding"), "chunked");
    let received = 0;
    await assert.rejects(async () => {
      for await (const chunk of response.body!) received += (chunk as Uint8Array).length;
    });
    assert.equal(received, half);
  });

  it("says what was done, whatever was answered: nothing, once, and twice", async () => {
    await using at = await running();
    const { control } = at.service;
    const path = `/api/v4/projects/${at.info.project.id}/milestones`;
    const made = async (title: string): Promise<number> => {
      const { json } = await at.call("GET", `${path}?search=${title}`);
      return (json as unknown[]).length;
    };
    const send = (title: string) => at.call("POST", path, { body: { title } });
    await control.fault({ method: "write", path: "^/api/", status: 502, times: 1 });
    assert.deepEqual([(await send("none")).status, await made("none")], [502, 0]);
    await control.fault({ method: "write", path: "^/api/", status: 502, action: "replaceAnswer", times: 1 });
    assert.deepEqual([(await send("once")).status, await made("once")], [502, 1]);
    await control.fault({ method: "write", path: "^/api/", action: "deliverTwice", times: 1 });
    assert.deepEqual([(await send("twice")).status, await made("twice")], [400, 1]);
    const writes = (await control.requests()).filter(({ method }) => method === "POST");
    assert.deepEqual(
      writes.map(({ answers }) => answers),
      [[], [201], [201, 400]],
    );
  });

  it("hangs until cleared", async () => {
    await using at = await running();
    await at.service.control.fault({ path: "/user$", action: "hang" });
    const hanging = assert.rejects(fetch(`${at.service.url}/api/v4/user`));
    await at.service.control.waitForRequest({ path: "/user$" });
    await at.service.control.clearFaults();
    await hanging;
  });

  it("tells requests that the client gave up, before an answer or in its midst, from those that the service ended", async () => {
    await using at = await running();
    const { control, url } = at.service;
    for (const action of ["hang", "hangMidBody"] as const) {
      const stop = new AbortController();
      await control.fault({ path: `/version\\?${action}`, action });
      const given = fetch(`${url}/api/v4/version?${action}`, { signal: stop.signal }).then((answer) => answer.text());
      const { n } = await control.waitForRequest({ path: action });
      stop.abort();
      await assert.rejects(given, { name: "AbortError" });
      assert.equal((await control.waitForRequest({ path: `\\?${action}$`, aborted: true })).n, n);
    }
    await control.fault({ path: "/user$", action: "hang" });
    const ended = assert.rejects(fetch(`${url}/api/v4/user`));
    await control.waitForRequest({ path: "/user$" });
    await control.clearFaults();
    await ended;
    assert.deepEqual(
      (await control.requests()).map(({ aborted }) => aborted),
      [true, true, false],
    );
  });
});

describe("service: end", () => {
  it("ends hanging requests, open sockets and waits at once, and removes its folder", async () => {
    const service = await startService({ seed: "empty" });
    const remote = connectControl(service.url);
    await service.control.fault({ path: "/user$", action: "hang" });
    const hanging = assert.rejects(fetch(`${service.url}/api/v4/user`));
    await service.control.waitForRequest({ path: "/user$" });
    const { id, jobs } = await service.control.addPipeline({ jobs: [{ status: "running" }] });
    await service.control.appendTrace(jobs[0]!, "kept on disk");
    const waiting = assert.rejects(remote.waitFor({ pipelineId: id, status: ["success"] }));
    const waitingHere = assert.rejects(service.control.waitFor({ pipelineId: id, status: ["success"] }), /given up/);
    const stuck = connect(Number(new URL(service.url).port), "127.0.0.1");
    await once(stuck, "connect");
    // A request whose body never comes: closing only what is idle would wait for it.
    stuck.write("POST /oauth/token HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n");
    await service.control.waitForRequest({ path: "/oauth/token$" });
    // Being reset is as good an end as any: only that it ends counts.
    const ended = new Promise((resolve) =>
      stuck
        .on("error", () => undefined)
        .on("close", resolve)
        .resume(),
    );
    await service.close();
    await Promise.all([hanging, waiting, waitingHere, ended]);
  });

  it("keeps a data folder it was given, and removes its own", async () => {
    const { mkdtemp, rm } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const dataDir = await mkdtemp(`${tmpdir()}/kept-`);
    const service = await startService({ seed: "empty", dataDir });
    await service.close();
    assert.ok(existsSync(`${dataDir}/repositories/demo/empty.git`));
    await rm(dataDir, { recursive: true });
  });

  it("rejects when the port is taken", async () => {
    await using at = await running();
    await assert.rejects(startService({ seed: "empty", port: Number(new URL(at.service.url).port) }), /EADDRINUSE/);
  });
});
