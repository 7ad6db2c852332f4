import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running, type Answer, type Running } from "./calling.ts";

const fields = (answer: Answer): Record<string, unknown> => answer.json as Record<string, unknown>;
const act = (at: Running, id: number, action: string): Promise<Answer> =>
  at.call("POST", `/api/v4/vulnerabilities/${id}/${action}`);

describe("service: vulnerabilities", () => {
  it("go through the states of real hosts, each decision with its person", async () => {
    await using at = await running();
    const { id } = await at.service.control.addVulnerability({
      title: "Leak",
      severity: "high",
      location: { file: "a.c", start_line: 3 },
    });
    const first = await at.call("GET", `/api/v4/vulnerabilities/${id}`);
    const { created_at, updated_at, ...rest } = fields(first);
    assert.match(String(created_at), /\.\d{3}Z$/);
    assert.equal(updated_at, created_at);
    assert.deepEqual(
      [first.status, rest],
      [
        200,
        {
          id,
          title: "Leak",
          description: "",
          state: "detected",
          severity: "high",
          report_type: "sast",
          project: { id: 1, name: "Empty", full_path: "demo/empty", full_name: "Demo / Empty" },
          author_id: at.info.users.alice.id,
          resolved_on_default_branch: false,
          finding: {
            id,
            report_type: "sast",
            name: "Leak",
            severity: "high",
            scanner: { name: "Semgrep", external_id: "semgrep" },
            location: { file: "a.c", start_line: 3 },
            description: "",
          },
          confirmed_by_id: null,
          confirmed_at: null,
          resolved_by_id: null,
          resolved_at: null,
          dismissed_by_id: null,
          dismissed_at: null,
        },
      ],
    );
    const alice = at.info.users.alice.id;
    const seen: unknown[] = [];
    for (const action of ["confirm", "resolve", "dismiss", "revert"]) {
      const moved = await act(at, id, action);
      const { state, confirmed_by_id, resolved_by_id, dismissed_by_id } = fields(moved);
      seen.push([action, moved.status, state, confirmed_by_id, resolved_by_id, dismissed_by_id]);
    }
    assert.deepEqual(seen, [
      ["confirm", 201, "confirmed", alice, null, null],
      ["resolve", 201, "resolved", alice, alice, null],
      ["dismiss", 201, "dismissed", alice, null, alice],
      ["revert", 201, "detected", null, null, null],
    ]);
  });

  it("answer 304 without a body when they are there already", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await running({ dialect });
      const { id } = await at.service.control.addVulnerability({ title: "Leak" });
      for (const action of ["confirm", "resolve", "dismiss", "revert"]) {
        assert.ok([200, 201].includes((await act(at, id, action)).status));
        const again = await act(at, id, action);
        assert.deepEqual([again.status, again.text], [304, ""], `${dialect} ${action}`);
      }
    }
    await using at = await running();
    const { id } = await at.service.control.addVulnerability({ title: "New" });
    assert.equal((await act(at, id, "revert")).status, 304);
  });

  it("have the states and fields of the documents in the neutral dialect", async () => {
    await using at = await running({ dialect: "neutral" });
    const { id } = await at.service.control.addVulnerability({ title: "Leak", confidence: "low" });
    const first = fields(await at.call("GET", `/api/v4/vulnerabilities/${id}`));
    assert.deepEqual(Object.keys(first).sort(), [
      "author_id",
      "closed_at",
      "closed_by_id",
      "confidence",
      "created_at",
      "description",
      "id",
      "project",
      "report_type",
      "severity",
      "state",
      "title",
      "updated_at",
    ]);
    assert.deepEqual([first["state"], first["confidence"], first["closed_at"]], ["opened", "low", null]);
    const closed = await act(at, id, "dismiss");
    assert.deepEqual(
      [closed.status, fields(closed)["state"], fields(closed)["closed_by_id"]],
      [200, "closed", at.info.users.alice.id],
    );
    assert.match(String(fields(closed)["closed_at"]), /:\d\dZ$/);
    assert.equal(fields(await act(at, id, "revert"))["state"], "detected");
  });

  it("are for developers and above", async () => {
    await using at = await running();
    const { id } = await at.service.control.addVulnerability({ title: "Leak" });
    const path = `/api/v4/vulnerabilities/${id}`;
    const status = async (method: string, name: "rita" | "bob", where = path): Promise<number> =>
      (await at.call(method, where, { headers: { "PRIVATE-TOKEN": at.info.users[name].token } })).status;
    assert.deepEqual([await status("GET", "rita"), await status("POST", "rita", `${path}/confirm`)], [403, 403]);
    assert.deepEqual([await status("GET", "bob"), await status("POST", "bob", `${path}/confirm`)], [200, 201]);
    assert.equal((await at.call("GET", path, { headers: {} })).status, 401);
    for (const where of ["/api/v4/vulnerabilities/99", "/api/v4/vulnerabilities/leak"])
      assert.deepEqual(fields(await at.call("GET", where)), { message: "404 Not found" });
  });

  it("come with the sample, in every state", async () => {
    await using at = await running({ seed: "sample" });
    const states = (await at.service.control.vulnerabilities()).map(({ state }) => state);
    assert.deepEqual([...new Set(states)].sort(), ["confirmed", "dismissed", "opened", "resolved"]);
  });
});
