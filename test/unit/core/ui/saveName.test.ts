import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { saveName } from "../../../../src/core/ui/saveName.ts";
import { anyText } from "../../../support/anyText.ts";
import { hostileTexts } from "../../../support/hostileTexts.ts";
import { holds } from "../../../support/property.ts";

describe("the name that a save dialog proposes", () => {
  for (const [name, proposed] of [
    ["App.1.0.0.nupkg", "App.1.0.0.nupkg"],
    [".gitlab-ci.yml", ".gitlab-ci.yml"],
    ["Überblick (1).pdf", "Überblick (1).pdf"],
    ["../../.bashrc", ".bashrc"],
    ["/etc/cron.d/x", "x"],
    ["..\\..\\Startup\\x.bat", "x.bat"],
    ["C:x", "C_x"],
    ["..", "file"],
    ["a/", "file"],
    ["", "file"],
    ["nul", "_nul"],
    ["COM1.txt", "_COM1.txt"],
    ["console.log", "console.log"],
    ["a\u202egnp.exe", "a_gnp.exe"],
    ["x\0.txt", "x_.txt"],
    ["x.txt. . ", "x.txt"],
    [`${"x".repeat(1_000_000)}.txt`, `${"x".repeat(196)}.txt`],
  ] as const)
    it(`is ${JSON.stringify(proposed)} for ${JSON.stringify(name.slice(0, 30))}`, () =>
      assert.equal(saveName(name), proposed));

  it("is a name alone on every system, whatever a host calls the file", () =>
    holds("saveNames", fc.oneof(anyText(), fc.constantFrom(...Object.values(hostileTexts))), (name) => {
      const proposed = saveName(name);
      for (const system of [path.posix, path.win32])
        assert.equal(system.basename(system.join("x", proposed)), proposed);
      assert.doesNotMatch(proposed, /[\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]|^\.*$|[. ]$/u);
      assert.equal(saveName(proposed), proposed);
    }));
});
