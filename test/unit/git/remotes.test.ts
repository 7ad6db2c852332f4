import assert from "node:assert/strict";
import { instanceHost, isUnencrypted, normalizeInstanceUrl } from "../../../src/core/base/instanceUrl.ts";
import { findProjects, sameCandidate } from "../../../src/git/candidates.ts";
import { ProjectIds } from "../../../src/git/projectIds.ts";
import { matchRemote, parseRemote } from "../../../src/git/remotes.ts";
import { siblingUrl } from "../../../src/git/siblingUrl.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";

describe("normalizeInstanceUrl", () => {
  for (const [text, expected] of [
    ["git.example.com", "https://git.example.com"],
    [" https://Git.Example.com/ ", "https://git.example.com"],
    ["http://localhost:8080/forge/", "http://localhost:8080/forge"],
    ["https://git.example.com:443/api/v4", "https://git.example.com"],
    ["https://user:secret@git.example.com/a//b/?x=1#y", "https://git.example.com/a/b"],
    ["git.example.com:8443", "https://git.example.com:8443"],
    ["https://[2001:DB8:0::7]:8443/forge/", "https://[2001:db8::7]:8443/forge"],
    ["[::1]:8443", "https://[::1]:8443"],
    ["ftp://git.example.com", undefined],
    ["", undefined],
    ["two words", undefined],
    ["https://", undefined],
  ] as const)
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(normalizeInstanceUrl(text), expected));
  it("names an instance by host, port and sub-path", () =>
    assert.equal(instanceHost("https://git.example.com:8443/forge"), "git.example.com:8443/forge"));
});

describe("isUnencrypted", () => {
  for (const [url, expected] of [
    ["https://git.example.com", false],
    ["http://git.example.com", true],
    ["http://localhost:3000", false],
    ["http://127.1.2.3/forge", false],
    ["http://[::1]", false],
    ["http://localhost.example.com", true],
    ["http://127.0.0.1.example.com", true],
    ["http://[2001:db8::1]", true],
    ["", false],
  ] as const)
    it(`knows ${JSON.stringify(url)}`, () => assert.equal(isUnencrypted(url), expected));
});

describe("parseRemote", () => {
  const remote = (transport: string, host: string, projectPath: string, port?: number) => ({
    ...{ transport, host, path: projectPath, secure: true },
    ...(port !== undefined && { port }),
  });
  const plainHttp = { ...remote("http", "git.example.com", "a/b/c", 8080), secure: false };
  const local = [
    "/srv/git/project.git",
    "../other",
    "file:///srv/git/project.git",
    "C:\\git\\project",
    "C:/git/project",
  ];
  const table: [string, object | undefined][] = [
    ["https://git.example.com/group/project.git", remote("http", "git.example.com", "group/project")],
    ["http://me:pw@git.example.com:8080/a/b/c/", plainHttp],
    ["ssh://git@git.example.com:2222/group/sub/p.git", remote("ssh", "git.example.com", "group/sub/p", 2222)],
    ["git+ssh://git@git.example.com/g/p", remote("ssh", "git.example.com", "g/p")],
    ["git@git.example.com:group/project.git", remote("ssh", "git.example.com", "group/project")],
    ["git@git.example.com:/group/project.git", remote("ssh", "git.example.com", "group/project")],
    ["work:group/project", remote("ssh", "work", "group/project")],
    ["git@[::1]:g/p.git", remote("ssh", "[::1]", "g/p")],
    ["https://git.example.com/g/caf%C3%A9.git", remote("http", "git.example.com", "g/café")],
    ["https://git.example.com/g/../p", remote("http", "git.example.com", "p")],
    ...[...local, "https://git.example.com/", "git@host:g/../p", ""].map((text): [string, undefined] => [
      text,
      undefined,
    ]),
  ];
  for (const [text, expected] of table)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseRemote(text), expected));
});

