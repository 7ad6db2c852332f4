import type { ProjectCandidate, Projects, ProjectState, ProjectTracker } from "../git/project.ts";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { CancelledError, isCancelled } from "./base/errors.ts";
import { Emitter, type Event } from "./base/events.ts";
import type { Logger } from "./base/log.ts";
import { onceLoaded } from "./base/onceLoaded.ts";
import type { ProjectScope } from "./base/refs.ts";

/** Provides the window's project; its state is `loading` until git's code is loaded, right after activation. */
export class LazyProjects implements Projects, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<ProjectState>());
  readonly onDidChange: Event<ProjectState> = this.changed.event;
  private readonly load: () => Promise<ProjectTracker>;
  private readonly log: Logger;
  private tracker: ProjectTracker | undefined;

  /** @param create loads git's code; called again after a failure */
  constructor(create: () => Promise<ProjectTracker>, log: Logger) {
    this.log = log;
    this.load = onceLoaded(async () => {
      const tracker = this.owned.add(await create());
      if (this.owned.isDisposed) throw new CancelledError();
      this.tracker = tracker;
      this.owned.add(tracker.onDidChange((state) => this.changed.fire(state)));
      tracker.start();
      return tracker;
    });
  }

  get state(): ProjectState {
    return this.tracker?.state ?? { kind: "loading" };
  }

  get candidates(): readonly ProjectCandidate[] {
    return this.tracker?.candidates ?? [];
  }

  get remoteHosts(): readonly string[] {
    return this.tracker?.remoteHosts ?? [];
  }

  /** Loads git's code and detects the project, in the background: activation does not wait while the modules are found. */
  start(): void {
    const soon = setImmediate(() => {
      this.load().catch((error: unknown) => {
        if (!isCancelled(error)) this.log.error("Loading the code for git repositories failed", error);
      });
    });
    this.owned.add({ dispose: () => clearImmediate(soon) });
  }

  async select(candidate: ProjectCandidate | undefined): Promise<void> {
    await (await this.load()).select(candidate);
  }

  async setProjectId(scope: ProjectScope, projectId: number): Promise<void> {
    await (await this.load()).setProjectId(scope, projectId);
  }

  async rescan(): Promise<void> {
    await (await this.load()).rescan();
  }

  async read(): Promise<void> {
    await (await this.load()).read();
  }

  async branches(signal?: AbortSignal): Promise<string[]> {
    return (await this.load()).branches(signal);
  }

  async localBranches(signal?: AbortSignal): Promise<string[]> {
    return (await this.load()).localBranches(signal);
  }

  async tags(signal?: AbortSignal): Promise<string[]> {
    return (await this.load()).tags(signal);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
