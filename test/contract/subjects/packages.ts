import { randomUUID } from "node:crypto";
import { ApiError } from "../../../src/api/errors.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { makePackage, makeSymbolPackage, symbolFile } from "../../service/packages/nupkg.ts";
import { symbolKey } from "../../service/packages/portablePdb.ts";
import { type Context, once } from "../context.ts";
import { until } from "../waiting.ts";

/** One name for all of a run: what is found by it is this run's own. */
const id = `Forgeline.Contract.R${randomUUID().slice(0, 8)}`;

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
    processed(`version ${version} of ${id} in the list of its versions`, async () =>
      (await client.packages.v3.versions(project, id)).versions.includes(version) ? true : undefined,
    );
  const spare = async () => {
    on.need("feed");
    const made = unpublished();
    await client.packages.v3.publish(project, { package: made.package });
    await there(made.version);
    return made;
  };
  const published = once(spare);
  return {
    project,
    feed: { project },
    groupFeed: () => ({ group: on.need("group").id }),
    name: id,
    /** Local entries without a version need no package. Not every host takes such a name, or answers for what is not there. */
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
      await processed(`the symbol file of ${id}`, async () => {
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

/** Hosts look into packages after they have answered: until then they are not found. */
const processed = (what: string, ask: () => Promise<true | undefined>): Promise<true> =>
  until(what, async () => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") return undefined;
      throw error;
    }
  });
