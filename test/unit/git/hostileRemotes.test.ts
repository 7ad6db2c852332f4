/** Remotes that look like a known host's but lead elsewhere, as a repository's configuration may write them: read by real git. */
import assert from "node:assert/strict";
import { findProjects } from "../../../src/git/candidates.ts";
import { openRepository } from "../../../src/git/repository.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

const known = [{ url: "https://git.example.com" }, { url: "https://tools.example.com:8443/forge" }];

/** Addresses of other hosts, or of none. */
const elsewhere = [
  ["its name as a user", "https://git.example.com@evil.example/g/p.git"],
  ["its name and port as a user and password", "https://git.example.com:443@evil.example/g/p.git"],
  ["its name as a user, escaped", "https://git.example.com%2Fg@evil.example/g/p.git"],
  ["its name before a backslash", "https://evil.example\\@git.example.com/g/p.git"],
  ["its name before a backslash and another after", "https://git.example.com\\@evil.example/g/p.git"],
  ["its name as a part of another", "https://git.example.com.evil.example/g/p.git"],
  ["another that ends with its name", "https://evil-git.example.com/g/p.git"],
  ["its name in a path", "https://evil.example/git.example.com/g/p.git"],
  ["its name in a query", "https://evil.example/g/p.git?https://git.example.com/"],
  ["its name after a hash", "https://evil.example/g/p.git#@git.example.com/"],
  ["another port", "https://git.example.com:444/g/p.git"],
  ["a name of look-alike letters", "https://git.exаmple.com/g/p.git"],
  ["its name as a user of ssh", "ssh://git.example.com@evil.example/g/p.git"],
  ["its name as a path of ssh", "git@evil.example:git.example.com/g/p.git"],
  ["an option of ssh", "ssh://-oProxyCommand=git.example.com/g/p.git"],
  ["a program", "ext::sh -c echo% https://git.example.com/g/p.git"],
  ["a helper of another name", "evil::https://git.example.com/g/p.git"],
  ["a file of its name", "file://git.example.com/g/p.git"],
  ["outside of the instance's folder", "https://tools.example.com:8443/forgery/g/p.git"],
  ["outside of the instance's folder, by dots", "https://tools.example.com:8443/forge/../evil/p.git"],
] as const;

/** Configurations, and whether git goes to the known host with them. */
const rows = [
  ["nothing else", "https://git.example.com/g/p.git", "", true],
  [
    "url.insteadOf, which leads away",
    "https://git.example.com/g/p.git",
    '[url "https://evil.example/"]\n\tinsteadOf = https://git.example.com/\n',
    false,
  ],
  ["url.insteadOf of an included file", "https://git.example.com/g/p.git", "[include]\n\tpath = included\n", false],
  [
    "url.insteadOf, which leads to the known host",
    "corp:g/p.git",
    '[url "https://git.example.com/"]\n\tinsteadOf = corp:\n',
    true,
  ],
  [
    "url.pushInsteadOf of a host that is not known",
    "https://evil.example/g/p.git",
    '[url "https://git.example.com/"]\n\tpushInsteadOf = https://evil.example/\n',
    false,
  ],
  [
    "remote.pushurl of a host that is not known",
    "https://evil.example/g/p.git",
    '[remote "origin"]\n\tpushurl = https://git.example.com/g/p.git\n',
    false,
  ],
  [
    "programs and helpers beside the known host",
    "https://git.example.com/g/p.git",
    "[core]\n\tsshCommand = false\n\thooksPath = hooks\n[credential]\n\thelper = !false\n[http]\n\tproxy = http://127.0.0.1:9\n",
    true,
  ],
] as const;

describe("remotes that lead elsewhere", () => {
  let folder: GitFolder;
  beforeEach(() => {
    folder = new GitFolder();
    folder.init();
    folder.write(".git/included", '[url "https://evil.example/"]\n\tinsteadOf = https://git.example.com/\n');
  });
  const addRemote = (name: string, url: string): void =>
    folder.configure(`[remote "${name}"]\n\turl = ${JSON.stringify(url)}\n`);
  /** Returns the projects of known hosts that are found, with the names of their remotes. */
  const found = async (count: number) => {
    const repository = await openRepository(folder.root, gitOnPath);
    const state = await repository!.readState();
    assert.equal(state.remotes.length, count);
    const { candidates, unknownHosts } = findProjects([{ root: folder.root, state }], known, {});
    // A host that is not known is offered for sign-in by its own name.
    for (const host of unknownHosts) assert.ok(!known.some(({ url }) => url === host), host);
    return candidates;
  };

  it("are projects of no known host, whatever they look like", async () => {
    for (const [at, [, url]] of elsewhere.entries()) addRemote(`r${at}`, url);
    // An address with blanks is not read at all.
    const candidates = await found(elsewhere.filter(([, url]) => !url.includes(" ")).length);
    const shown = candidates.map(({ remote }) => elsewhere[Number(remote?.slice(1))]?.[0]);
    assert.deepEqual(shown, []);
  });

  for (const [what, url, more, isKnown] of rows)
    it(`are projects of the host that git goes to: ${what}`, async () => {
      addRemote("origin", url);
      folder.configure(more);
      const instances = (await found(1)).map(({ instance }) => instance);
      assert.deepEqual(instances, isKnown ? ["https://git.example.com"] : []);
    });
});
