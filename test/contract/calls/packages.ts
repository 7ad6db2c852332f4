import type { Client } from "../../../src/api/client.ts";
import { both, type CallsOf } from "../call.ts";
import type { Subjects } from "../subjects.ts";

type Feed = Parameters<Client["packages"]["v3"]["serviceIndex"]>[0];
type Own = Subjects["packages"];

/** A call of a feed that is there at both levels: the project's, then the group's. */
const eachFeed = <T>(call: (client: Client, feed: Feed, own: Own) => Promise<T>) => ({
  minimal: (client: Client, on: Subjects) => call(client, on.packages.feed, on.packages),
  maximal: async (client: Client, on: Subjects) => call(client, on.packages.groupFeed(), on.packages),
});

/** A call upon a published package by its name, which the maximal call has otherwise: in lower case unless told. */
const eachName = <T>(
  call: (client: Client, name: string, own: Own, published: { version: string; filename: string }) => Promise<T>,
  otherwise = ({ name }: Own): string => name.toLowerCase(),
) => ({
  minimal: async (client: Client, { packages: own }: Subjects) => call(client, own.name, own, await own.published()),
  maximal: async (client: Client, { packages: own }: Subjects) =>
    call(client, otherwise(own), own, await own.published()),
});

export const packages = {
  "packages.v3.versions": eachName((client, name, own) => client.packages.v3.versions(own.project, name)),
  "packages.v3.download": eachName((client, name, own, { version, filename }) =>
    client.packages.v3.download(own.project, name, version, filename),
  ),
  "packages.v3.publish": {
    minimal: async (client, { packages: own }) =>
      client.packages.v3.publish(own.project, { package: own.unpublished().package }),
    maximal: async (client, { packages: own }) => {
      const { package: file, names } = own.unpublished();
      return client.packages.v3.publish(own.project, { package: file, ...names });
    },
  },
  "packages.v3.serviceIndex": eachFeed((client, feed) => client.packages.v3.serviceIndex(feed)),
  "packages.v3.metadata": eachFeed(async (client, feed, own) => {
    await own.published();
    return client.packages.v3.metadata(feed, own.name);
  }),
  "packages.v3.versionMetadata": eachFeed(async (client, feed, own) =>
    client.packages.v3.versionMetadata(feed, own.name, (await own.published()).version),
  ),
  "packages.v3.query": {
    minimal: async (client, { packages: own }) => {
      await own.published();
      return client.packages.v3.query(own.feed, { q: own.name });
    },
    maximal: async (client, { packages: own }) => {
      await own.published();
      const query = { q: own.name.toLowerCase(), skip: 0, take: 1, prerelease: false };
      return client.packages.v3.query(own.groupFeed(), query);
    },
  },
  "packages.v2.publish": {
    minimal: async (client, { packages: own }) =>
      client.packages.v2.publish(own.project, { package: own.unpublished().package }),
    maximal: async (client, { packages: own }) => {
      const { package: file, names } = own.unpublished();
      return client.packages.v2.publish(own.project, { package: file, ...names });
    },
  },
  "packages.v2.serviceIndex": eachFeed((client, feed) => client.packages.v2.serviceIndex(feed)),
  "packages.v2.metadataDocument": eachFeed((client, feed) => client.packages.v2.metadataDocument(feed)),
  "packages.v2.packages": eachName(
    (client, name, own) => client.packages.v2.packages(own.project, name),
    ({ oddName }) => oddName,
  ),
  "packages.v2.findPackagesById": eachName(
    (client, name, own) => client.packages.v2.findPackagesById(own.project, name),
    ({ oddName }) => oddName,
  ),
  "packages.v2.package": eachName((client, name, own, { version }) =>
    client.packages.v2.package(own.project, name, version),
  ),
  "packages.symbols.publish": both(async (client, { packages: own }) =>
    client.packages.symbols.publish(own.project, { package: (await own.spare()).symbols }),
  ),
  "packages.symbols.download": eachFeed(async (client, feed, own) =>
    client.packages.symbols.download(feed, await own.symbolFile()),
  ),
  "packages.delete": eachName(async (client, name, own) =>
    client.packages.delete(own.project, name, (await own.spare()).version),
  ),
} satisfies CallsOf<"packages">;
