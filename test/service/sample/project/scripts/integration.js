/* global fetch */
// Three simulated sensors send readings to a real station for a while; its summary must then tell the same as they do.
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createStation } from "../src/station.js";
import { summarise } from "../src/summary.js";
import { withUnit } from "../src/units.js";
import { bar, paint, section } from "./terminal.js";

const seconds = Number(process.env.INTEGRATION_SECONDS ?? 48);
const sensors = ["north", "harbour", "summit"];
const rounds = Math.max(1, Math.round((seconds * 0.7) / sensors.length));
// A longer run takes more readings; it does not show less of itself.
const pause = (share, longest) => sleep(Math.min(seconds * 1000 * share, longest));

const station = createStation().listen(0, "127.0.0.1");
await once(station, "listening");
const address = `http://127.0.0.1:${station.address().port}`;
console.log(`${paint("bold", "Integration")} at ${paint("blue", address)}, ${sensors.length} sensors, about ${seconds} seconds`);

const sent = [];
async function send(sensor, round) {
  const height = sensors.indexOf(sensor) * 3;
  const temperature = Number((14 - height + 6 * Math.sin(round / 2)).toFixed(1));
  const pressure = Number((1013 - height * 4 + Math.cos(round)).toFixed(1));
  const reading = { time: new Date().toISOString(), sensor, values: { temperature, pressure } };
  const response = await fetch(`${address}/readings`, { method: "POST", body: `${reading.time} ${sensor} temperature=${temperature} pressure=${pressure}` });
  assert.equal(response.status, 201);
  await response.arrayBuffer();
  sent.push(reading);
  const colour = temperature < 8 ? "cyan" : temperature > 15 ? "yellow" : "green";
  console.log(`${paint("dim", reading.time.slice(11, 19))}  ${sensor.padEnd(8)} ${paint(colour, withUnit("temperature", temperature).padStart(8))}  ${withUnit("pressure", pressure)}`);
}

await section("connect", "Connecting the sensors", async () => {
  for (const sensor of sensors) {
    await pause(0.03, 1_500);
    console.log(`${paint("green", "✔")} ${sensor}`);
  }
});

await section("readings", "Taking readings", async () => {
  for (const sensor of sensors) {
    await section(`readings_${sensor}`, `Sensor ${sensor}`, async () => {
      for (let round = 0; round < rounds; round++) {
        await send(sensor, round);
        await sleep((seconds * 700) / (rounds * sensors.length));
      }
    });
  }
});

await section("archive", "Archiving", async () => {
  const steps = 40;
  for (let step = 0; step <= steps; step++) {
    bar("Writing the archive", step / steps);
    await pause(0.16 / steps, 200);
  }
});

const response = await fetch(`${address}/summary`);
const summary = await response.json();
station.close();
for (const [sensor, { temperature }] of Object.entries(summary)) {
  console.log(`${sensor.padEnd(8)} ${withUnit("temperature", temperature.lowest).padStart(8)} … ${withUnit("temperature", temperature.highest).padStart(8)}  ${paint("dim", `${temperature.count} readings`)}`);
}
assert.deepEqual(summary, summarise(sent));
console.log(paint("bold green", `✔ ${sent.length} readings sent, the summary agrees`));
