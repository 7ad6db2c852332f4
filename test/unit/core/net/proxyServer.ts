import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Certified } from "../../api/certificate.ts";
import { listen } from "./listen.ts";

/** A proxy that leads to one port of this machine, whatever host is asked for. */
export class ProxyServer {
  /** Requests as they came: `CONNECT git.example.com:443`, `GET http://…`. */
  readonly seen: string[] = [];
  /** `Proxy-Authorization` of each. */
  readonly authorizations: (string | undefined)[] = [];
  /** All other headers that came to the proxy itself. */
  readonly headers: IncomingMessage["headers"][] = [];
  /** The status to refuse a request with; undefined lets it pass. */
  refuse: (authorization: string | undefined) => number | undefined = () => undefined;
  port = 0;
  private readonly target: () => number;
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();

  private constructor(target: () => number, server: Server) {
    this.target = target;
    this.server = server;
    server.on("connection", (socket: Duplex) => this.keep(socket));
    server.on("request", (from: IncomingMessage, to) => {
      const status = this.note(from);
      if (status !== undefined) {
        to.writeHead(status, status === 407 ? { "proxy-authenticate": 'Basic realm="x"' } : {}).end("<html>no</html>");
        return;
      }
      const { pathname, search } = new URL(from.url ?? "");
      const { "proxy-authorization": _secret, ...headers } = from.headers;
      const path = pathname + search;
      const on = request(
        { host: "127.0.0.1", port: this.target(), path, method: from.method, headers, agent: false },
        (answer) => {
          to.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(to);
        },
      );
      on.on("error", () => to.destroy());
      from.pipe(on);
    });
    server.on("connect", (from: IncomingMessage, socket: Duplex) => {
      this.keep(socket);
      const status = this.note(from);
      if (status !== undefined) {
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      const through = connect(this.target(), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        through.pipe(socket).pipe(through);
      });
      this.keep(through);
      through.on("close", () => socket.destroy());
      socket.on("close", () => through.destroy());
    });
  }

  /** @param certified makes it a proxy that is itself reached by https */
  static async start(target: () => number, certified?: Certified): Promise<ProxyServer> {
    const started = new ProxyServer(target, certified ? createTlsServer(certified) : createServer());
    started.port = await listen(started.server);
    return started;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private note(from: IncomingMessage): number | undefined {
    this.seen.push(`${from.method ?? ""} ${from.url ?? ""}`);
    const { "proxy-authorization": authorization, ...headers } = from.headers;
    this.authorizations.push(authorization);
    this.headers.push(headers);
    return this.refuse(authorization);
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.sockets.delete(socket));
  }
}
