import assert from "node:assert/strict";
import { descriptionParts, readDescriptionAddress } from "../../../../src/core/addresses/descriptions.ts";
import { draftTitle, isDraftTitle, readyTitle } from "../../../../src/core/mergeRequests/draftTitle.ts";
import { usualMergeMessage } from "../../../../src/core/mergeRequests/messages.ts";
import { difference, labelNames } from "../../../../src/core/mergeRequests/scopedLabels.ts";
import {
  newRequestPage,
  proposedWords,
  goesUpstream,
} from "../../../../src/features/mergeRequests/creating/proposal.ts";

it("titles of drafts are known in every spelling, lose the whole prefix, and get one only", () => {
  const titles = "Draft: X|draft:X|[Draft] X|(draft) X|Draft - X|WIP: X|[WIP] X|Draft: Draft: X|  Draft:  X";
  for (const title of titles.split("|")) assert.deepEqual([isDraftTitle(title), readyTitle(title)], [true, "X"], title);
  for (const title of ["Drafts of letters", "Draft the plan", "Wipe: clean", "A draft: of it"])
    assert.deepEqual([isDraftTitle(title), readyTitle(title)], [false, title]);
  assert.deepEqual(["X", "[Draft] X"].map(draftTitle), ["Draft: X", "[Draft] X"]);
});

it("the usual message of a merge is that of the host", () => {
  const references = { short: "!3", relative: "!3", full: "group/project!3" };
  const text = usualMergeMessage({ iid: 3, title: "Mend it", source_branch: "fix", target_branch: "main", references });
  assert.equal(text, "Merge branch 'fix' into 'main'\n\nMend it\n\nSee merge request group/project!3");
});

it("labels have names in both forms, and a difference", () => {
  assert.deepEqual(labelNames(["a", "b"]), ["a", "b"]);
  assert.deepEqual(labelNames([{ name: "a", color: "#fff" }]), ["a"]);
  assert.deepEqual(labelNames(null), []);
  assert.deepEqual(difference(["a", "b"], ["b", "c"]), { added: ["c"], removed: ["a"] });
});

describe("a proposal", () => {
  it("uses the message of a single commit", () =>
    assert.deepEqual(proposedWords([{ title: "Mend it", message: "Mend it\n\nIt was broken.\nBadly.\n" }], "x"), {
      title: "Mend it",
      description: "It was broken.\nBadly.",
    }));

  it("lists several commits below the branch's name", () => {
    const commits = ["Second", "First"].map((title) => ({ title, message: `${title}\n\nBody` }));
    const listed = { title: "Dew point 2", description: "- First\n- Second" };
    assert.deepEqual(proposedWords(commits, "feature/dew-point_2"), listed);
    assert.deepEqual(proposedWords([], "topic"), { title: "Topic", description: "" });
  });

  it("fills in the host's page", () => {
    const page = (more: object, instance = "https://h", project = "g/p"): string =>
      newRequestPage(instance, project, { source: "a", target: "b", title: "", description: "", ...more });
    const long = { source: "a/b", target: "main", title: "A: B", description: "x".repeat(3000) };
    const url = new URL(page(long, "https://h/sub"));
    assert.equal(url.pathname, "/sub/g/p/-/merge_requests/new");
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      "merge_request[source_branch]": "a/b",
      "merge_request[target_branch]": "main",
      "merge_request[title]": "A: B",
    });
    assert.match(page({ targetProject: 7 }), /\[source_branch\]=a&merge_request\[target_project_id\]=7&/);
    assert.doesNotMatch(page({ title: "A & B" }), /title/);
  });
});

describe("branches of a fork", () => {
  const from = (visibility?: string) => ({
    id: 1,
    path_with_namespace: "g/p",
    ...(visibility !== undefined && { visibility }),
  });

  it("go to the forked project by default", () => {
    assert.equal(goesUpstream({ forked_from_project: from() }), true);
    assert.equal(goesUpstream({ forked_from_project: from(), mr_default_target_self: false }), true);
    assert.equal(goesUpstream({ forked_from_project: from(), mr_default_target_self: true }), false);
    for (const none of [{}, { forked_from_project: null }]) assert.equal(goesUpstream(none), false);
  });

  it("stay in a less visible fork", () => {
    for (const [here, there, goes] of [
      ["private", "public", false],
      ["private", "internal", false],
      ["internal", "public", false],
      ["public", "private", true],
      ["internal", "internal", true],
      ["private", undefined, true],
      [null, "public", true],
    ] as const)
      assert.equal(goesUpstream({ visibility: here, forked_from_project: from(there) }), goes, `${here} to ${there}`);
  });
});

it("documents of descriptions have the merge request in their address", () => {
  const address = { instance: "https://h", project: "g/p", iid: 7 };
  const { path, query } = descriptionParts(address);
  assert.equal(path, "/g/p/!7.md");
  assert.deepEqual(readDescriptionAddress(query), address);
  for (const odd of ["", "null", "{}", '{"instance":"x","project":{},"iid":1}', '{"instance":"x","project":1}'])
    assert.equal(readDescriptionAddress(odd), undefined, odd);
});
