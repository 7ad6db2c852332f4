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
    assert.deepEqual(
      rubyHash(
        `Failed to create milestone {:title=>["can't be blank", "is \\"odd\\""], :due_date=>["must be greater than start date"]}`,
      ),
      { title: ["can't be blank", `is "odd"`], due_date: ["must be greater than start date"] },
    );
    assert.deepEqual(rubyHash(`Failed {"title"=>["a"]}`), { title: ["a"] });
    assert.deepEqual(rubyHash(`Failed {title: ["a, b", "c"], base: []}`), { title: ["a, b", "c"], base: [] });
    assert.deepEqual([rubyHash("no hash"), rubyHash(""), rubyHash("{")], [{}, {}, {}]);
  });

  it("say plainly what is wrong", () => {
    const said = (hash: string) =>
      words(refused("invalidRequest", `Failed to update milestone {${hash}}`), project, "change");
    assert.match(
      said(`:title=>["already being used for another group or project milestone."]`),
      /^A milestone with this title already exists/,
    );
    assert.equal(said(`:title=>["can't be blank"]`), "Enter a title.");
    assert.equal(
      said(`:due_date=>["must be greater than start date"]`),
      "The due date cannot be before the start date.",
    );
    assert.equal(
      said(`:title=>["has already been taken"], :start_date=>["is odd."]`),
      "A milestone with this title already exists in the project or its group. Enter another title. Start Date: is odd.",
    );
    const other = refused("invalidRequest", "title is missing");
    assert.equal(milestoneError(other, project, "create"), other);
  });

  it("say who may, by whose they are", () => {
    const group = { ...project, group: 5 };
    assert.match(
      words(refused("forbidden"), project, "delete"),
      /You need at least the Reporter role in the project on host to manage milestones/,
    );
    assert.match(
      words(refused("forbidden"), group, "delete"),
      /Developer role in the group.*Close the milestone instead/,
    );
    assert.match(
      words(refused("forbidden"), group, "create"),
      /You need at least the Reporter role in the group on .* to manage group milestones/,
    );
    assert.match(
      words(refused("forbidden"), project, "promote"),
      /You need at least the Reporter role in the group on .* to promote milestones/,
    );
    assert.match(
      words(refused("invalidRequest", "Project does not belong to a group."), project, "promote"),
      /This project does not belong to a group/,
    );
  });

  it("say when one is gone", () => {
    assert.match(words(refused("notFound"), project, "change", "1.0"), /“1.0” was deleted/);
    const other = refused("network");
    assert.equal(milestoneError(other, project, "change", "1.0"), other);
  });
});

describe("burndown events", () => {
  const ref = {
    ...project,
    milestone: { id: 1, iid: 1, title: "1|0 <b>", state: "active", start_date: "2026-11-01", due_date: null },
  };

  it("become a table with what was open after each", () => {
    const table = burndownTable(
      ref,
      [
        { created_at: "2026-11-03T10:00:00Z", action: "closed", weight: 3 },
        { created_at: "2026-11-01T10:00:00Z", action: "created", weight: 3 },
        { created_at: "2026-11-02T10:00:00Z", action: "created", weight: null },
        { created_at: "2026-11-04T10:00:00Z", action: "odd|thing" },
      ],
      "en",
    );
    const rows = table
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => line.slice(line.indexOf(" | ") + 3));
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
