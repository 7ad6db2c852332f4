import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { artifactAddress, readArtifactAddress } from "../../../src/core/artifacts/address.ts";
import type { ArchiveListing } from "../../../src/core/artifacts/listing.ts";
import { ArchiveError, listArchive } from "../../../src/core/artifacts/zipDirectory.ts";
import { zip } from "../../service/pipelines/zip.ts";
import { anyText, wellFormed } from "../../support/anyText.ts";
import { MemoryBytes } from "../../support/memoryBytes.ts";
import { holds } from "../../support/property.ts";

const scope = { instance: "https://git.example.com", project: "g/p", job: 1 };

const name = fc.oneof(
  fc
    .array(fc.constantFrom("a", "b.txt", "..", ".", "", "C:", "\\", "\0", "\n", "é", "con", " ", "a\\..", "\u202e"), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join("/")),
  anyText({ minLength: 1, maxLength: 12 }).map(wellFormed),
);
const files = fc.array(
  fc.record({
    path: name,
    mode: fc.constantFrom(0o100644, 0o120777, 0o040755, 0o020644, 0),
    encrypted: fc.boolean(),
    claimedSize: fc.constantFrom(0, 5, 0xfffffff0),
  }),
  { maxLength: 6 },
);
type File = typeof files extends fc.Arbitrary<readonly (infer One)[]> ? One : never;
const archive = (of: readonly File[], zip64: boolean): Buffer =>
  zip(
    of.map((file) => ({ ...file, content: Buffer.from("hello") })),
    { zip64 },
  );

const signal = new AbortController().signal;

/** What can be opened of an archive stays in its place on every system, and has an address. */
function assertSafe(listing: ArchiveListing): void {
  for (const { path: place } of listing.all()) {
    for (const system of [path.posix, path.win32]) {
      const root = system.resolve("/root/archive");
      assert.ok(system.resolve(root, place).startsWith(root + system.sep), place);
    }
    assert.deepEqual(readArtifactAddress(artifactAddress({ ...scope, path: place })), { ...scope, path: place });
    assert.ok(listing.rows(path.posix.dirname(place).replace(/^\.$/, ""))?.some((row) => row.path === place));
  }
}

describe("archives, whatever they hold", function () {
  it("list each entry or refuse it, and nothing that could leave its place", () =>
    holds(
      "archives",
      fc.tuple(files, fc.boolean()),
      async ([entries, zip64]) => {
        const source = new MemoryBytes(archive(entries, zip64));
        const listing = await listArchive(source, signal);
        assertSafe(listing);
        const copies = [...listing.all()].reduce((sum, file) => sum + file.copies, 0);
        const folders = entries.filter(({ path: place, mode }) => place.endsWith("/") || mode === 0o040755).length;
        assert.ok(copies + listing.refusedCount <= entries.length, "nothing is there twice");
        assert.ok(copies + listing.refusedCount + folders >= entries.length, "nothing is lost");
        for (const { path: place, encrypted, mode } of entries) {
          const plain =
            /^[\w.é/ -]+$/.test(place) && path.posix.normalize(`/${place}`) === `/${place}` && !place.endsWith("/");
          const alone = entries.every(
            (one) =>
              one.path === place ||
              (!`${one.path}/`.startsWith(`${place}/`) && !`${place}/`.startsWith(`${one.path}/`.replace(/\/+$/, "/"))),
          );
          const isOnly = alone && entries.filter((one) => one.path === place).length === 1;
          if (plain && isOnly && !encrypted && (mode === 0 || mode === 0o100644))
            assert.ok(listing.file(place), `${place} is missing`);
        }
      },
      { whole: 10_000 },
    ));

  it("are listed safely or rejected when damaged, in bounded reads", () =>
    holds(
      "damagedArchives",
      fc.record({
        entries: files,
        zip64: fc.boolean(),
        cut: fc.nat(400),
        changes: fc.array(
          fc.record({ fromEnd: fc.nat(500), byte: fc.constantFrom(0, 1, 0x2f, 0x50, 0x7f, 0x80, 0xff) }),
          { maxLength: 6 },
        ),
        joined: fc.boolean(),
      }),
      async ({ entries, zip64, cut, changes, joined }) => {
        const whole = archive(entries, zip64);
        const bytes = Buffer.concat(joined ? [whole, whole] : [whole]);
        for (const { fromEnd, byte } of changes) if (fromEnd < bytes.length) bytes[bytes.length - 1 - fromEnd] = byte;
        const source = new MemoryBytes(bytes.subarray(0, Math.max(1, bytes.length - (cut > 200 ? 0 : cut))));
        try {
          assertSafe(await listArchive(source, signal));
        } catch (error) {
          if (!(error instanceof ArchiveError)) throw error;
        }
        // The directory, and the tail of which it may be a part.
        assert.ok(source.asked <= 3 * source.size, `${source.asked} of ${source.size} bytes`);
      },
      { whole: 10_000 },
    ));
});
