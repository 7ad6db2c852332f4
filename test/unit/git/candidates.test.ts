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

  it("lists a project once per repository", () => {
    const remotes = { origin: "https://git.example.com/a/p.git", push: "git@git.example.com:A/P.git" };
    const { candidates } = findProjects([repository("/r", remotes), repository("/s", remotes)], instances, {});
    assert.deepEqual(
      candidates.map(({ root }) => root),
      ["/r", "/s"],
    );
  });

  it("lists hosts without an instance by their likely address", () => {
    const remotes = { origin: "git@work:a/p.git", other: "https://tools.example.com:8080/x/y", local: "../elsewhere" };
    const { candidates, unknownHosts } = findProjects([repository("/r", remotes)], instances, {
      work: "git.corp.example",
    });
    assert.deepEqual(candidates, []);
    assert.deepEqual(unknownHosts, ["https://git.corp.example", "https://tools.example.com:8080"]);
  });

  it("proposes http for this machine alone", () => {
    const remotes = {
      origin: "http://git.corp.example/a/p",
      port: "http://git.corp.example:8080/a/p",
      like: "http://localhost.corp.example/a/p",
      local: "http://localhost:3000/a/p",
      named: "http://forge.localhost/a/p",
      number: "http://127.0.0.1:3000/a/p",
      six: "http://[::1]:3000/a/p",
    };
    assert.deepEqual(findProjects([repository("/r", remotes)], instances, {}).unknownHosts, [
      "https://git.corp.example",
      "https://git.corp.example:8080",
      "https://localhost.corp.example",
      "http://localhost:3000",
      "http://forge.localhost",
      "http://127.0.0.1:3000",
      "http://[::1]:3000",
    ]);
  });
});

describe("sameCandidate", () => {
  const one = { instance: "https://git.example.com", project: "A/p", root: "/r", label: "" };
  it("ignores case", () => assert.ok(sameCandidate(one, { ...one, project: "a/P" })));
  it("separates repositories", () => assert.ok(!sameCandidate(one, { ...one, root: "/s" })));
});
