import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";

const { milestoneError, rubyHash } = await import("../../../../src/features/milestones/errors.ts");
const { burndownTable } = await import("../../../../src/features/milestones/commands/burndown.ts");

const project = { instance: "https://host", project: "g/p" };
const refused = (kind: ApiErrorKind, serviceMessage?: string): ApiError =>
  new ApiError({ kind, message: "no", request: { method: "POST", url: "" }, serviceMessage });
const words = (...args: Parameters<typeof milestoneError>): string => {
  const error = milestoneError(...args);
  assert.ok(error instanceof UserError, "words were due");
  return error.message;
};

describe("refused milestones", () => {
  it("are read from Ruby's hashes in all their spellings", () => {
    for (const [text, hash] of [
      [
        `Failed {:title=>["can't be blank", "is \\"odd\\""], :due=>["a"]}`,
        { title: ["can't be blank", `is "odd"`], due: ["a"] },
      ],
      [`Failed {"title"=>["a"]}`, { title: ["a"] }],
      [`Failed {title: ["a, b", "c"], base: []}`, { title: ["a, b", "c"], base: [] }],
      ["no hash", {}],
      ["", {}],
      ["{", {}],
    ] as const)
      assert.deepEqual(rubyHash(text), hash);
  });

  it("say what is wrong, who may, and what is gone", () => {
    const group = { ...project, group: 5 };
    const hash = (text: string) => refused("invalidRequest", `Failed to update milestone {${text}}`);
    const loose = refused("invalidRequest", "Project does not belong to a group.");
    for (const [error, owner, act, expected] of [
      [hash(`:title=>["already being used for another group."]`), project, "change", /^A milestone with this title/],
      [hash(`:title=>["can't be blank"]`), project, "change", /^Enter a title\.$/],
      [hash(`:due_date=>["must be greater than start date"]`), project, "change", /^The due date cannot be before/],
      [
        hash(`:title=>["has already been taken"], :start_date=>["is odd."]`),
        project,
        "change",
        /already exists.* Enter another title\. Start Date: is odd\.$/,
      ],
      [refused("forbidden"), project, "delete", /Reporter role in the project on host to manage milestones/],
      [refused("forbidden"), group, "delete", /Developer role in the group.*Close the milestone instead/],
      [refused("forbidden"), group, "create", /Reporter role in the group on .* to manage group milestones/],
      [refused("forbidden"), project, "promote", /Reporter role in the group on .* to promote milestones/],
      [loose, project, "promote", /This project does not belong to a group/],
      [refused("notFound"), project, "change", /“1.0” was deleted/],
    ] as const)
      assert.match(words(error, owner, act, "1.0"), expected);
  });

  it("are the host's own errors otherwise", () => {
    for (const error of [refused("invalidRequest", "title is missing"), refused("network")])
      assert.equal(milestoneError(error, project, "create", "1.0"), error);
  });
});

describe("burndown events", () => {
  const ref = {
    ...project,
    milestone: { id: 1, iid: 1, title: "1|0 <b>", state: "active", start_date: "2026-11-01", due_date: null },
  };

  it("become a table with what was open after each", () => {
    const on = (day: number) => `2026-11-0${day}T10:00:00Z`;
    const events = [
      { created_at: on(3), action: "closed", weight: 3 },
      { created_at: on(1), action: "created", weight: 3 },
      { created_at: on(2), action: "created", weight: null },
      { created_at: on(4), action: "odd|thing" },
    ];
    const table = burndownTable(ref, events, "en");
    const rows = [...table.matchAll(/^\| .*? \| (.*)$/gm)].map(([, row]) => row);
    assert.deepEqual(rows, [
      "Event      | Weight | Open Issues | Open Weight |",
      "---------- | -----: | ----------: | ----------: |",
      "created    |      3 |           1 |           3 |",
      "created    |      – |           2 |           3 |",
      "closed     |      3 |           1 |           0 |",
      "odd\\|thing |      – |           1 |           0 |",
    ]);
    assert.match(table, /^# Burndown of 1\\\|0 \\<b\\>\n\nproject g\/p, Nov 1, 2026 to –\n/);
  });

  it("say when there are none", () => assert.match(burndownTable(ref, [], "en"), /No events yet/));
});
