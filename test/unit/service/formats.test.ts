import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, it } from "mocha";
import { parse } from "yaml";
import { parseBody } from "../../service/http/body.ts";
import { nest } from "../../service/http/nested.ts";
import { readJunit } from "../../service/pipelines/junit.ts";
import { zip } from "../../service/pipelines/zip.ts";
import { TEMPLATES } from "../../service/templates/catalogue.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("service: parameters", () => {
  const cases: [query: string, value: unknown][] = [
    ["a=1&b=", { a: "1", b: "" }],
    ["a=1&a=2", { a: "2" }],
    ["scope[]=x&scope[]=y", { scope: ["x", "y"] }],
    ["range[start]=1&range[end]=2", { range: { start: "1", end: "2" } }],
    [
      "v[][key]=A&v[][value]=1&v[][key]=B&v[][value]=2",
      {
        v: [
          { key: "A", value: "1" },
          { key: "B", value: "2" },
        ],
      },
    ],
    ["a=1&a[x]=2", { a: { x: "2" } }],
    ["[]=1", {}],
  ];
  for (const [query, value] of cases) it(query, () => assert.deepEqual(plain(nest(new URLSearchParams(query))), value));

  it("cannot reach the prototype of objects", () => {
    nest(new URLSearchParams("__proto__[polluted]=1&a[__proto__][polluted]=1"));
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  });

  it("reads multipart fields; files are none", () => {
    const body =
      '--xx\r\nContent-Disposition: form-data; name="ref"\r\n\r\nmäin\r\n--xx\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nline\r\nline\r\n--xx--\r\n';
    assert.deepEqual(plain(parseBody(Buffer.from(body), "multipart/form-data; boundary=xx").values), { ref: "mäin" });
  });
});

describe("service: zip", () => {
  it("is read by another program: names, bytes, modes", function () {
    const dir = mkdtempSync(join(tmpdir(), "zip-"));
    try {
      const files = [
        { path: "a/ü.txt", content: Buffer.from("text ".repeat(1000)) },
        { path: "run.sh", content: Buffer.from("#!/bin/sh\n"), executable: true },
        { path: "empty", content: Buffer.alloc(0) },
      ];
      writeFileSync(join(dir, "x.zip"), zip(files));
      try {
        execFileSync(
          "python3",
          [
            "-c",
            "import zipfile,sys; z=zipfile.ZipFile('x.zip'); assert z.testzip() is None; z.extractall('.'); print(oct(z.getinfo('run.sh').external_attr >> 16))",
          ],
          { cwd: dir },
        );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") this.skip();
        throw error;
      }
      for (const file of files) assert.deepEqual(readFileSync(join(dir, file.path)), file.content);
      assert.ok(statSync(join(dir, "run.sh")).isFile());
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it("holds its first file deflated right behind the local header, and is equal for equal files", () => {
    const content = Buffer.from("hello hello hello");
    const bytes = zip([{ path: "a.txt", content }]);
    const packed = bytes.readUInt32LE(18);
    assert.deepEqual(inflateRawSync(bytes.subarray(30 + 5, 30 + 5 + packed)), content);
    assert.deepEqual(zip([{ path: "a.txt", content }]), bytes);
  });
});

describe("service: JUnit", () => {
  it("reads cases with entities, CDATA and single quotes", () => {
    const [first, second] = readJunit(
      '<testsuites><testsuite><testcase name=\'a &quot;b&quot;\' classname="c" time="1.5"><failure><![CDATA[<x> & y]]></failure></testcase><testcase classname="c" name="d"/></testsuite></testsuites>',
    );
    assert.deepEqual(
      [first!.name, first!.status, first!.execution_time, first!.system_output],
      ['a "b"', "failed", 1.5, "<x> & y"],
    );
    assert.deepEqual([second!.name, second!.status, second!.system_output], ["d", "success", null]);
  });
  it("throws for a report that ends in the middle", () =>
    assert.throws(() => readJunit('<testsuite><testcase name="a">'), /parsing failed/));
});

describe("service: templates", () => {
  it("are 71, each valid YAML with a job", () => {
    assert.equal(TEMPLATES.length, 71);
    for (const { name, content } of TEMPLATES) {
      const jobs = Object.values(parse(content) as Record<string, unknown>).filter(
        (value) => typeof value === "object" && value !== null && "script" in value,
      );
      assert.ok(jobs.length > 0, name);
    }
  });
});
