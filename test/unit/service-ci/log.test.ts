import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { CoverageScan } from "../../service/ci/coverage.ts";
import { LogLimit } from "../../service/ci/logLimit.ts";
import { Mask } from "../../service/ci/mask.ts";
import { LineStamper } from "../../service/ci/timestamps.ts";

const at = Date.UTC(2026, 8, 25, 7, 33, 0) + 992.9771;
const stamp = "2026-09-25T07:33:00.992977Z 01O";

function stamped(...chunks: (string | Buffer)[]): string {
  const out: Buffer[] = [];
  const stamper = new LineStamper(
    (bytes) => out.push(bytes),
    "01O",
    () => at,
  );
  for (const chunk of chunks) stamper.write(Buffer.from(chunk));
  stamper.end();
  return Buffer.concat(out).toString().replaceAll(stamp, "T");
}

/** Takes the prefixes off again, as a reader does: `+` joins a line to the one before. */
function unstamped(text: string): string {
  return text.replace(/\nT\+/g, "").replace(/^T[ +]/gm, "");
}

describe("service: time stamps", () => {
  for (const [name, chunks, expected] of [
    ["whole lines", ["one\ntwo\n"], "T one\nT two\n"],
    ["a line in pieces", ["o", "n", "e\n"], "T one\n"],
    ["an empty line", ["\n", "a\n"], "T \nT a\n"],
    ["no line end", ["one"], "T one\n"],
    ["a split character", [Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])], "T ä\n"],
    ["progress, written step by step", ["10%\r", "20%\r", "done\n"], "T 10%\r\nT+20%\r\nT+done\n"],
    ["progress in one write", ["10%\r20%\rdone\n"], "T 10%\r20%\rdone\n"],
    ["progress and the beginning of the next step", ["10%\r2", "0%\r", "\n"], "T 10%\r\nT+20%\r\nT+\n"],
    ["\\r\\n", ["a\r\nb\r\n"], "T a\r\nT b\r\n"],
    ["\\r\\n split", ["a\r", "\nb\n"], "T a\r\nT+\nT b\n"],
    [
      "a section marker and its header",
      ["section_start:1:x\r\x1b[0K", "\x1b[36;1mHeader\n", "line\n"],
      "T section_start:1:x\r\nT+\x1b[0K\x1b[36;1mHeader\nT line\n",
    ],
    ["nothing", [""], ""],
  ] as const) {
    it(`prefixes ${name}`, () => assert.equal(stamped(...chunks), expected));
  }

  it("has the documented form: 27 characters of time, a space, two hex digits, O or E, a space or +", () => {
    const out: Buffer[] = [];
    new LineStamper(
      (bytes) => out.push(bytes),
      "00O",
      () => at,
    ).write(Buffer.from("x\n"));
    assert.equal(Buffer.concat(out).toString(), "2026-09-25T07:33:00.992977Z 00O x\n");
  });

  it("takes the time of a line's first byte", () => {
    let now = at;
    const out: Buffer[] = [];
    const stamper = new LineStamper(
      (bytes) => out.push(bytes),
      "01E",
      () => now,
    );
    stamper.write(Buffer.from("a"));
    now += 60_000;
    stamper.write(Buffer.from("b\n"));
    assert.equal(Buffer.concat(out).toString(), "2026-09-25T07:33:00.992977Z 01E ab\n");
  });

  it("shows a very long line in parts", () => {
    const long = "x".repeat(9000);
    assert.equal(stamped(long, "end\n"), `T ${long}\nT+end\n`);
  });

  it("loses and adds no byte, however the output arrives", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab\r\n]{0,6}$/)), (chunks) => {
        const text = chunks.join("");
        const complete = text === "" || text.endsWith("\n") ? text : `${text}\n`;
        const result = unstamped(stamped(...chunks));
        assert.ok(result === complete || result === `${complete}\n`, JSON.stringify({ result, complete }));
      }),
    );
  });
});

describe("service: log limit", () => {
  const limited = (limit: number, ...chunks: (string | Buffer)[]) => {
    const out: Buffer[] = [];
    const log = new LogLimit((bytes) => out.push(bytes), limit);
    for (const chunk of chunks) log.write(Buffer.from(chunk));
    return Buffer.concat(out).toString();
  };
  const notice = (limit: number) =>
    `\n\x1b[33;1mJob's log exceeded limit of ${limit} bytes.\nJob execution will continue but no more output will be collected.\x1b[0;m\n`;

  for (const [name, limit, chunks, kept] of [
    ["below the limit", 10, ["12345", "1234"], "123451234"],
    ["over it in one write", 5, ["1234567"], `12345${notice(5)}`],
    ["over it in several, the rest dropped", 5, ["123", "4567", "89"], `12345${notice(5)}`],
    ["never through a character", 4, ["abä€"], `abä${notice(4)}`],
    ["never through a long character", 5, ["ab😀"], `ab${notice(5)}`],
    ["invalid UTF-8 as it is", 2, [Buffer.from([0x61, 0x80, 0x80, 0x80, 0x80])], `a\ufffd${notice(2)}`],
  ] as const) {
    it(`cuts ${name}`, () => assert.equal(limited(limit, ...chunks), kept));
  }
});

describe("service: masked values", () => {
  const masked = (secrets: string[], ...chunks: string[]) => {
    const out: Buffer[] = [];
    const mask = new Mask((bytes) => out.push(bytes), secrets);
    for (const chunk of chunks) mask.write(Buffer.from(chunk));
    mask.end();
    return Buffer.concat(out).toString();
  };

  for (const [name, secrets, chunks, expected] of [
    ["a value", ["secret"], ["my secret is secret"], "my [MASKED] is [MASKED]"],
    ["a value in pieces", ["secret"], ["se", "cr", "et!"], "[MASKED]!"],
    ["not a beginning", ["secret"], ["se", "cond"], "second"],
    ["the longer of two", ["abc", "abcdef"], ["xabcdefx abcx"], "x[MASKED]x [MASKED]x"],
    ["the shorter when the log ends", ["abc", "abcdef"], ["abcde"], "[MASKED]de"],
    ["overlapping beginnings", ["aab"], ["aaab"], "a[MASKED]"],
    ["nothing for an empty value", [""], ["text"], "text"],
  ] as const) {
    it(`hides ${name}`, () => assert.equal(masked([...secrets], ...chunks), expected));
  }

  it("hides at every split point", () => {
    const text = "a s3cr3t and s3s3cr3t.";
    for (let cut = 0; cut <= text.length; cut++)
      assert.equal(masked(["s3cr3t"], text.slice(0, cut), text.slice(cut)), "a [MASKED] and s3[MASKED].");
  });
});

describe("service: coverage", () => {
  for (const [source, chunks, expected] of [
    ["Coverage: (\\d+(?:\\.\\d+)?)%", ["Coverage: 10%\nCove", "rage: 87.5%\nother\n"], 87.5],
    ["Coverage: \\d+%", ["Coverage: 42%"], 42],
    ["\\d+ %", ["\x1b[32m7\x1b[0m %\n"], 7],
    ["(?P<x>[", ["Coverage: 42%"], undefined],
    [undefined, ["Coverage: 42%"], undefined],
    ["nothing", ["Coverage: 42%"], undefined],
  ] as const) {
    it(`finds ${String(expected)} by ${String(source)}`, () => {
      const scan = new CoverageScan(source);
      for (const chunk of chunks) scan.write(Buffer.from(chunk));
      assert.equal(scan.end(), expected);
    });
  }
});
