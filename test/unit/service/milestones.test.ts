import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running, type Running } from "./calling.ts";
import { workshop } from "./mergeRequestsSetup.ts";

interface Milestone extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
}

const bases = ["/api/v4/projects/1/milestones", "/api/v4/groups/demo/milestones"] as const;

async function make(at: Running, base: string, fields: Readonly<Record<string, unknown>>): Promise<Milestone> {
  const answer = await at.call("POST", base, { body: fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.json as Milestone;
}

function as(at: Running, who: "alice" | "bob" | "rita" | "admin"): { headers: Record<string, string> } {
  return { headers: { "PRIVATE-TOKEN": at.info.users[who].token } };
}

describe("service: milestones", () => {
  for (const base of bases) {
    it(`are made, read, changed, closed, activated and deleted at ${base}`, async () => {
      await using at = await running();
      const made = await make(at, base, { title: "1.0", start_date: "2026-01-02", due_date: "2026-02-03" });
      const owner = base.includes("groups") ? "group_id" : "project_id";
      assert.deepEqual(
        [
          made.iid,
          made["state"],
          made["start_date"],
          made["due_date"],
          made["expired"],
          made["description"],
          typeof made[owner],
        ],
        [1, "active", "2026-01-02", "2026-02-03", true, null, "number"],
      );
      assert.match(String(made["web_url"]), /\/-\/milestones\/1$/);
      const one = `${base}/${made.id}`;
      assert.deepEqual((await at.call("GET", one)).json, made);
      const put = async (body: unknown): Promise<Milestone> => (await at.call("PUT", one, { body })).json as Milestone;
      const changed = await put({ title: "1.0.1", description: "text", due_date: "" });
      assert.deepEqual(
        [changed.title, changed["description"], changed["due_date"], changed["start_date"], changed["expired"]],
        ["1.0.1", "text", null, "2026-01-02", false],
      );
      assert.equal((await put({ state_event: "close" }))["state"], "closed");
      assert.equal((await put({ state_event: "activate" }))["state"], "active");
      assert.deepEqual([(await at.call("DELETE", one)).status, (await at.call("GET", one)).status], [204, 404]);
    });

    it(`are refused when they make no sense at ${base}`, async () => {
      await using at = await running();
      const { id } = await make(at, base, { title: "taken", start_date: "2026-05-05" });
      await make(at, base, { title: "other" });
      const cases: [string, string, unknown, RegExp][] = [
        ["POST", base, {}, /title is missing/],
        ["POST", base, { title: "" }, /Failed to create milestone \{:title=>\["can't be blank"\]\}/],
        ["POST", base, { title: "taken" }, /already being used for another group or project milestone/],
        ["POST", base, { title: "x", due_date: "soon" }, /due_date is invalid/],
        ["POST", base, { title: "x", due_date: "2026-02-30" }, /due_date is invalid/],
        [
          "POST",
          base,
          { title: "x", start_date: "2026-02-02", due_date: "2026-02-01" },
          /:due_date=>\["must be greater than start date"\]/,
        ],
        ["PUT", `${base}/${id}`, { due_date: "2026-05-04" }, /Failed to update milestone/],
        ["PUT", `${base}/${id}`, { title: "other" }, /already being used/],
        ["PUT", `${base}/${id}`, { state_event: "reopen" }, /state_event does not have a valid value/],
      ];
      for (const [method, path, body, expected] of cases) {
        const answer = await at.call(method, path, { body });
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.match(answer.text.replaceAll('\\"', '"'), expected);
      }
      assert.equal((await at.call("GET", `${base}/999`)).status, 404);
      assert.equal((await at.call("GET", `${base}/x`)).status, 400);
      assert.equal((await at.call("GET", base, { headers: {} })).status, 401);
    });
  }

  it("sends an empty description where the documents know no null", async () => {
    await using at = await running({ dialect: "neutral" });
    const made = await make(at, bases[0], { title: "1.0" });
    assert.equal(made["description"], "");
    assert.match(String(made["created_at"]), /:\d\dZ$/);
  });

  it("may be deleted by reporters in projects, by developers in groups", async () => {
    await using at = await running();
    const [inProject, inGroup] = [await make(at, bases[0], { title: "p" }), await make(at, bases[1], { title: "g" })];
    const remove = async (path: string, who: "bob" | "rita"): Promise<number> =>
      (await at.call("DELETE", path, as(at, who))).status;
    assert.deepEqual(
      [
        await remove(`${bases[0]}/${inProject.id}`, "rita"),
        await remove(`${bases[1]}/${inGroup.id}`, "rita"),
        await remove(`${bases[1]}/${inGroup.id}`, "bob"),
      ],
      [204, 403, 204],
    );
  });

  it("are listed by each filter, with those of groups above and below on request", async () => {
    await using at = await running();
    await at.service.control.createProject({ path: "demo/weather/sensors" });
    const inside = "/api/v4/projects/demo%2Fweather%2Fsensors/milestones";
    await make(at, "/api/v4/groups/demo/milestones", { title: "top", due_date: "2026-03-01" });
    await make(at, "/api/v4/groups/demo%2Fweather/milestones", { title: "middle", due_date: "2026-02-01" });
    await make(at, inside, { title: "first", description: "of RAIN", due_date: "2026-01-01" });
    const second = await make(at, inside, { title: "second" });
    await at.call("PUT", `${inside}/${second.id}`, { body: { state_event: "close" } });
    const demo = "/api/v4/groups/demo/milestones";
    const cases: [string, string[]][] = [
      [inside, ["first", "second"]],
      [`${inside}?state=active`, ["first"]],
      [`${inside}?state=closed`, ["second"]],
      [`${inside}?title=first`, ["first"]],
      [`${inside}?search=rain`, ["first"]],
      [`${inside}?iids[]=2`, ["second"]],
      [`${inside}?include_ancestors=true`, ["first", "middle", "top", "second"]],
      [`${inside}?include_parent_milestones=true&state=active`, ["first", "middle", "top"]],
      // Said to be ignored then.
      [`${inside}?include_ancestors=true&iids[]=2`, ["first", "middle", "top", "second"]],
      [`${inside}?updated_after=2001-01-01T00:00:00Z&updated_before=2999-01-01T00:00:00Z`, ["first", "second"]],
      [`${inside}?updated_before=2001-01-01T00:00:00Z`, []],
      [demo, ["top"]],
      [`${demo}?include_descendants=true`, ["first", "middle", "top", "second"]],
      ["/api/v4/groups/demo%2Fweather/milestones?include_ancestors=true", ["middle", "top"]],
    ];
    for (const [path, expected] of cases)
      assert.deepEqual(
        ((await at.call("GET", path)).json as Milestone[]).map((one) => one.title),
        expected,
        path,
      );
    const paged = await at.call("GET", `${inside}?per_page=1`);
    assert.deepEqual([paged.headers.get("x-total"), paged.headers.get("x-next-page")], ["2", "2"]);
    for (const query of ["state=open", "updated_after=soon", "include_ancestors=perhaps", "iids[]=x"]) {
      const answer = await at.call("GET", `${inside}?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(answer.text, new RegExp(/^\w+/.exec(query)![0]));
    }
  });

  it("show what is planned for them: issues, merge requests, and what happened to the issues", async () => {
    await using at = await running({ seed: "sample" });
    const milestones = (await at.call("GET", bases[0])).json as Milestone[];
    const next = milestones.find((one) => one.title === "1.1")!;
    const season = ((await at.call("GET", bases[1])).json as Milestone[])[0]!;
    const of = async (path: string): Promise<Record<string, unknown>[]> =>
      (await at.call("GET", path)).json as Record<string, unknown>[];
    const issues = await of(`${bases[0]}/${next.id}/issues`);
    assert.deepEqual(issues.map((issue) => issue["state"]).sort(), ["closed", "opened", "opened", "opened"]);
    assert.equal((issues[0]!["milestone"] as Milestone).id, next.id);
    assert.ok(
      (await of(`${bases[0]}/${next.id}/merge_requests`)).every(
        (one) => (one["milestone"] as Milestone).id === next.id,
      ),
    );
    const actions = (await of(`${bases[0]}/${next.id}/burndown_events`)).map((event) => event["action"]);
    assert.deepEqual(actions.sort(), ["closed", "closed", "created", "created", "created", "created", "reopened"]);
    assert.deepEqual(
      (await of(`${bases[1]}/${season.id}/issues`)).map((issue) => issue["title"]),
      ["Warn when the pressure falls fast", "Survive a storm"],
    );
    assert.deepEqual(
      (await of(`${bases[1]}/${season.id}/merge_requests`)).map((one) => one["title"]),
      ["Write down what to do before a storm"],
    );
    // Another group's or project's milestone is not found here.
    assert.equal((await at.call("GET", `${bases[1]}/${next.id}`)).status, 404);
  });

  it("become the group's on promotion, with all that is planned for them", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await workshop({ dialect });
      const base = "/api/v4/projects/demo%2Fwork/milestones";
      const own = await make(at, base, { title: "soon", due_date: "2026-09-09" });
      const twin = await make(at, bases[0], { title: "soon" });
      await at.open("one", { fields: { milestone_id: own.id } });
      const answer = await at.call("POST", `${base}/${own.id}/promote`, as(at, "rita"));
      assert.equal(answer.status, 200);
      const [promoted] = (await at.call("GET", bases[1])).json as Milestone[];
      assert.deepEqual([promoted!.title, promoted!["due_date"]], ["soon", "2026-09-09"]);
      if (dialect === "neutral") assert.deepEqual(answer.json, promoted);
      assert.equal(((await at.mr("GET", "/1")).json as { milestone: Milestone }).milestone.id, promoted!.id);
      for (const [path, id] of [
        [base, own.id],
        [bases[0], twin.id],
      ] as const)
        assert.equal((await at.call("GET", `${path}/${id}`)).status, 404);
    }
  });
});
