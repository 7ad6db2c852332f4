import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { checkoutPaths, isForeign } from "../../../src/testReports/checkoutPaths.ts";

describe("where a runner's path may be in the repository", () => {
  const of = (path: string): string[] => checkoutPaths(path, "demo/Weather");

  it("is first what stands behind the project's path", () => {
    assert.deepEqual(of("/builds/demo/weather/test/a.test.js"), ["test/a.test.js", "demo/weather/test/a.test.js", "weather/test/a.test.js"]);
    assert.deepEqual(of("file:///builds/demo/weather/test/dew%20point.js")[0], "test/dew point.js");
    assert.deepEqual(of("C:\\GitLab-Runner\\builds\\demo\\weather\\src\\a.cs")[0], "src/a.cs");
  });

  it("is what stands behind any folder elsewhere, but never a bare name out of a foreign folder", () => {
    assert.deepEqual(of("/tmp/run/1/src/a.js"), ["run/1/src/a.js", "1/src/a.js", "src/a.js"]);
    assert.deepEqual(of("/usr/setup.py"), []);
  });

  it("is the path itself where that is relative", () => {
    assert.deepEqual(of("./spec/a_spec.rb"), ["spec/a_spec.rb"]);
    assert.deepEqual(of("src\\a.cs"), ["src/a.cs"]);
  });

  it("is nowhere for what leads out of it, or is no file", () => {
    for (const path of ["../secret.txt", "/builds/demo/weather/../../etc/passwd", "node:internal/test", "https://example.com/a.js", "", "/", "."]) assert.deepEqual(of(path), [], path);
  });

  it("tells libraries from one's own code", () => {
    assert.ok(isForeign("/builds/g/p/node_modules/mocha/lib/runner.js"));
    assert.ok(!isForeign("/builds/g/p/test/a.js"));
  });
});
