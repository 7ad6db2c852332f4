import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { instanceHost, normalizeInstanceUrl } from "../../../src/core/base/instanceUrl.ts";
import { matchRemote, parseRemote, webAddress } from "../../../src/git/remotes.ts";
import { anyText } from "../../support/anyText.ts";
import { holds } from "../../support/property.ts";

const run = promisify(execFile);

const from = (...parts: string[]): fc.Arbitrary<string> => fc.constantFrom(...parts);
const hosts = from("git.example.com", "GIT.example.com", "work", "[::1]", "[2001:db8::7]", "127.0.0.1", "a-b.c");
const odd = fc.oneof(
  from("a", "#b", "?c", "%2F", "%00", "%", "@", "\\", "é", "..", ".", "~", ";", "'"),
  anyText({ maxLength: 2 }),
);
const paths = fc
  .array(fc.oneof(from("group", "project", "sub", "a.git", ".git", "", "x y"), odd), { maxLength: 4 })
  .map((parts) => parts.join("/"));
const address = fc
  .tuple(
    from("https://", "http://", "ssh://", "git+ssh://", "ftp://", "HTTPS://", "file://", ""),
    from("", "git@", "u:p@", "a@b@", "-x@"),
    fc.oneof(
      { weight: 4, arbitrary: hosts },
      { weight: 1, arbitrary: fc.tuple(hosts, odd).map(([host, more]) => host + more) },
    ),
    from("", ":", ":22", ":8080", "/", ":/", "://", "::"),
    paths,
  )
  .map((parts) => parts.join(""));

describe("remotes, for any address", function () {
  it("are those of a host that URL reads as it is shown, or none", () =>
    holds("remotes", fc.oneof(address, anyText()), (text) => {
      const remote = parseRemote(text);
      if (remote === undefined) return;
      // What is proposed for signing in: a host alone, without user, path or query that could pass for another.
      const web = webAddress(remote);
      const url = new URL(web);
      assert.deepEqual([url.username, url.password, url.pathname, url.search, url.hash], ["", "", "/", "", ""]);
      assert.deepEqual([url.hostname, url.origin], [remote.host, web]);
      assert.equal(normalizeInstanceUrl(web), web);
      assert.ok(remote.path.split("/").every((part) => part !== "" && part !== "." && part !== ".."));
      assert.ok(remote.port === undefined || (Number.isInteger(remote.port) && remote.port < 65_536));
      const place = matchRemote(remote, [{ url: "https://elsewhere.example.org" }, { url: web }]);
      if (remote.path.includes("/")) assert.deepEqual(place, { instance: web, path: remote.path });
      else assert.equal(place, undefined);
      // A web remote is where the browser would go.
      if (remote.transport === "http") assert.equal(new URL(text.trim()).host, instanceHost(web));
    }));

  it("have the host and port that git connects to", async () => {
    const ssh = fc
      .tuple(
        from("ssh://", "git+ssh://", ""),
        from("", "git@", "u@", "a@b@"),
        fc.oneof(
          { weight: 4, arbitrary: hosts },
          { weight: 1, arbitrary: fc.tuple(hosts, from("#b", "?c", "%41", "@d")).map(([a, b]) => a + b) },
        ),
        from("", ":2222"),
        from("/", ":"),
        from("group/project.git", "g/s/p", "~g/p", "g/p%41", "g/é.git"),
      )
      .map((parts) => parts.join(""));
    await holds(
      "remotesOfGit",
      ssh,
      async (text) => {
        const remote = parseRemote(text);
        if (remote === undefined) return;
        const { stdout } = await run("git", ["fetch-pack", "--diag-url", text]).catch(() => ({ stdout: "" }));
        const said = (name: string): string => new RegExp(`^Diag: ${name}=(.*)$`, "m").exec(stdout)?.[1] ?? "";
        assert.equal(said("protocol"), "ssh", `${text}: ${stdout}`);
        const host = said("userandhost").replace(/^.*@/, "").toLowerCase();
        assert.equal(remote.host.replace(/^\[|\]$/g, ""), host);
        assert.equal(String(remote.port ?? "NONE"), said("port"));
        assert.equal(remote.path, said("path").replace(/^\/?~?|\.git$/g, ""));
      },
      { runs: 10, whole: 3_000 },
    );
  });

  it("of a megabyte are read at once, and are none", () => {
    for (const unit of ["/", "@", "a@", ".git", "%", "%41/", "[", ":", " ", "~"])
      for (const start of ["", "https://git.example.com/g/", "git@git.example.com:g/"])
        assert.equal(parseRemote(`${start}${unit.repeat(1_000_000 / unit.length)}x`), undefined, start + unit);
  });
});

describe("addresses of instances, for any text", function () {
  it("are their own normal form, on the host that URL reads", () =>
    holds("instances", fc.oneof(address, anyText()), (text) => {
      const url = normalizeInstanceUrl(text);
      if (url === undefined) return;
      assert.equal(normalizeInstanceUrl(url), url);
      const { username, password, search, hash, origin } = new URL(url);
      assert.deepEqual([username, password, search, hash], ["", "", "", ""]);
      assert.ok(url === origin || url.startsWith(`${origin}/`));
    }));
});
