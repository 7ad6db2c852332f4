/** Remotes that look like a known host's but lead elsewhere, as a repository's configuration may write them: read by real git. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import { findProjects } from "../../../src/git/candidates.ts";
import { openRepository } from "../../../src/git/repository.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const known = [{ url: "https://git.example.com" }, { url: "https://tools.example.com:8443/forge" }];

/** A configuration, and where git goes if that is a known instance. */
interface Row {
  readonly config: Readonly<Record<string, string>>;
  readonly instance?: string;
}

const plain = "https://git.example.com/";
const project = `${plain}g/p.git`;
const programs = {
  ...{ "core.sshCommand": "false", "credential.helper": "!false" },
  ...{ "core.hooksPath": "hooks", "http.proxy": "http://127.0.0.1:9" },
};
const changed = (url: string, more: Row["config"]): Row => ({ config: { "remote.origin.url": url, ...more } });
const origin = (url: string): Row => changed(url, {});
const rows: readonly (readonly [what: string, row: Row])[] = [
  ["the known host", { ...origin("https://git.example.com/g/p.git"), instance: "https://git.example.com" }],
  ["its name as a user", origin("https://git.example.com@evil.example/g/p.git")],
  ["its name and port as a user and password", origin("https://git.example.com:443@evil.example/g/p.git")],
  ["its name as a user, escaped", origin("https://git.example.com%2Fg@evil.example/g/p.git")],
  ["its name before a backslash", origin("https://evil.example\\@git.example.com/g/p.git")],
  ["its name before a backslash and another after", origin("https://git.example.com\\@evil.example/g/p.git")],
  ["its name as a part of another", origin("https://git.example.com.evil.example/g/p.git")],
  ["another that ends with its name", origin("https://evil-git.example.com/g/p.git")],
  ["its name in a path", origin("https://evil.example/git.example.com/g/p.git")],
  ["its name in a query", origin("https://evil.example/g/p.git?https://git.example.com/")],
  ["its name after a hash", origin("https://evil.example/g/p.git#@git.example.com/")],
  ["another port", origin("https://git.example.com:444/g/p.git")],
  ["a name of look-alike letters", origin("https://git.exаmple.com/g/p.git")],
  ["its name as a user of ssh", origin("ssh://git.example.com@evil.example/g/p.git")],
  ["its name as a path of ssh", origin("git@evil.example:git.example.com/g/p.git")],
  ["an option of ssh", origin("ssh://-oProxyCommand=git.example.com/g/p.git")],
  ["a program", origin("ext::sh -c echo% https://git.example.com/g/p.git")],
  ["a helper of another name", origin("evil::https://git.example.com/g/p.git")],
  ["a file of its name", origin("file://git.example.com/g/p.git")],
  ["outside of the instance's folder", origin("https://tools.example.com:8443/forgery/g/p.git")],
  ["outside of the instance's folder, by dots", origin("https://tools.example.com:8443/forge/../evil/p.git")],
  ["url.insteadOf, which leads away", changed(project, { "url.https://evil.example/.insteadOf": plain })],
  ["url.insteadOf of an included file", changed(project, { "include.path": "included" })],
  [
    "url.insteadOf, which leads to the known host",
    { ...changed("corp:g/p.git", { [`url.${plain}.insteadOf`]: "corp:" }), instance: "https://git.example.com" },
  ],
  [
    "url.pushInsteadOf of a host that is not known",
    changed("https://evil.example/g/p.git", { [`url.${plain}.pushInsteadOf`]: "https://evil.example/" }),
  ],
  [
    "remote.pushurl of a host that is not known",
    changed("https://evil.example/g/p.git", { "remote.origin.pushurl": project }),
  ],
  [
    "programs and helpers beside the known host",
    { ...changed(project, programs), instance: "https://git.example.com" },
  ],
];

describe("remotes that lead elsewhere", () => {
  let folder: string;
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  before(() => {
    folder = temporaryFolder();
    git("init", "-q", "-b", "main");
    writeFileSync(
      path.join(folder, ".git/included"),
      '[url "https://evil.example/"]\n\tinsteadOf = https://git.example.com/\n',
    );
  });

  for (const [what, { config, instance }] of rows)
    it(`are projects of the host that git goes to: ${what}`, async () => {
      const head = "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n";
      writeFileSync(path.join(folder, ".git/config"), head);
      for (const [name, value] of Object.entries(config)) git("config", name, value);
      const repository = await openRepository(folder, gitOnPath);
      assert.ok(repository);
      const found = { root: folder, state: await repository.readState() };
      const { candidates, unknownHosts } = findProjects([found], known, {});
      assert.deepEqual(
        candidates.map((candidate) => candidate.instance),
        instance === undefined ? [] : [instance],
      );
      // A host that is not known is offered for sign-in by its own name.
      for (const host of unknownHosts) assert.ok(!known.some(({ url }) => url === host), host);
    });
});
