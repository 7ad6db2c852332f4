/** Dew point in degrees Celsius (Magnus formula) of a temperature in Celsius and a relative humidity in percent. */
export function dewPoint(temperature, humidity) {
  if (humidity <= 0 || humidity > 100) throw new RangeError(`Not a humidity: ${humidity}`);
  const gamma = Math.log(humidity / 100) + (17.62 * temperature) / (243.12 + temperature);
  return (243.12 * gamma) / (17.62 - gamma);
}
