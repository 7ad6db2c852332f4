import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Connection } from "../../../../src/core/connections.ts";
import { Diagnoses } from "../../../../src/core/diagnosis/diagnoses.ts";
import { emptyService } from "../../../support/emptyService.ts";

describe("the diagnoses of an account", () => {
  const service = emptyService();
  const { signal } = new AbortController();
  const scope = (project: string | number = "demo/kept") => ({ instance: service.url, project });
  const opened = () => {
    const accounts = { current: service.connect() };
    return { accounts, diagnoses: new Diagnoses({ get: () => accounts.current as Connection }, () => undefined) };
  };

  it("are the thirty most recently used, separate by account", () => {
    const { accounts, diagnoses } = opened();
    const [first] = Array.from({ length: 30 }, (_, at) => diagnoses.of(scope(), at + 1));
    assert.equal(diagnoses.of(scope(), 1), first);
    for (let id = 31; id < 60; id++) diagnoses.of(scope(), id);
    assert.equal(diagnoses.of(scope(), 1), first);
    for (let id = 40; id < 70; id++) diagnoses.of(scope(), id);
    assert.notEqual(diagnoses.of(scope(), 1), first);
    const last = diagnoses.of(scope(), 69);
    accounts.current = service.connect();
    assert.notEqual(diagnoses.of(scope(), 69), last);
  });

  it("are shared by project ID and path, but not with another project", async () => {
    const { control } = service;
    const { id: project } = await control.createProject({ path: "demo/kept", members: ["alice"], files: { a: "0" } });
    await control.createProject({ path: "demo/other", members: ["alice"], files: { a: "0" } });
    const { id } = await control.addPipeline({ project: "demo/kept", status: "failed", jobs: [{ status: "failed" }] });
    const { diagnoses } = opened();
    await assert.rejects(diagnoses.of(scope("demo/other"), id).readCauses(signal));
    const found = diagnoses.of(scope(), id);
    await found.readCauses(signal);
    assert.equal(found.value.failures.length, 1);
    assert.equal(diagnoses.of(scope(project), id), found);
  });
});
