import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Proposal } from "./mergeRequests.ts";
import { MILESTONES } from "./planning.ts";

const HOUR = 3_600_000;

/** Open merge requests with branches of their own. */
export const sampleProposals: readonly Proposal[] = [
  {
    branch: "feature/wind-rose",
    by: "alice",
    ago: 30 * HOUR,
    message: "Begin a wind rose\n\nEight directions are enough for a pier.\n",
    files: {
      "src/windRose.js": () => readFileSync(join(import.meta.dirname, "proposals/windRose.js"), "utf8"),
      "src/units.js": (text = "") => text.replace('const units = { temperature: "°C", pressure: "hPa" };', 'const units = {\n  temperature: "°C",\n  pressure: "hPa",\n  wind: "°",\n  speed: "m/s",\n};'),
    },
    request: { title: "Draft: Show the wind as a rose", description: "The page has no place for it yet, but the counting can be reviewed.\n\n- [x] names of directions\n- [ ] picture\n- [ ] calm air", labels: ["feature"], assignees: ["alice"], milestone: MILESTONES.next },
  },
  {
    branch: "feature/version-2",
    by: "max",
    ago: 20 * HOUR,
    fromRelease: true,
    message: "Call the next release 2.0\n",
    files: { "package.json": (text = "") => text.replace(/"version": "[^"]*"/, '"version": "2.0.0"') },
    request: { title: "Call the next release 2.0", description: "The page looks different enough. The main branch says 1.1 meanwhile, so somebody has to decide.", labels: ["tooling"], reviewers: ["alice"] },
  },
  {
    branch: "feature/whole-pressure",
    by: "max",
    ago: 9 * HOUR,
    message: "Write pressure without decimals\n\nNobody reads tenths of a hectopascal.\n",
    files: {
      "src/units.js": (text = "") => text.replace("${value.toFixed(1)}", '${value.toFixed(quantity === "pressure" ? 0 : 1)}').replace("A value with one decimal and its unit.", "A value with its unit: pressure whole, the rest with one decimal."),
    },
    request: { title: "Write pressure without decimals", description: "Closes #2", labels: ["bug"], assignees: ["max"], reviewers: ["bob"], approvedBy: ["alice"], milestone: MILESTONES.next, squash: true, upvotes: 3 },
  },
  {
    branch: "feature/storm-notes",
    by: "bob",
    ago: 3 * HOUR,
    message: "Write down what to do before a storm\n",
    files: { "docs/storm.md": () => "# Before a storm\n\n1. Take the cup anemometer down.\n2. Tie the lighthouse's cable twice.\n3. Watch the pressure: a fall of 3 hPa in an hour is a bad sign.\n" },
    request: { title: "Write down what to do before a storm", labels: ["documentation", "sensor"], reviewers: ["max"], milestone: MILESTONES.season },
  },
];
