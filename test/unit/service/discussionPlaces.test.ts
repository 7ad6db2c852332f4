import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Position } from "../../service/discussions/records.ts";
import type { ServiceOptions } from "../../service/service.ts";
import { workshop, type Workshop } from "./mergeRequestsSetup.ts";

interface Note {
  readonly type: string | null;
  readonly position: Position | null;
}
interface Discussion {
  readonly id: string;
  readonly notes: readonly Note[];
}
interface Refs {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
}

const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
/** Line 5 gives way to two, so that all after it are one further down. */
const changed = before.toSpliced(4, 1, "five", "and a half");
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;

/** A merge request that changes a file, renamed from `old.txt` or not. */
async function review(
  renamed: boolean,
  options: ServiceOptions = {},
): Promise<
  Workshop & {
    refs(): Promise<Refs>;
    put(place: object, refs?: Refs): ReturnType<Workshop["mr"]>;
    paths: { old_path: string; new_path: string };
  }
> {
  const at = await workshop(options);
  const paths = { old_path: renamed ? "old.txt" : "text.txt", new_path: "text.txt" };
  await at.service.control.commit({ [paths.old_path]: text(before) }, { project: "demo/work", branch: "main" });
  await at.service.control.commit(
    { ...(renamed ? { "old.txt": null } : {}), "text.txt": text(changed) },
    { project: "demo/work", branch: "topic", startBranch: "main", by: "bob" },
  );
  await at.mr("POST", "", { source_branch: "topic", target_branch: "main", title: "Topic" }, "bob");
  const refs = async (): Promise<Refs> => ((await at.mr("GET", "/1")).json as { diff_refs: Refs }).diff_refs;
  return {
    ...at,
    paths,
    refs,
    put: async (place, of) =>
      at.mr("POST", "/1/discussions", {
        body: "Why?",
        position: { position_type: "text", ...(of ?? (await refs())), ...paths, ...place },
      }),
  };
}

/** By kind: the place, where a line more at the top takes it, and the lines that make it outdated. */
const places = {
  "an added line": {
    place: { old_line: null, new_line: 6 },
    moved: { old_line: null, new_line: 7 },
    outdated: changed.with(5, "and three quarters"),
  },
  "a removed line": {
    place: { old_line: 5, new_line: null },
    moved: { old_line: 5, new_line: null },
    outdated: before,
  },
  "an unchanged line in a hunk": {
    place: { old_line: 7, new_line: 8 },
    moved: { old_line: 7, new_line: 9 },
    outdated: changed.with(7, "seven"),
  },
  "an unchanged line elsewhere": {
    place: { old_line: 25, new_line: 26 },
    moved: { old_line: 25, new_line: 27 },
    outdated: changed.with(25, "twenty-five"),
  },
} as const;

