import { createServer } from "node:http";
import { parseReading } from "./readings.js";
import { summarise } from "./summary.js";

/** The station: takes readings at `POST /readings`, answers `GET /summary`. */
export function createStation() {
  const readings = [];
  return createServer(async (request, response) => {
    const answer = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET" && request.url === "/summary") return answer(200, summarise(readings));
    if (request.method !== "POST" || request.url !== "/readings") return answer(404, { error: "Not found" });
    let line = "";
    for await (const chunk of request.setEncoding("utf8")) line += chunk;
    try {
      readings.push(parseReading(line));
      answer(201, { count: readings.length });
    } catch (error) {
      answer(400, { error: error.message });
    }
  });
}
