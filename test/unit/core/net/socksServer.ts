import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { listen } from "./listen.ts";

/** A SOCKS 5 proxy (RFC 1928, 1929) that leads to one port of this machine, whatever host is asked for. */
export class SocksServer {
  /** What it was to connect to: `git.example.com:443`. */
  readonly seen: string[] = [];
  port = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(target: () => number, pair: string | undefined) {
    this.server = createServer((socket) => {
      this.keep(socket);
      void this.serve(socket, target(), pair).catch(() => socket.destroy());
    });
  }

  /** @param pair `username:password` that it requires */
  static async start(target: () => number, pair?: string): Promise<SocksServer> {
    const started = new SocksServer(target, pair);
    started.port = await listen(started.server as never);
    return started;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async serve(socket: Socket, port: number, pair: string | undefined): Promise<void> {
    const closed = once(socket, "end").then(() => Promise.reject(new Error("The client is gone")));
    closed.catch(() => undefined);
    const read = async (length: number): Promise<Buffer> => {
      for (;;) {
        const bytes = length === 0 ? Buffer.alloc(0) : (socket.read(length) as Buffer | null);
        if (bytes) return bytes;
        await Promise.race([once(socket, "readable"), closed]);
      }
    };
    const text = async (): Promise<string> => String(await read((await read(1))[0] ?? 0));
    await read((await read(2))[1] ?? 0);
    socket.write(Buffer.from([5, pair === undefined ? 0 : 2]));
    if (pair !== undefined) {
      await read(1);
      const right = `${await text()}:${await text()}` === pair;
      socket.write(Buffer.from([1, right ? 0 : 1]));
      if (!right) return void socket.end();
    }
    await read(4);
    const host = await text();
    this.seen.push(`${host}:${(await read(2)).readUInt16BE()}`);
    const through = connect(port, "127.0.0.1", () => {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      through.pipe(socket).pipe(through);
    });
    this.keep(through);
    through.on("close", () => socket.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.sockets.delete(socket));
  }
}
