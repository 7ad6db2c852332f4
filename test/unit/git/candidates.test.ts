import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { findProjects, sameCandidate } from "../../../src/git/candidates.ts";

const instances = [{ url: "https://git.example.com" }];
const repository = (root: string, remotes: Record<string, string>) => ({
  root,
  state: { remotes: Object.entries(remotes).map(([name, url]) => ({ name, url })) },
});

describe("findProjects", () => {
  it("puts origin first, then upstream, then the others", () => {
    const remotes = {
      fork: "git@git.example.com:c/p.git",
      upstream: "git@git.example.com:b/p.git",
      origin: "https://git.example.com/a/p.git",
    };
    const { candidates } = findProjects([repository("/r", remotes)], instances, {});
    assert.deepEqual(
      candidates.map(({ project, remote, label }) => [project, remote, label]),
      [
        ["a/p", "origin", "a/p · git.example.com"],
        ["b/p", "upstream", "b/p · git.example.com"],
        ["c/p", "fork", "c/p · git.example.com"],
      ],
    );
  });

  it("counts two remotes of one project once, but the project of two repositories twice", () => {
    const remotes = { origin: "https://git.example.com/a/p.git", push: "git@git.example.com:A/P.git" };
    const { candidates } = findProjects([repository("/r", remotes), repository("/s", remotes)], instances, {});
    assert.deepEqual(
      candidates.map(({ root }) => root),
      ["/r", "/s"],
    );
  });

  it("names the hosts that no instance claims, by the address they likely have", () => {
    const remotes = { origin: "git@work:a/p.git", other: "http://tools.example.com:8080/x/y", local: "../elsewhere" };
    const { candidates, unknownHosts } = findProjects([repository("/r", remotes)], instances, {
      work: "git.corp.example",
    });
    assert.deepEqual(candidates, []);
    assert.deepEqual(unknownHosts, ["https://git.corp.example", "http://tools.example.com:8080"]);
  });
});

describe("sameCandidate", () => {
  const one = { instance: "https://git.example.com", project: "A/p", root: "/r", label: "" };
  it("passes over case", () => assert.ok(sameCandidate(one, { ...one, project: "a/P" })));
  it("keeps repositories apart", () => assert.ok(!sameCandidate(one, { ...one, root: "/s" })));
});
