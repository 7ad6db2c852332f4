import type { Client } from "../../../src/api/client.ts";
import { Emitter } from "../../../src/core/base/events.ts";
import type { Connection } from "../../../src/core/connections.ts";
import type { Current } from "../../../src/core/currentProject.ts";
import type { OpenProject } from "../../../src/git/project.ts";
import { fakeConnection } from "./fakeConnection.ts";

/** The open project, moved by the test. */
export class FakeCurrent {
  private readonly changed = new Emitter<Current>();
  readonly onDidChange = this.changed.event;
  value: Current = { kind: "loading" };
  private readonly connections = new Map<Client, Connection>();

  ready(client: Client, project: Partial<OpenProject> = {}): void {
    const open: OpenProject = {
      instance: "https://git.example.com",
      project: 1,
      name: "app",
      root: "/app",
      branch: "main",
      head: "aaaa",
      ...project,
    };
    const connection = this.connections.get(client) ?? fakeConnection(client, { instance: { url: open.instance } });
    this.connections.set(client, connection);
    this.move({ kind: "ready", project: open, connection });
  }

  move(value: Current): void {
    this.value = value;
    this.changed.fire(value);
  }
}
