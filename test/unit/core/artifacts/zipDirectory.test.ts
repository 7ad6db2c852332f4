import assert from "node:assert/strict";
import type { ArchiveListing } from "../../../../src/core/artifacts/listing.ts";
import { ArchiveError, listArchive } from "../../../../src/core/artifacts/zipDirectory.ts";
import { zip, type ZipEntry, type ZipOptions } from "../../../service/pipelines/zip.ts";
import { MemoryBytes } from "../../../support/memoryBytes.ts";

const text = (path: string, content = path): ZipEntry => ({ path, content: Buffer.from(content) });

const signal = new AbortController().signal;
const listed = (files: readonly ZipEntry[], options: ZipOptions = {}): Promise<ArchiveListing> =>
  listArchive(new MemoryBytes(zip(files, options)), signal);
const tree = (listing: ArchiveListing, path = ""): string[] =>
  (listing.rows(path) ?? []).flatMap((row) =>
    row.kind === "folder" ? [`${row.path}/`, ...tree(listing, row.path)] : [`${row.path} ${row.size}`],
  );
const why = async (bytes: Buffer): Promise<string> => {
  const error: unknown = await listArchive(new MemoryBytes(bytes), signal).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ArchiveError, String(error));
  return error.why;
};

describe("the directory of an archive", () => {
  it("gives folders and files, folders first, by number and by name", async () => {
    const plain = ["b.txt", "a10.txt", "a9.txt"].map((path) => text(path));
    const folders = [text("dist/app.js", "12345"), text("dist/img/手引き.png", "x"), text("empty/", "")];
    const listing = await listed([...plain, ...folders]);
    assert.deepEqual(tree(listing), [
      ...["dist/", "dist/img/", "dist/img/手引き.png 1", "dist/app.js 5", "empty/"],
      ...["a9.txt 6", "a10.txt 7", "b.txt 5"],
    ]);
    assert.deepEqual([listing.fileCount, listing.refusedCount, listing.file("dist/app.js")?.size], [5, 0, 5]);
    assert.deepEqual([listing.file("dist"), listing.rows("nothing")], [undefined, undefined]);
  });

  it("is read alike with the records of zip64, and with none of its bytes unpacked", async () => {
    const files = [text("a/b.txt", "x".repeat(5000)), text("c.txt")];
    assert.deepEqual(tree(await listed(files, { zip64: true })), tree(await listed(files)));
    const huge = { ...text("huge.bin", ""), claimedSize: 0xfffffff0 };
    assert.deepEqual(tree(await listed([huge], { zip64: true })), ["huge.bin 4294967280"]);
  });

  it("of 20,000 entries is read in a few pieces, and other work gets its turn meanwhile", async () => {
    const files = Array.from({ length: 20_000 }, (_, at): ZipEntry => ({
      ...text(`reports/${at % 40}/a rather long name of a file ${at}.xml`, `${at}`),
      stored: true,
    }));
    const source = new MemoryBytes(zip(files));
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const listing = await listArchive(source, signal);
    over = true;
    const counts = ["reports", "reports/7"].map((path) => listing.rows(path)?.length);
    assert.deepEqual([listing.fileCount, ...counts], [20_000, 40, 500]);
    assert.equal(listing.rows("reports/7")?.[1]?.name, "a rather long name of a file 47.xml");
    assert.ok(source.reads.length <= 4, `${source.reads.length} reads`);
    assert.ok(turns >= 20, `${turns} turns`);
    const directory = source.size - source.reads.reduce((least, [start]) => Math.min(least, start), source.size);
    assert.ok(source.asked < directory + 2_000, `${source.asked} bytes read of a directory of ${directory}`);
  });

  it("keeps paths that could escape from being opened, and says which", async () => {
    const refused = {
      escapes: ["../up.txt", "a/../../up.txt", "a//b.txt", "./dot.txt"],
      absolute: ["/etc/passwd", "C:/windows.ini", "c:evil.txt"],
      backslash: ["a\\..\\..\\b.txt"],
      control: ["new\nline.txt", "nul\0.txt"],
      long: [`${"d/".repeat(65)}deep.txt`, "n".repeat(1025)],
    };
    const listing = await listed([
      text("fine.txt"),
      ...Object.values(refused).flatMap((paths) => paths.map((path) => text(path))),
      { ...text("link", "/etc/passwd"), mode: 0o120777 },
      { ...text("device", ""), mode: 0o020644 },
      { ...text("secret.txt"), encrypted: true },
    ]);
    assert.deepEqual(tree(listing), ["fine.txt 8"]);
    const reasons = Object.entries({ ...refused, link: ["link", "device"], encrypted: ["secret.txt"] });
    assert.deepEqual(
      listing.refused.map(({ name, why: reason }) => `${reason} ${name.slice(0, 10)}`),
      reasons.flatMap(([reason, paths]) => paths.map((path) => `${reason} ${path.slice(0, 10)}`)),
    );
  });

  it("takes names without the mark of UTF-8 for UTF-8, and shows those of other encodings without opening them", async () => {
    const listing = await listed([
      { ...text("1"), rawName: Buffer.from("é.txt") },
      { ...text("2"), rawName: Buffer.from("caf\xe9.txt", "latin1") },
      text("\ufffd.txt"),
    ]);
    assert.deepEqual(tree(listing).sort(), ["é.txt 1", "\ufffd.txt 7"]);
    assert.deepEqual(listing.refused, [{ name: "café.txt", why: "encoding" }]);
  });

  it("lists a repeated path once, and refuses a path that is both file and folder", async () => {
    const same = [text("same.txt", "1"), text("same.txt", "123")];
    const clash = [text("x", "file"), text("x/y.txt"), text("z/y.txt"), text("z", "file")];
    const listing = await listed([...same, ...clash]);
    assert.deepEqual(listing.file("same.txt"), {
      kind: "file",
      name: "same.txt",
      path: "same.txt",
      size: 3,
      copies: 2,
    });
    assert.equal(listing.fileCount, 3);
    const expected = ["x/y.txt", "z"].map((name) => ({ name, why: "clash" }));
    assert.deepEqual(listing.refused, expected);
  });

  it("knows no names but those of the archive", async () => {
    const listing = await listed([text("__proto__/constructor.txt"), text("toString")]);
    assert.deepEqual(tree(listing), ["__proto__/", "__proto__/constructor.txt 25", "toString 8"]);
    assert.deepEqual([listing.rows("constructor"), listing.file("hasOwnProperty")], [undefined, undefined]);
  });

  it("is refused when it is missing, cut, or claims more than there is", async () => {
    const whole = zip([text("a.txt"), text("b.txt")]);
    assert.equal(await why(Buffer.from("<html>no archive, but longer than the end record of one</html>")), "notZip");
    assert.equal(await why(whole.subarray(0, whole.length - 30)), "notZip");
    const astray = Buffer.from(whole);
    astray.writeUInt32LE(0xfffffff, whole.length - 6);
    assert.equal(await why(astray), "notZip");
    const many = zip([text("a.txt")], { zip64: true });
    many.writeBigUInt64LE(10_000_000n, many.length - 22 - 20 - 56 + 32);
    assert.equal(await why(many), "tooMany");
    const below = "d/".repeat(60);
    const deep = Array.from({ length: 2_000 }, (_, at): ZipEntry => ({ ...text(`${at}/${below}x`, ""), stored: true }));
    assert.equal(await why(zip(deep)), "tooMany", "more folders than there are bytes in it");
    for (let cut = 1; cut < whole.length; cut += 7)
      assert.equal(await why(whole.subarray(0, whole.length - cut)), "notZip", `${cut} bytes less`);
  });

  it("stops on cancel, and passes on an error of its source", async () => {
    const controller = new AbortController();
    const source = new MemoryBytes(zip(Array.from({ length: 3000 }, (_, at) => text(`f${at}`))));
    const read = (start: number, end: number) => (controller.abort(), source.read(start, end));
    await assert.rejects(listArchive({ size: source.size, read }, controller.signal), { name: "AbortError" });
    const lost = new Error("The connection is lost");
    await assert.rejects(listArchive({ size: 1000, read: () => Promise.reject(lost) }, signal), lost);
  });
});
