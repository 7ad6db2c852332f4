import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { includesOnlyOwn } from "../../../../src/features/agents/ownIncludes.ts";

describe("includes of a CI file that a host may resolve", () => {
  for (const text of [
    "a: {script: x}\n",
    "include: a.yml\n",
    "include: [a.yml, {local: /b.yml, rules: [{if: $A}], inputs: {a: b}}]\n",
    "include:\n  - template: Rust.gitlab-ci.yml\n",
    "include: &own [a.yml]\nb: {trigger: {include: *own}}\n",
    "include:\na: {script: !reference [.b, script]}\n",
    "spec: {inputs: {a: }}\n---\ninclude: a.yml\n",
  ])
    it(`are in the repository or the host's templates: ${JSON.stringify(text)}`, () => {
      assert.equal(includesOnlyOwn(text), true);
    });

  for (const text of [
    "include: https://example.com/a.yml\n",
    "include: HTTPS://example.com/a.yml\n",
    "include: {remote: https://example.com/a.yml}\n",
    "include: [a.yml, [{remote: https://example.com/a.yml}]]\n",
    "include: {local: a.yml, remote: https://example.com/a.yml}\n",
    "include: {project: other/project, file: a.yml}\n",
    "include: {component: example.com/a/b@1}\n",
    "include: {artifact: a.yml, job: b}\n",
    "include: {unknown: a.yml}\n",
    "a: {trigger: {include: {remote: https://example.com/a.yml}}}\n",
    "spec: {include: [{remote: https://example.com/a.yml}]}\n---\na: {script: x}\n",
    ".a: &a {remote: https://example.com/a.yml}\ninclude: *a\n",
    ".a: &a {remote: https://example.com/a.yml}\ninclude: {<<: *a}\n",
    ".a: &a {include: {remote: https://example.com/a.yml}}\n<<: *a\n",
    ".a: &a include\n*a : {remote: https://example.com/a.yml}\n",
    '"\\x69nclude": {remote: https://example.com/a.yml}\n',
    "!!binary aW5jbHVkZQ==: {remote: https://example.com/a.yml}\n",
    "? [include]\n: {remote: https://example.com/a.yml}\n",
    "include: !reference [.a, include]\n",
    "include: !!str a.yml\n",
    "include: &a [*a]\n",
    "include: a.yml\ninclude: {remote: https://example.com/a.yml}\n",
    "include: a.yml\n  - broken: [\n",
    `# ${"x".repeat(300_000)}\n`,
  ])
    it(`are elsewhere, or may be: ${JSON.stringify(text.slice(0, 80))}`, () => {
      assert.equal(includesOnlyOwn(text), false);
    });
});
