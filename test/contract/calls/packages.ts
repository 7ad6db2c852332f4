import type { CallsOf } from "../call.ts";

/** Feeds that are there at both levels are asked at one after the other in the maximal calls. */
export const packages = {
  "packages.v3.versions": {
    minimal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.versions(on.packages.project, on.packages.name);
    },
    maximal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.versions(on.packages.project, on.packages.name.toLowerCase());
    },
  },
  "packages.v3.download": {
    minimal: async (client, on) => {
      const { version, filename } = await on.packages.published();
      return client.packages.v3.download(on.packages.project, on.packages.name, version, filename);
    },
    maximal: async (client, on) => {
      const { version, filename } = await on.packages.published();
      return client.packages.v3.download(on.packages.project, on.packages.name.toLowerCase(), version, filename);
    },
  },
  "packages.v3.publish": {
    minimal: async (client, on) =>
      client.packages.v3.publish(on.packages.project, { package: on.packages.unpublished().package }),
    maximal: async (client, on) => {
      const { package: file, names } = on.packages.unpublished();
      return client.packages.v3.publish(on.packages.project, { package: file, ...names });
    },
  },
  "packages.v3.serviceIndex": {
    minimal: async (client, on) => client.packages.v3.serviceIndex(on.packages.feed),
    maximal: async (client, on) => client.packages.v3.serviceIndex(on.packages.groupFeed()),
  },
  "packages.v3.metadata": {
    minimal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.metadata(on.packages.feed, on.packages.name);
    },
    maximal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.metadata(on.packages.groupFeed(), on.packages.name);
    },
  },
  "packages.v3.versionMetadata": {
    minimal: async (client, on) =>
      client.packages.v3.versionMetadata(on.packages.feed, on.packages.name, (await on.packages.published()).version),
    maximal: async (client, on) =>
      client.packages.v3.versionMetadata(
        on.packages.groupFeed(),
        on.packages.name,
        (await on.packages.published()).version,
      ),
  },
  "packages.v3.query": {
    minimal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.query(on.packages.feed, { q: on.packages.name });
    },
    maximal: async (client, on) => {
      await on.packages.published();
      return client.packages.v3.query(on.packages.groupFeed(), {
        q: on.packages.name.toLowerCase(),
        skip: 0,
        take: 1,
        prerelease: false,
      });
    },
  },
  "packages.v2.publish": {
    minimal: async (client, on) =>
      client.packages.v2.publish(on.packages.project, { package: on.packages.unpublished().package }),
    maximal: async (client, on) => {
      const { package: file, names } = on.packages.unpublished();
      return client.packages.v2.publish(on.packages.project, { package: file, ...names });
    },
  },
  "packages.v2.serviceIndex": {
    minimal: async (client, on) => client.packages.v2.serviceIndex(on.packages.feed),
    maximal: async (client, on) => client.packages.v2.serviceIndex(on.packages.groupFeed()),
  },
  "packages.v2.metadataDocument": {
    minimal: async (client, on) => client.packages.v2.metadataDocument(on.packages.feed),
    maximal: async (client, on) => client.packages.v2.metadataDocument(on.packages.groupFeed()),
  },
  "packages.v2.packages": {
    minimal: async (client, on) => {
      await on.packages.published();
      return client.packages.v2.packages(on.packages.project, on.packages.name);
    },
    maximal: async (client, on) => {
      await on.packages.published();
      return client.packages.v2.packages(on.packages.project, on.packages.oddName);
    },
  },
  "packages.v2.findPackagesById": {
    minimal: async (client, on) => {
      await on.packages.published();
      return client.packages.v2.findPackagesById(on.packages.project, on.packages.name);
    },
    maximal: async (client, on) => {
      await on.packages.published();
      return client.packages.v2.findPackagesById(on.packages.project, on.packages.oddName);
    },
  },
  "packages.v2.package": {
    minimal: async (client, on) =>
      client.packages.v2.package(on.packages.project, on.packages.name, (await on.packages.published()).version),
    maximal: async (client, on) =>
      client.packages.v2.package(
        on.packages.project,
        on.packages.name.toLowerCase(),
        (await on.packages.published()).version,
      ),
  },
  "packages.symbols.publish": {
    minimal: async (client, on) =>
      client.packages.symbols.publish(on.packages.project, { package: (await on.packages.spare()).symbols }),
    maximal: async (client, on) =>
      client.packages.symbols.publish(on.packages.project, { package: (await on.packages.spare()).symbols }),
  },
  "packages.symbols.download": {
    minimal: async (client, on) => client.packages.symbols.download(on.packages.feed, await on.packages.symbolFile()),
    maximal: async (client, on) =>
      client.packages.symbols.download(on.packages.groupFeed(), await on.packages.symbolFile()),
  },
  "packages.delete": {
    minimal: async (client, on) =>
      client.packages.delete(on.packages.project, on.packages.name, (await on.packages.spare()).version),
    maximal: async (client, on) =>
      client.packages.delete(on.packages.project, on.packages.name.toLowerCase(), (await on.packages.spare()).version),
  },
} satisfies CallsOf<"packages">;
