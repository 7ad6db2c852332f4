import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { instanceHost, isUnencrypted, normalizeInstanceUrl } from "../../../src/core/base/instanceUrl.ts";
import { matchRemote, parseRemote } from "../../../src/git/remotes.ts";

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
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(normalizeInstanceUrl(text), expected));
  }
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
  ] as const) {
    it(`knows ${JSON.stringify(url)}`, () => assert.equal(isUnencrypted(url), expected));
  }
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
  for (const [text, expected] of table) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseRemote(text), expected));
  }
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
