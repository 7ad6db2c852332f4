import { Emitter } from "../../../src/core/base/events.ts";
import { redact } from "../../../src/core/base/log.ts";
import type { Change } from "../../../src/core/changes.ts";
import { UnansweredWrites } from "../../../src/core/commands/unansweredWrites.ts";
import type { Context } from "../../../src/core/context.ts";
import { InMemoryDrafts } from "../../support/fakes/inMemoryDrafts.ts";
import { fault } from "./tree/fakeHost.ts";

export const project = {
  instance: "https://git.example.com",
  project: "group/project",
  name: "group/project",
  branch: "main",
  head: "abcdef12",
};

/** What happened to a fake app. */
export interface Happenings {
  readonly changes: Change[];
  readonly revealed: unknown[];
  readonly background: unknown[];
}

/** A repository without files. */
const noFiles = { raw: () => Promise.reject(fault("notFound")) };

/** A context whose project is open and signed in; `client` has just the operations a test needs. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test names the feature whose commands it runs
export function fakeApp<Self extends Context = Context>(client: object, more: object = {}): { app: Self } & Happenings {
  const changes: Change[] = [];
  const revealed: unknown[] = [];
  const background: unknown[] = [];
  const connection = {
    instance: { url: project.instance },
    session: undefined,
    client: {
      baseUrl: project.instance,
      repositoryFiles: noFiles,
      hostTime: () => Date.now(),
      extras: { available: () => false },
      ...client,
    },
  };
  const emitter = new Emitter<Change>();
  const kept = new Map<string, unknown>();
  emitter.event((change) => changes.push(change));
  const app = {
    changes: emitter,
    unanswered: new UnansweredWrites(),
    connections: { get: () => connection, instances: [connection.instance] },
    current: { value: { kind: "ready", project, connection }, require: () => ({ project, connection }) },
    projects: { branches: () => Promise.resolve(["main", "topic"]), tags: () => Promise.resolve(["v1"]) },
    view: { load: () => Promise.resolve({ reveal: (ref: unknown) => Promise.resolve(void revealed.push(ref)) }) },
    report: { background: (error: unknown) => void background.push(error) },
    memory: {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    },
    drafts: new InMemoryDrafts(),
    hide: redact,
    templates: { dialect: () => "gitlab" },
    ...more,
  } as unknown as Self;
  return { app, changes, revealed, background };
}
