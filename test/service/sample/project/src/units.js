/** Degrees Celsius as Fahrenheit. */
export function toFahrenheit(celsius) {
  return (celsius * 9) / 5 + 32;
}

/** Hectopascals as inches of mercury. */
export function toInchesOfMercury(hectopascals) {
  return hectopascals / 33.8639;
}

const units = { temperature: "°C", pressure: "hPa" };

/** A value with one decimal and its unit. */
export function withUnit(quantity, value) {
  return `${value.toFixed(1)} ${units[quantity] ?? ""}`.trim();
}
