const directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** The name of a direction in degrees, clockwise from north. */
export function directionOf(degrees) {
  return directions[Math.round((((degrees % 360) + 360) % 360) / 45) % 8];
}

/** How many readings the wind came from each direction. */
export function windRose(readings) {
  const counts = {};
  for (const { values } of readings) {
    const direction = directionOf(values.wind);
    counts[direction] = (counts[direction] ?? 0) + 1;
  }
  return counts;
}
