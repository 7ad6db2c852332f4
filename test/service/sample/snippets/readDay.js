import { readFile } from "node:fs/promises";
import { parseReadings } from "../src/readings.js";

// node readDay.js day.txt
const readings = parseReadings(await readFile(process.argv[2], "utf8"));
const sensors = Map.groupBy(readings, (reading) => reading.sensor);
for (const [sensor, all] of sensors) console.log(sensor.padEnd(12), all.length, "readings");
