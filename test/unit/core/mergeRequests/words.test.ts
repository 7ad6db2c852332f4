import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { descriptionParts, readDescriptionAddress } from "../../../../src/core/addresses/descriptions.ts";
import { draftTitle, isDraftTitle, readyTitle } from "../../../../src/core/mergeRequests/draftTitle.ts";
import { usualMergeMessage } from "../../../../src/core/mergeRequests/messages.ts";
import { difference, labelNames } from "../../../../src/core/mergeRequests/scopedLabels.ts";
import {
  newRequestPage,
  proposedWords,
  goesUpstream,
} from "../../../../src/features/mergeRequests/creating/proposal.ts";

describe("titles of drafts", () => {
  it("are known in each of their spellings, and lose all of the prefix", () => {
    for (const title of [
      "Draft: X",
      "draft:X",
      "[Draft] X",
      "(draft) X",
      "Draft - X",
      "WIP: X",
      "[WIP] X",
      "Draft: Draft: X",
      "  Draft:  X",
    ]) {
      assert.equal(isDraftTitle(title), true, title);
      assert.equal(readyTitle(title), "X", title);
    }
  });

  it("are not seen where the word only begins the title", () => {
    for (const title of ["Drafts of letters", "Draft the plan", "Wipe: clean", "A draft: of it"]) {
      assert.equal(isDraftTitle(title), false, title);
      assert.equal(readyTitle(title), title);
    }
  });

  it("get one prefix only", () => {
    assert.equal(draftTitle("X"), "Draft: X");
    assert.equal(draftTitle("[Draft] X"), "[Draft] X");
  });
});

describe("messages of merges", () => {
  it("are those of the host", () => {
    const text = usualMergeMessage({
      iid: 3,
      title: "Mend it",
      source_branch: "fix",
      target_branch: "main",
      references: { short: "!3", relative: "!3", full: "group/project!3" },
    });
    assert.equal(text, "Merge branch 'fix' into 'main'\n\nMend it\n\nSee merge request group/project!3");
  });
});

describe("labels", () => {
  it("have names in both forms", () => {
    assert.deepEqual(labelNames(["a", "b"]), ["a", "b"]);
    assert.deepEqual(labelNames([{ name: "a", color: "#fff" }]), ["a"]);
    assert.deepEqual(labelNames(null), []);
  });

  it("differ by what is put on and taken off", () =>
    assert.deepEqual(difference(["a", "b"], ["b", "c"]), { added: ["c"], removed: ["a"] }));
});

describe("a proposal", () => {
  it("takes the words of its only commit", () =>
    assert.deepEqual(proposedWords([{ title: "Mend it", message: "Mend it\n\nIt was broken.\nBadly.\n" }], "x"), {
      title: "Mend it",
      description: "It was broken.\nBadly.",
    }));

  it("lists several commits in their order, under the branch's name", () => {
    const commits = [
      { title: "Second", message: "Second" },
      { title: "First", message: "First\n\nBody" },
    ];
    assert.deepEqual(proposedWords(commits, "feature/dew-point_2"), {
      title: "Dew point 2",
      description: "- First\n- Second",
    });
    assert.deepEqual(proposedWords([], "topic"), { title: "Topic", description: "" });
  });

  it("fills in the host's page", () => {
    const url = new URL(
      newRequestPage("https://h/sub", "g/p", {
        source: "a/b",
        target: "main",
        title: "A: B",
        description: "x".repeat(3000),
      }),
    );
    assert.equal(url.pathname, "/sub/g/p/-/merge_requests/new");
    assert.deepEqual(
      [...url.searchParams],
      [
        ["merge_request[source_branch]", "a/b"],
        ["merge_request[target_branch]", "main"],
        ["merge_request[title]", "A: B"],
      ],
    );
    assert.match(
      newRequestPage("https://h", "bob/p", { source: "a", target: "b", targetProject: 7, title: "", description: "" }),
      /\[source_branch\]=a&merge_request\[target_project_id\]=7&/,
    );
    assert.doesNotMatch(
      newRequestPage("https://h", "g/p", { source: "a", target: "b", title: "A & B", description: "" }),
      /title/,
    );
  });
});

describe("branches of a fork", () => {
  const from = (
    visibility?: string,
  ): { readonly id: number; readonly path_with_namespace: string; readonly visibility?: string } => ({
    id: 1,
    path_with_namespace: "g/p",
    ...(visibility !== undefined && { visibility }),
  });

  it("go into the project that was forked, unless the fork is set to keep them", () => {
    assert.equal(goesUpstream({ forked_from_project: from() }), true);
    assert.equal(goesUpstream({ forked_from_project: from(), mr_default_target_self: false }), true);
    assert.equal(goesUpstream({ forked_from_project: from(), mr_default_target_self: true }), false);
    for (const none of [{}, { forked_from_project: null }]) assert.equal(goesUpstream(none), false);
  });

  it("stay where fewer people see them", () => {
    const goes = (here: string | undefined, there: string | undefined): boolean =>
      goesUpstream({ visibility: here ?? null, forked_from_project: from(there) });
    assert.deepEqual(
      [goes("private", "public"), goes("private", "internal"), goes("internal", "public")],
      [false, false, false],
    );
    assert.deepEqual(
      [goes("public", "private"), goes("internal", "internal"), goes("private", undefined), goes(undefined, "public")],
      [true, true, true, true],
    );
  });
});

describe("documents of descriptions", () => {
  it("know their merge request by their address", () => {
    const address = { instance: "https://h", project: "g/p", iid: 7 };
    const { path, query } = descriptionParts(address);
    assert.equal(path, "/g/p/!7.md");
    assert.deepEqual(readDescriptionAddress(query), address);
    for (const odd of ["", "null", "{}", '{"instance":"x","project":{},"iid":1}', '{"instance":"x","project":1}'])
      assert.equal(readDescriptionAddress(odd), undefined, odd);
  });
});
