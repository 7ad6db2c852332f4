import assert from "node:assert/strict";
import { findRunVariables } from "../../../../../src/core/ciFile/runVariables.ts";
import type { Variable } from "../../../../../src/core/pipelines/variableRules.ts";
import {
  keepValues,
  lastValues,
  type Offer,
  prefilled,
  toSend,
  withOffer,
} from "../../../../../src/features/pipelines/commands/offeredVariables.ts";
import { InMemoryMemento } from "../../../../support/fakes/inMemoryMemento.ts";

const scope = { instance: "https://git.example.com", project: "g/p" };
const text = (key: string, value: string): Variable => ({ key, value, variable_type: "env_var" });
const pairs = (variables: readonly { readonly key: string; readonly value: string }[]): string[] =>
  variables.map(({ key, value }) => `${key}=${value}`);
const offerOf = (yaml: string, ref = "main"): Offer => ({ ref, path: ".gitlab-ci.yml", ...findRunVariables(yaml) });

describe("variables that a CI file offers", () => {
  it("are those with a description or options, in the file's order", () => {
    const { variables, includes } = findRunVariables(`
variables:
  QUIET: always
  VERSION:
    value: 1.10
    description: Which to build
  TARGET:
    value: staging
    options: [staging, production, 3]
    description: "Where to"
  PATTERN: {value: $HOME, description: As it is, expand: false}
  NOTE:
    description: Free text
job: {script: x, variables: {OTHER: {value: a, description: of a job}}}
`);
    const usual = { options: [], expand: true };
    assert.deepEqual(variables, [
      { ...usual, key: "VERSION", value: "1.1", description: "Which to build" },
      { ...usual, key: "TARGET", value: "staging", description: "Where to", options: ["staging", "production", "3"] },
      { ...usual, key: "PATTERN", value: "$HOME", description: "As it is", expand: false },
      { ...usual, key: "NOTE", value: "", description: "Free text" },
    ]);
    assert.equal(includes, false);
  });

  it("are read through anchors, merged maps and headers; includes may have more", () => {
    const found = findRunVariables(
      "spec: {inputs: {}}\n---\ninclude: other.yml\n.all: &all {A: {value: a, description: x}, B: {value: b, description: y}}\nvariables:\n  <<: *all\n  B: {value: own, description: y}\n",
    );
    assert.deepEqual(pairs(found.variables), ["A=a", "B=own"]);
    assert.equal(found.includes, true);
  });

  it("are none in a file without valid ones", () => {
    for (const odd of ["", "variables: none", "variables: [a]", "a: [", "variables: {A: {description: {b: c}}}"])
      assert.deepEqual(findRunVariables(odd).variables, [], odd);
  });
});

describe("the form's variables", () => {
  const offer = offerOf(
    "variables:\n  A: {value: a, description: x}\n  B: {value: b, options: [b, c]}\n  RAW: {value: $x, description: x, expand: false}\n  NONE: {description: x}\n",
  );

  it("are those of the ref, with what the user entered for another one", () => {
    const first = withOffer([], undefined, offer, {});
    assert.deepEqual(pairs(first), ["A=a", "B=b", "RAW=$x", "NONE="]);
    const changed = [...first.map((one) => (one.key === "A" ? { ...one, value: "mine" } : one)), text("OWN", "1")];
    const other = offerOf("variables: {A: {value: z, description: x}, C: {value: c, description: x}}", "other");
    assert.deepEqual(pairs(withOffer(changed, offer, other, {})), ["C=c", "A=mine", "OWN=1"]);
  });

  it("are sent, except unexpanded and empty values of the file", () => {
    const form = withOffer([text("OWN", "")], undefined, offer, {});
    assert.deepEqual(pairs(toSend(form, offer)), ["A=a", "B=b", "OWN="]);
    const changed = form.map((one) => (one.key === "RAW" ? { ...one, value: "$y" } : one));
    assert.deepEqual(pairs(toSend(changed, offer)), ["A=a", "B=b", "RAW=$y", "OWN="]);
    assert.deepEqual(toSend([text("A", "a")], undefined), [text("A", "a")]);
  });

  it("have the values of the last run in this project, if the file allows them", async () => {
    const kept = new InMemoryMemento();
    const typed = [text("A", "mine"), text("B", "c"), text("OWN", "not offered"), text("NONE", "x".repeat(2001))];
    await keepValues(kept, scope, offer, typed);
    assert.deepEqual(lastValues(kept, scope), { A: "mine", B: "c" });
    assert.deepEqual(lastValues(kept, { ...scope, project: "g/other" }), {});
    const [a, b] = offer.variables;
    assert.ok(a && b);
    assert.equal(prefilled(a, lastValues(kept, scope)).value, "mine");
    assert.equal(prefilled({ ...b, options: ["b"] }, lastValues(kept, scope)).value, "b");
    await keepValues(kept, scope, offer, [text("A", "a"), text("B", "c")]);
    assert.deepEqual(lastValues(kept, scope), { B: "c" });
  });

  it("are not stored if they are secrets", async () => {
    const kept = new InMemoryMemento();
    const secrets = "DEPLOY_TOKEN db_password SSH_KEY CLIENT_SECRET APIKEY accessKey DB_PASS FTP_PWD BASIC_AUTH";
    const names = `${secrets} KEYBOARD AUTHOR PASSES`.split(" ");
    const all = offerOf(`variables:\n${names.map((name) => `  ${name}: {description: x}\n`).join("")}`);
    const given = names.map((name) => text(name, "given"));
    await keepValues(kept, scope, all, given);
    assert.deepEqual(Object.keys(lastValues(kept, scope)), ["KEYBOARD", "AUTHOR", "PASSES"]);
  });
});
