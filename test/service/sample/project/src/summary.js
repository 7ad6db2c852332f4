/** Lowest, highest and mean value of each quantity, by sensor: `{ north: { temperature: { lowest, highest, mean, count } } }`. */
export function summarise(readings) {
  const summary = {};
  for (const { sensor, values } of readings) {
    const quantities = (summary[sensor] ??= {});
    for (const [quantity, value] of Object.entries(values)) {
      const so = (quantities[quantity] ??= { lowest: Infinity, highest: -Infinity, mean: 0, count: 0 });
      so.lowest = Math.min(so.lowest, value);
      so.highest = Math.max(so.highest, value);
      so.mean = (so.mean * so.count + value) / (so.count + 1);
      so.count += 1;
    }
  }
  return summary;
}