describe("matchRemote", () => {
  const instances = [
    { url: "https://git.example.com" },
    { url: "https://tools.example.com/forge" },
    { url: "https://tools.example.com/forge/two" },
    { url: "http://127.0.0.1:8080" },
    { url: "https://gitlab.com" },
    { url: "https://[2001:db8::7]:8443/forge" },
  ];
  const aliases = { Work: "git.example.com" };
  const plain = "https://git.example.com";
  const forge = "https://tools.example.com/forge";
  const v6 = "https://[2001:db8::7]:8443/forge";
  for (const [remote, instance, projectPath = "g/p"] of [
    ["https://git.example.com/g/p.git", plain],
    ["http://git.example.com/g/p.git", plain],
    ["https://git.example.com:8443/g/p.git"],
    ["https://git.example.com/p.git"],
    ["https://tools.example.com/forge/g/p.git", forge],
    ["https://tools.example.com/forge/two/g/p.git", `${forge}/two`],
    ["https://tools.example.com/g/p.git"],
    ["git@tools.example.com:g/p.git", forge],
    ["git@tools.example.com:forge/two/g/p.git", `${forge}/two`],
    ["ssh://git@git.example.com:2222/a/b/c/p.git", plain, "a/b/c/p"],
    ["work:g/p.git", plain],
    ["git@altssh.gitlab.com:g/p.git", "https://gitlab.com"],
    ["http://127.0.0.1:8080/g/p.git", "http://127.0.0.1:8080"],
    ["https://[2001:DB8::7]:8443/forge/g/p.git", v6],
    ["ssh://git@[2001:db8::7]:2222/g/p.git", v6],
    ["git@[2001:DB8::7]:g/p.git", v6],
    ["git@[2001:db8:0::7]:g/p.git", v6],
    ["git@elsewhere.org:g/p.git"],
  ] as const)
    it(`places ${remote}`, () => {
      const expected = instance === undefined ? undefined : { instance, path: projectPath };
      assert.deepEqual(matchRemote(parseRemote(remote)!, instances, aliases), expected);
    });
  it("ignores an instance whose address cannot be read", () => {
    assert.equal(matchRemote(parseRemote("git@git.example.com:g/p")!, [{ url: "nonsense" }]), undefined);
  });
});

describe("siblingUrl", () => {
  for (const [address, expected] of [
    ["https://git.example.com/demo/weather.git", "https://git.example.com/bob/weather.git"],
    ["https://git.example.com:8443/forge/Demo/Weather/", "https://git.example.com:8443/forge/bob/weather"],
    ["git@work-alias:demo/weather.git", "git@work-alias:bob/weather.git"],
    ["ssh://git@git.example.com:2222/demo/weather.git", "ssh://git@git.example.com:2222/bob/weather.git"],
    // Another project, whatever it ends with.
    ["https://git.example.com/old-demo/weather.git", undefined],
    ["https://git.example.com/demo/moved.git", undefined],
    ["/srv/demo/weather.git", undefined],
  ] as const)
    it(`replaces the project in ${address}`, () =>
      assert.equal(siblingUrl(address, "demo/weather", "bob/weather"), expected));
  it("rejects ambiguous paths", () => {
    for (const path of "../etc|bob|bob/../x|bob/x y|-o/x;y|bob//x|bob/x?y|https://evil.example/x/y".split("|"))
      assert.equal(siblingUrl("https://git.example.com/demo/weather.git", "demo/weather", path), undefined, path);
  });
});

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
    const found = candidates.map(({ project, remote, label }) => [project, remote, label]);
    assert.deepEqual(found, [
      ["a/p", "origin", "a/p · git.example.com"],
      ["b/p", "upstream", "b/p · git.example.com"],
      ["c/p", "fork", "c/p · git.example.com"],
    ]);
  });

  it("does not take the repository of a wiki or a snippet for a project", () => {
    const remotes = {
      wiki: "git@git.example.com:a/p.wiki.git",
      snippet: "https://git.example.com/snippets/12.git",
      own: "https://git.example.com/a/p/snippets/12.git",
    };
    assert.deepEqual(findProjects([repository("/r", remotes)], instances, {}), {
      ...{ candidates: [], unknownHosts: [], unknownPaths: [] },
    });
  });

  it("lists a project once per repository", () => {
    const remotes = { origin: "https://git.example.com/a/p.git", push: "git@git.example.com:A/P.git" };
    const { candidates } = findProjects([repository("/r", remotes), repository("/s", remotes)], instances, {});
    const roots = candidates.map(({ root }) => root);
    assert.deepEqual(roots, ["/r", "/s"]);
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

const instance = "https://git.example.com";

describe("the IDs of projects", () => {
  it("are kept per instance and path, the latest one", async () => {
    const memory = new InMemoryMemento();
    const projectIds = new ProjectIds(memory);
    const app = { instance, project: "group/app" };
    assert.equal(projectIds.of(app), undefined);
    assert.equal(await projectIds.keep(app, 7), true);
    assert.equal(await projectIds.keep({ instance, project: "Group/App" }, 7), false, "no news");
    assert.equal(new ProjectIds(memory).of({ instance, project: "GROUP/app" }), 7);
    assert.equal(projectIds.of({ ...app, instance: "https://other.example.com" }), undefined);
    assert.equal(await projectIds.keep(app, 8), true);
    assert.equal(projectIds.of(app), 8);
  });

  it("are positive integers, whatever was answered or stored", async () => {
    const memory = new InMemoryMemento();
    const projectIds = new ProjectIds(memory);
    const app = { instance, project: "group/app" };
    for (const odd of [0, -1, 1.5, Number.NaN, "7" as unknown as number])
      assert.equal(await projectIds.keep(app, odd), false);
    for (const kept of [
      "x",
      7,
      null,
      [["https://git.example.com group/app"], [7], ["https://git.example.com group/app", "7"]],
    ]) {
      await memory.update("forgeline.projectIds", kept);
      assert.equal(projectIds.of(app), undefined);
    }
  });
});
