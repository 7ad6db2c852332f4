import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const milestone = {
  id: 5,
  iid: 1,
  title: "1.0",
  description: null,
  state: "active",
  due_date: null,
  start_date: "2024-02-29",
};
const issue = { id: 8, iid: 2, project_id: 1, title: "Rain", state: "opened", author: null, labels: [] };
const mergeRequest = { id: 9, iid: 3, title: "Sun", state: "opened", milestone };
const event = { created_at: "2024-01-02T03:04:05.000Z", weight: null, action: "created" };

for (const level of ["project", "group"] as const) {
  const base = `/${level}s`;
  describe(`milestones of a ${level}`, () => {
    const on = testServer();
    itSends(on, [
      {
        name: "list",
        run: async (client) => (await client.milestones[level].list("g/p").page()).items,
        sends: `GET ${base}/g%2Fp/milestones?per_page=20`,
        answer: [milestone],
      },
      {
        name: "list with every filter",
        run: async (client) =>
          (
            await client.milestones[level]
              .list(
                1,
                {
                  iids: [1, 2],
                  state: "closed",
                  title: "1.0",
                  search: "a b",
                  include_parent_milestones: true,
                  include_ancestors: false,
                  updated_before: new Date(0),
                  updated_after: "2024-02-29T00:00:00Z",
                },
                { perPage: 5 },
              )
              .page()
          ).items,
        sends: `GET ${base}/1/milestones?iids%5B%5D=1&iids%5B%5D=2&state=closed&title=1.0&search=a%20b&include_parent_milestones=true&include_ancestors=false&updated_before=1970-01-01T00%3A00%3A00.000Z&updated_after=2024-02-29T00%3A00%3A00Z&per_page=5`,
        answer: [milestone],
      },
      {
        name: "get",
        run: (client) => client.milestones[level].get(1, 5),
        sends: `GET ${base}/1/milestones/5`,
        answer: milestone,
      },
      {
        name: "create",
        run: (client) =>
          client.milestones[level].create("g/p", {
            title: "1.0",
            description: "",
            start_date: "2024-02-29",
            due_date: "2024-03-01",
          }),
        sends: `POST ${base}/g%2Fp/milestones`,
        json: { title: "1.0", description: "", start_date: "2024-02-29", due_date: "2024-03-01" },
        answer: milestone,
      },
      {
        name: "create whose answer says nothing",
        run: (client) => client.milestones[level].create(1, { title: "1.0" }),
        sends: `POST ${base}/1/milestones`,
        json: { title: "1.0" },
      },
      {
        name: "update that clears dates and closes",
        run: (client) => client.milestones[level].update(1, 5, { due_date: "", start_date: "", state_event: "close" }),
        sends: `PUT ${base}/1/milestones/5`,
        json: { due_date: "", start_date: "", state_event: "close" },
        answer: milestone,
      },
      {
        name: "delete",
        run: (client) => client.milestones[level].delete(1, 5),
        sends: `DELETE ${base}/1/milestones/5`,
      },
      {
        name: "issues",
        run: async (client) => (await client.milestones[level].issues(1, 5).page()).items,
        sends: `GET ${base}/1/milestones/5/issues?per_page=20`,
        answer: [issue],
      },
      {
        name: "mergeRequests",
        run: async (client) => (await client.milestones[level].mergeRequests(1, 5).page()).items,
        sends: `GET ${base}/1/milestones/5/merge_requests?per_page=20`,
        answer: [mergeRequest],
      },
      {
        name: "burndownEvents, whole,",
        run: (client) => client.milestones[level].burndownEvents(1, 5),
        sends: `GET ${base}/1/milestones/5/burndown_events`,
        answer: [event],
      },
    ]);

    itRefuses(on, [
      {
        what: "a milestone without a title",
        run: (client) => client.milestones[level].create(1, { title: "" }),
        code: "required",
        fields: ["title"],
      },
      {
        what: "a day that does not exist",
        run: (client) => client.milestones[level].create(1, { title: "T", due_date: "2023-02-29" }),
        code: "date",
        fields: ["due_date"],
      },
      {
        what: "a time for a day",
        run: (client) => client.milestones[level].update(1, 5, { start_date: "2024-02-29T00:00:00Z" }),
        code: "date",
        fields: ["start_date"],
      },
      { what: "no change", run: (client) => client.milestones[level].update(1, 5, {}), code: "nothingToChange" },
      {
        what: "a change to no title",
        run: (client) => client.milestones[level].update(1, 5, { title: " " }),
        code: "required",
        fields: ["title"],
      },
      {
        what: "a day for a time",
        run: (client) => client.milestones[level].list(1, { updated_after: "2024-02-29" }).page(),
        code: "date",
        fields: ["updated_after"],
      },
      { what: "an iid with a fraction", run: (client) => client.milestones[level].get(1, 1.5), code: "invalidAddress" },
    ]);

    it("names the operation, the level too, where an answer makes no sense", async () => {
      on.server.handler = (_request, response) => json(response, { ...milestone, title: 7 });
      await assert.rejects(on.client().milestones[level].get(1, 5), {
        kind: "invalidResponse",
        operation: `milestones.${level}.get`,
        field: "title",
      });
      on.server.handler = (_request, response) => json(response, [{ ...event, action: null }]);
      await assert.rejects(on.client().milestones[level].burndownEvents(1, 5), {
        kind: "invalidResponse",
        operation: `milestones.${level}.burndownEvents`,
        field: "[0].action",
      });
    });
  });
}

describe("what only one kind of milestones has", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list of a group with what is below",
      run: async (client) => (await client.milestones.group.list(7, { include_descendants: true }).page()).items,
      sends: "GET /groups/7/milestones?include_descendants=true&per_page=20",
      answer: [milestone],
    },
    {
      name: "promote",
      run: (client) => client.milestones.project.promote("g/p", 5),
      sends: "POST /projects/g%2Fp/milestones/5/promote",
      answer: 200,
      brings: undefined,
    },
  ]);
});
