import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on this machine and returns its port. */
export async function listen(server: Pick<Server, "listen" | "address" | "once">, host = "127.0.0.1"): Promise<number> {
  server.listen(0, host);
  await once(server as Server, "listening");
  return (server.address() as AddressInfo).port;
}