describe("service: places of threads", () => {
  for (const renamed of [false, true])
    for (const [name, { place, moved, outdated }] of Object.entries(places)) {
      const where = `${name} of a ${renamed ? "renamed" : "changed"} file`;
      for (const [goes, lines] of [
        ["moves with its line", ["line 0", ...changed]],
        ["stays in the old version once it is outdated", outdated],
      ] as const)
        it(`${where} ${goes}`, async () => {
          await using at = await review(renamed);
          const refs = await at.refs();
          const given = { ...refs, ...at.paths, position_type: "text", ...place, line_range: null };
          const made = await at.put(place);
          assert.equal(made.status, 201, made.text);
          const { id, notes } = made.json as Discussion;
          assert.match(id, /^[0-9a-f]{40}$/);
          assert.deepEqual([notes[0]!.type, notes[0]!.position], ["DiffNote", given]);
          await at.service.control.commit(
            { "text.txt": text(lines) },
            { project: "demo/work", branch: "topic", by: "bob" },
          );
          const later = await at.refs();
          assert.notEqual(later.head_sha, refs.head_sha);
          const after = (await at.mr("GET", `/1/discussions/${id}`)).json as Discussion;
          assert.deepEqual(
            after.notes[0]!.position,
            goes === "moves with its line" ? { ...given, ...later, ...moved } : given,
          );
        });
    }

  it("is a whole file, and a range as it was given, which moves with its lines", async () => {
    await using at = await review(true);
    const file = (await at.put({ position_type: "file" })).json as Discussion;
    assert.deepEqual([file.notes[0]!.position?.position_type, file.notes[0]!.position?.new_line], ["file", null]);
    const line_range = {
      start: { line_code: "a_5_5", type: "new", old_line: null, new_line: 5 },
      end: { line_code: "a_5_6", type: "new", old_line: null, new_line: 6 },
    };
    const range = (await at.put({ new_line: 6, line_range })).json as Discussion;
    assert.deepEqual(range.notes[0]!.position?.line_range, line_range);
    await at.service.control.commit(
      { "text.txt": text(["line 0", ...changed]) },
      { project: "demo/work", branch: "topic", by: "bob" },
    );
    const later = (await at.mr("GET", `/1/discussions/${range.id}`)).json as Discussion;
    const { start, end } = later.notes[0]!.position!.line_range!;
    assert.deepEqual([start.new_line, end.new_line, end.type], [6, 7, "new"]);
    assert.match(end.line_code ?? "", /^[0-9a-f]{40}_6_7$/);
    const [whole] = ((await at.mr("GET", `/1/discussions/${file.id}`)).json as Discussion).notes;
    assert.equal(whole!.position?.head_sha, (await at.refs()).head_sha);
  });

  it("is a point of a picture, which has no lines, until the picture changes", async () => {
    await using at = await review(false);
    const picture = (bytes: string, more = {}) =>
      at.service.control.commit({ "logo.png": bytes, ...more }, { project: "demo/work", branch: "topic", by: "bob" });
    await picture("\0one");
    const refs = await at.refs();
    const place = { position_type: "image", old_path: "logo.png", new_path: "logo.png" };
    const point = { width: 64, height: 48, x: 10, y: 12 };
    const made = await at.put({ ...place, ...point });
    assert.equal(made.status, 201, made.text);
    const { id, notes } = made.json as Discussion;
    assert.deepEqual([notes[0]!.type, notes[0]!.position], ["DiffNote", { ...refs, ...place, ...point }]);
    const head = async (): Promise<string | undefined> =>
      ((await at.mr("GET", `/1/discussions/${id}`)).json as Discussion).notes[0]!.position?.head_sha;
    await at.service.control.commit({ "b.txt": "b\n" }, { project: "demo/work", branch: "topic", by: "bob" });
    const { head_sha: later } = await at.refs();
    assert.equal(await head(), later);
    await picture("\0two");
    assert.equal(await head(), later);
    assert.deepEqual((await at.put({ ...place, ...point, x: undefined })).json, {
      message: '400 Bad request - Note {:position=>["is incomplete"]}',
    });
  });

  const refused: Readonly<Record<string, object>> = {
    "an added line by its old number": { old_line: 6 },
    "an unchanged line by its new number alone": { new_line: 8 },
    "an unchanged line by its old number alone": { old_line: 7 },
    "two lines that are not the same": { old_line: 7, new_line: 7 },
    "a removed line with a new number": { old_line: 5, new_line: 5 },
    "a line after the end": { old_line: 31, new_line: 32 },
    "no line": {},
    "another path": { old_path: "a.txt", new_path: "a.txt", new_line: 1 },
    "one path alone": { old_path: undefined, new_line: 6 },
    "a file that is not in the diff": { position_type: "file", old_path: "a.txt", new_path: "a.txt" },
  };
  it("refuses what is not in the diff", async () => {
    await using at = await review(true);
    for (const [name, place] of Object.entries(refused)) {
      const { status, json } = await at.put(place);
      assert.deepEqual(
        [status, json],
        [400, { message: `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}` }],
        name,
      );
    }
    assert.equal((await at.mr("GET", "/1/discussions")).text, "[]");
  });

  it("is lost with the commits of no version, which a strict service refuses", async () => {
    await using at = await review(false);
    const wrong = { ...(await at.refs()), head_sha: "1".repeat(40) };
    const lost = await at.put({ new_line: 6 }, wrong);
    assert.equal(lost.status, 201);
    const [note] = (lost.json as Discussion).notes;
    assert.deepEqual([note!.type, note!.position], ["DiscussionNote", null]);
    await at.service.control.review({ strict: true });
    assert.equal((await at.put({ new_line: 6 }, wrong)).status, 400);
    assert.equal((await at.put({ new_line: 6 })).status, 201);
  });

  it("can be in an older version, and in form fields", async () => {
    await using at = await review(false);
    const old = await at.refs();
    await at.service.control.commit({ "a.txt": "uno\n" }, { project: "demo/work", branch: "topic", by: "bob" });
    assert.equal((await at.put({ new_line: 5 }, old)).status, 201);
    const place = { ...(await at.refs()), ...at.paths, position_type: "text", new_line: "5" };
    const answer = await at.call("POST", "/api/v4/projects/demo%2Fwork/merge_requests/1/discussions", {
      form: {
        body: "Why?",
        ...Object.fromEntries(Object.entries(place).map(([key, value]) => [`position[${key}]`, value])),
      },
    });
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.json as Discussion).notes[0]!.position?.new_line, 5);
  });
});
