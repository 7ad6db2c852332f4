import { makePackage, makeSymbolPackage, type PackageSpec } from "../packages/nupkg.ts";
import type { PackageStore } from "../packages/store.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";

const day = 24 * 60 * 60_000;
const site = "https://weather.example.com";

interface Sample extends Omit<PackageSpec, "version"> {
  /** Oldest first. */
  readonly versions: readonly string[];
  /** The symbols of these versions are published too. */
  readonly symbols?: readonly string[];
}

const samples: readonly Sample[] = [
  {
    id: "Weather.Station",
    versions: ["0.9.0-beta.2", "0.9.0", "1.0.0", "1.1.0-rc.1", "1.1.0"],
    symbols: ["1.0.0", "1.1.0"],
    title: "Weather Station",
    authors: "Alice Ahlgren, Bob Beretta",
    description: "Takes readings of sensors over HTTP and sums up the day.",
    summary: "Readings in, summaries out.",
    tags: ["weather", "sensors", "http"],
    projectUrl: `${site}/station`,
    licenseUrl: `${site}/license`,
    iconUrl: `${site}/icon.png`,
    frameworks: ["net8.0", "netstandard2.0"],
    dependencyGroups: [
      { targetFramework: "net8.0", dependencies: [{ id: "Weather.Readings", range: "[1.2.0, 2.0.0)" }, { id: "Weather.Units", range: "2.0.0" }] },
      { targetFramework: ".NETStandard2.0", dependencies: [{ id: "Weather.Readings", range: "[1.2.0, 2.0.0)" }, { id: "Weather.Units", range: "2.0.0" }, { id: "System.Text.Json", range: "8.0.5" }] },
    ],
    readme: "# Weather Station\n\nOne line per reading, so that a sensor needs nothing but a socket.\n",
  },
  {
    id: "Weather.Readings",
    versions: ["1.0.0", "1.1.0", "1.2.0", "1.2.1"],
    symbols: ["1.2.1"],
    title: "Readings",
    authors: "Alice Ahlgren",
    description: "Reads and checks lines of sensors.",
    tags: ["weather", "parser"],
    projectUrl: `${site}/readings`,
    dependencyGroups: [{ dependencies: [{ id: "Weather.Units", range: "1.5.0" }] }],
  },
  {
    id: "Weather.Units",
    versions: ["1.5.0", "2.0.0", "2.0.1"],
    title: "Units of Weather",
    authors: "Bob Beretta",
    description: "Degrees, hectopascals and knots, converted both ways & written with one decimal.",
    summary: "Units for <everyone>.",
    tags: ["weather", "units"],
    dependencyGroups: [],
  },
  {
    id: "Weather.Humidity",
    versions: ["0.1.0-alpha.1", "0.1.0-alpha.2", "0.1.0-beta.1"],
    title: "Humidity",
    authors: "Bob Beretta",
    description: "Works out the dew point. Not yet for storms.",
    tags: ["weather", "humidity", "preview"],
    dependencyGroups: [{ targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] }],
  },
  {
    id: "Weather.Page",
    versions: ["1.0.0", "1.0.1", "2.0.0-preview.1"],
    title: "A Page about the Day",
    authors: "Alice Ahlgren, Max Meyer",
    description: "Builds the page that shows the lowest, highest and mean of each sensor.",
    tags: ["html", "report"],
    licenseUrl: `${site}/license`,
    dependencyGroups: [{ targetFramework: "net8.0", dependencies: [] }],
  },
  {
    id: "weather-tools",
    versions: ["3.1.4", "3.2.0.1"],
    title: "Tools for the Command Line",
    authors: "Max Meyer",
    description: "Sends readings from a shell.",
    tags: ["weather", "cli"],
    dependencyGroups: [],
  },
];

/** Fills a project's feed: six packages, with prereleases, dependencies and symbols, published over the last two months. */
export function publishSamplePackages(store: PackageStore, project: ProjectRecord, creator: UserRecord, now: number): void {
  for (const [index, { versions, symbols, ...rest }] of samples.entries()) {
    for (const [nth, version] of versions.entries()) {
      const spec: PackageSpec = { ...rest, version };
      store.publish(project, creator, makePackage(spec), now - (versions.length - nth) * 11 * day + index * 3_600_000);
      if (symbols?.includes(version) === true) store.publishSymbols(project, makeSymbolPackage(spec));
    }
  }
}
