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
  const table: [string, ReturnType<typeof parseRemote>][] = [
    [
      "https://git.example.com/group/project.git",
      { transport: "http", host: "git.example.com", secure: true, path: "group/project" },
    ],
    [
      "http://me:pw@git.example.com:8080/a/b/c/",
      { transport: "http", host: "git.example.com", port: 8080, secure: false, path: "a/b/c" },
    ],
    [
      "ssh://git@git.example.com:2222/group/sub/project.git",
      { transport: "ssh", host: "git.example.com", port: 2222, secure: true, path: "group/sub/project" },
    ],
    ["git+ssh://git@git.example.com/g/p", { transport: "ssh", host: "git.example.com", secure: true, path: "g/p" }],
    [
      "git@git.example.com:group/project.git",
      { transport: "ssh", host: "git.example.com", secure: true, path: "group/project" },
    ],
    [
      "git@git.example.com:/group/project.git",
      { transport: "ssh", host: "git.example.com", secure: true, path: "group/project" },
    ],
    ["work:group/project", { transport: "ssh", host: "work", secure: true, path: "group/project" }],
    ["git@[::1]:g/p.git", { transport: "ssh", host: "[::1]", secure: true, path: "g/p" }],
    [
      "https://git.example.com/g/caf%C3%A9.git",
      { transport: "http", host: "git.example.com", secure: true, path: "g/café" },
    ],
    ["/srv/git/project.git", undefined],
    ["../other", undefined],
    ["file:///srv/git/project.git", undefined],
    ["C:\\git\\project", undefined],
    ["C:/git/project", undefined],
    ["https://git.example.com/", undefined],
    ["https://git.example.com/g/../p", { transport: "http", host: "git.example.com", secure: true, path: "p" }],
    ["git@host:g/../p", undefined],
    ["", undefined],
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
  for (const [remote, expected] of [
    ["https://git.example.com/g/p.git", { instance: "https://git.example.com", path: "g/p" }],
    ["http://git.example.com/g/p.git", { instance: "https://git.example.com", path: "g/p" }],
    ["https://git.example.com:8443/g/p.git", undefined],
    ["https://git.example.com/p.git", undefined],
    ["https://tools.example.com/forge/g/p.git", { instance: "https://tools.example.com/forge", path: "g/p" }],
    ["https://tools.example.com/forge/two/g/p.git", { instance: "https://tools.example.com/forge/two", path: "g/p" }],
    ["https://tools.example.com/g/p.git", undefined],
    ["git@tools.example.com:g/p.git", { instance: "https://tools.example.com/forge", path: "g/p" }],
    ["git@tools.example.com:forge/two/g/p.git", { instance: "https://tools.example.com/forge/two", path: "g/p" }],
    ["ssh://git@git.example.com:2222/a/b/c/p.git", { instance: "https://git.example.com", path: "a/b/c/p" }],
    ["work:g/p.git", { instance: "https://git.example.com", path: "g/p" }],
    ["git@altssh.gitlab.com:g/p.git", { instance: "https://gitlab.com", path: "g/p" }],
    ["http://127.0.0.1:8080/g/p.git", { instance: "http://127.0.0.1:8080", path: "g/p" }],
    ["https://[2001:DB8::7]:8443/forge/g/p.git", { instance: "https://[2001:db8::7]:8443/forge", path: "g/p" }],
    ["ssh://git@[2001:db8::7]:2222/g/p.git", { instance: "https://[2001:db8::7]:8443/forge", path: "g/p" }],
    ["git@[2001:DB8::7]:g/p.git", { instance: "https://[2001:db8::7]:8443/forge", path: "g/p" }],
    ["git@[2001:db8:0::7]:g/p.git", { instance: "https://[2001:db8::7]:8443/forge", path: "g/p" }],
    ["git@elsewhere.org:g/p.git", undefined],
  ] as const) {
    it(`places ${remote}`, () => {
      const parsed = parseRemote(remote);
      assert.ok(parsed);
      assert.deepEqual(matchRemote(parsed, instances, aliases), expected);
    });
  }
  it("ignores an instance whose address cannot be read", () => {
    const parsed = parseRemote("git@git.example.com:g/p");
    assert.ok(parsed);
    assert.equal(matchRemote(parsed, [{ url: "nonsense" }]), undefined);
  });
});
