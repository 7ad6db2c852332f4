import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { TestReportController } = await import("../../../../../src/features/pipelines/testReports/controller.ts");
const { TEST_CASE_SCHEME } = await import("../../../../../src/features/pipelines/testReports/caseText.ts");

describe("TestReportController", () => {
  afterEach(() => vscodeFakes.reset());

  it("makes the texts of cases again when the account changes", () => {
    const made = { dispose: () => undefined };
    let provider: { onDidChange: (listener: (uri: unknown) => void) => unknown } | undefined;
    const uri = { scheme: TEST_CASE_SCHEME };
    vscodeFakes.tests["createTestController"] = () => ({ ...made, items: new Map(), createRunProfile: () => made });
    vscodeFakes.workspace["textDocuments"] = [{ uri }, { uri: { scheme: "file" } }];
    vscodeFakes.workspace["registerTextDocumentContentProvider"] = (_: string, given: typeof provider) => {
      provider = given;
      return made;
    };
    vscodeFakes.languages["registerCodeLensProvider"] = () => made;
    vscodeFakes.commands["executeCommand"] = () => Promise.resolve();
    const changed = new Emitter<string>();
    const controller = new TestReportController({
      connections: { onDidChange: changed.event },
      polling: { add: () => made, register: () => made },
    } as never);
    const fired: unknown[] = [];
    provider?.onDidChange((one) => fired.push(one));
    changed.fire("https://git.example.org");
    assert.deepEqual(fired, [uri]);
    controller.dispose();
  });
});
