import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { json, TestServer } from "./server.ts";

const source = new URL("../../../src/api/", import.meta.url);

describe("the process the client runs in", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  after(() => server.close());

  /** Looks at the process-wide dispatchers before the client is loaded and after it has sent a request. */
  const program = (load: string): string => `
    const names = ["undici.globalDispatcher.1", "undici.globalDispatcher.2", "undici.globalDispatcher.3"].map((name) => Symbol.for(name));
    const look = () => names.map((name) => [globalThis[name], Object.getOwnPropertyDescriptor(globalThis, name)?.get]);
    const before = look();
    const symbols = Object.getOwnPropertySymbols(globalThis).length;
    ${load}
    const same = look().every(([value, get], index) => value === before[index][0] && get === before[index][1]);
    console.log(same && Object.getOwnPropertySymbols(globalThis).length === symbols ? "untouched" : "touched");
  `;
  const run = async (load: string): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program(load)], {
      cwd: new URL("../../../", import.meta.url),
    });
    return stdout.trim();
  };

  it("keeps its global dispatcher when the client is loaded and sends a request, unlike with undici's index", async () => {
    server.handler = (_request, response) => json(response, { id: 1, username: "alice" });
    const result = await run(`
      const { createClient } = await import(${JSON.stringify(new URL("client.ts", source).href)});
      const { directDispatcher } = await import(${JSON.stringify(new URL("agent.ts", source).href)});
      const way = directDispatcher();
      await createClient({ baseUrl: ${JSON.stringify(server.origin)}, dispatcher: way.dispatcher }).users.current();
      await way.close();
    `);
    assert.equal(result, "untouched");
    assert.equal(server.seen.length, 1);
    assert.equal(await run(`await import("undici");`), "touched");
  });

  it("loads no transport before the first request", async () => {
    const result = await run(`
      const { createRequire } = await import("node:module");
      const { createClient } = await import(${JSON.stringify(new URL("client.ts", source).href)});
      const client = createClient({ baseUrl: "http://127.0.0.1:1", dispatcher: () => Promise.reject(new Error("no way out")) });
      const loaded = () => Object.keys(createRequire(${JSON.stringify(source.href)}).cache).some((file) => file.includes("undici"));
      console.log(loaded());
      await client.oauth.revoke({ token: "t", client_id: "c" }).catch(() => undefined);
      console.log(loaded());
    `);
    assert.deepEqual(result.split("\n"), ["false", "true", "untouched"]);
  });
});
