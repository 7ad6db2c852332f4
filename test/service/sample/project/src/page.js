import { withUnit } from "./units.js";

/** The page about a day. Names come from outside and are escaped. */
export function page(name, summary) {
  const rows = Object.entries(summary).flatMap(([sensor, quantities]) =>
    Object.entries(quantities).map(
      ([quantity, { lowest, highest, mean }]) =>
        `      <tr><th>${escape(sensor)}</th><td>${escape(quantity)}</td>${[lowest, mean, highest].map((value) => `<td>${withUnit(quantity, value)}</td>`).join("")}</tr>`,
    ),
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escape(name)}</title>
    <style>body { font: 16px system-ui; margin: 2rem } td, th { padding: .3rem 1rem; text-align: left }</style>
  </head>
  <body>
    <h1>${escape(name)}</h1>
    <table>
      <tr><th>Sensor</th><th>Quantity</th><th>Lowest</th><th>Mean</th><th>Highest</th></tr>
${rows.join("\n")}
    </table>
  </body>
</html>
`;
}

function escape(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
