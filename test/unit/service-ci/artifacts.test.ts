import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, beforeEach, afterEach } from "mocha";
import { collectFiles, unpackFiles } from "../../service/ci/artifacts.ts";
import { expand } from "../../service/ci/environment.ts";
import { globExpression } from "../../service/ci/glob.ts";

describe("service: artifact globs", () => {
  for (const [glob, matching, others] of [
    ["dist", ["dist", "dist/a", "dist/b/c"], ["dist2", "a/dist"]],
    ["./dist/", ["dist/a"], ["dist2/a"]],
    ["dist/*.js", ["dist/a.js", "dist/.x.js"], ["dist/a.ts", "dist/b/a.js", "a.js"]],
    ["**/*.xml", ["a.xml", "a/b/c.xml"], ["a.xmls"]],
    ["dist/**", ["dist/a", "dist/a/b"], ["dist"]],
    ["dist/**/*.js", ["dist/a.js", "dist/b/c/a.js"], ["x/a.js"]],
    ["a?.{txt,md}", ["ab.txt", "ac.md"], ["a.txt", "ab.js", "a/.md"]],
    ["[a-c]x", ["ax"], ["dx", "[a-c]x"]],
    ["[!a]x", ["bx"], ["ax", "/x"]],
    ["a+b(1).txt", ["a+b(1).txt"], ["aab(1)xtxt"]],
    ["odd{name", ["odd{name"], ["oddname"]],
    ["a,b", ["a,b"], ["a"]],
    [".", ["x", "a/b"], []],
  ] as const) {
    it(glob, () => {
      const expression = globExpression(glob);
      for (const path of matching) assert.match(path, expression);
      for (const path of others) assert.doesNotMatch(path, expression);
    });
  }
});

describe("service: artifacts", () => {
  let root: string;
  let folder: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    folder = join(root, "project");
    await mkdir(join(folder, "dist/deep"), { recursive: true });
    await mkdir(join(folder, ".git"));
    await writeFile(join(folder, ".git/config"), "");
    await writeFile(join(folder, "dist/a.js"), "a");
    await writeFile(join(folder, "dist/a.js.map"), "map");
    await writeFile(join(folder, "dist/deep/run"), Buffer.from([0, 255]));
    await chmod(join(folder, "dist/deep/run"), 0o755);
    await writeFile(join(root, "secret"), "secret");
    await mkdir(join(root, "elsewhere"));
    await writeFile(join(root, "elsewhere/secret"), "secret");
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("collects by pattern, in order, with counts, exclusions and the executable bit", async () => {
    const { files, counts } = await collectFiles(folder, ["dist/", "*.txt"], ["**/*.map"]);
    assert.deepEqual(files, [
      { path: "dist/a.js", content: Buffer.from("a"), executable: false },
      { path: "dist/deep/run", content: Buffer.from([0, 255]), executable: true },
    ]);
    assert.deepEqual(counts, [2, 0]);
  });

  it("never leaves the project through a symbolic link, nor takes git's folder", async () => {
    await symlink("../../secret", join(folder, "dist/out"));
    await symlink(join(root, "elsewhere"), join(folder, "dist/folder"));
    await symlink("nowhere", join(folder, "dist/broken"));
    await symlink("a.js", join(folder, "dist/inside"));
    const { files, outside } = await collectFiles(folder, ["."]);
    assert.deepEqual(
      files.map((file) => file.path),
      ["dist/a.js", "dist/a.js.map", "dist/deep/run", "dist/inside"],
    );
    assert.deepEqual([...outside].sort(), ["dist/broken", "dist/folder", "dist/out"]);
  });

  it("unpacks what it collected", async () => {
    const { files } = await collectFiles(folder, ["dist"]);
    const target = join(root, "target");
    await mkdir(target);
    await unpackFiles(target, files);
    assert.deepEqual(await readFile(join(target, "dist/deep/run")), Buffer.from([0, 255]));
    assert.equal((await stat(join(target, "dist/deep/run"))).mode & 0o777, 0o755);
  });

  it("unpacks nothing outside the clone", async () => {
    const content = Buffer.from("x");
    for (const path of ["../x", "/x", "a/../../x", "a//b", ""])
      await assert.rejects(unpackFiles(folder, [{ path, content }]), /Invalid artifact path/);
    await symlink(join(root, "elsewhere"), join(folder, "link"));
    await unpackFiles(folder, [
      { path: "link/new", content },
      { path: "dist/a.js/now/a/folder", content },
    ]);
    assert.deepEqual(await readdir(join(root, "elsewhere")), ["secret"]);
    assert.equal(await readFile(join(folder, "link/new"), "utf8"), "x");
  });
});

describe("service: variables in variables", () => {
  const variables = { A: "a", B: "$A-${A}", C: "$D", D: "$C", toString2: "x" };
  for (const [text, expected] of [
    ["$A ${B}", "a a-a"],
    ["$C", ""],
    ["$toString $missing", " "],
    ["$$A costs 5$", "$A costs 5$"],
  ] as const) {
    it(text, () => assert.equal(expand(text, variables), expected));
  }
});
