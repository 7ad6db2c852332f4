import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { uploadBytes } from "../../../src/api/upload.ts";
import { makePackage, makeSymbolPackage, symbolFile } from "../../service/packages/nupkg.ts";
import { symbolKey } from "../../service/packages/portablePdb.ts";
import { type Context, once } from "../context.ts";

/** One name for all of a run: what is found by it is this run's own. */
const id = `Forgeline.Contract.R${randomUUID().slice(0, 8)}`;
const patience = 60_000;

/** Packages that are made up, but real. */
export const packages = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  let count = 0;
  /** A package that is not there yet, with the symbols of its library. */
  const unpublished = () => {
    const version = `1.0.${(count += 1)}`;
    const spec = {
      id,
      version,
      authors: "Contract",
      description: "Made to call an API & <nothing> else.",
      tags: ["contract", "test"],
    };
    const filename = `${id}.${version}.nupkg`.toLowerCase();
    return {
      version,
      package: uploadBytes(filename, makePackage(spec)),
      names: { package_name: id, package_version: version, package_filename: filename },
      symbols: uploadBytes(`${id}.${version}.snupkg`, makeSymbolPackage(spec)),
      symbolFile: { file_name: `${id}.pdb`, ...keyOf(symbolFile(spec)) },
    };
  };
  const there = (version: string) =>
    until(async () => (await client.packages.v3.versions(project, id)).versions.includes(version));
  const spare = async () => {
    const made = unpublished();
    await client.packages.v3.publish(project, made);
    await there(made.version);
    return made;
  };
  const published = once(spare);
  return {
    project,
    feed: { project },
    groupFeed: () => ({ group: on.need("group").id }),
    name: id,
    /** Nothing has to be there for entries without a version. Not every host takes such a name. */
    oddName: on.control ? "It's.a.Name" : id.toLowerCase(),
    unpublished,
    /** Is there already; its file has this name. */
    published: async () => {
      const { version, names } = await published();
      return { version, filename: names.package_filename };
    },
    /** To be deleted. */
    spare,
    /** The key of a symbol file that is there. */
    symbolFile: once(async () => {
      const { symbols, symbolFile: key } = await published();
      await client.packages.symbols.publish(project, { package: symbols });
      await until(async () => {
        const file = await client.packages.symbols.download({ project }, key);
        await file.close();
        return true;
      });
      return key;
    }),
  };
};

function keyOf(pdb: Buffer): { signature: string; checksum: string } {
  const { signature, checksum } = symbolKey(pdb)!;
  return { signature, checksum: `SHA256:${checksum}` };
}

/** Asks until it is so: hosts look into packages after they have answered, and tell nobody when that is done. */
async function until(done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  let last: unknown = new Error(`Not there after ${patience / 1000} s`);
  while (Date.now() < end) {
    try {
      if (await done()) return;
    } catch (error) {
      last = error;
    }
    await pause(500);
  }
  throw last;
}
