import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { RecordsEvent } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import type { Current, CurrentProject } from "../../../core/currentProject.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import type { OptionalView } from "../../../core/views.ts";

/** The parts of the context that are needed. */
interface Needs {
  readonly current: Pick<CurrentProject, "value" | "onDidChange">;
  readonly views: Pick<Context["views"], "onDidRefresh">;
}

/**
 * The views that the open project is known to have nothing for, which are not in the side bar. Learns it from project
 * records that are read for something else, and forgets it with the project, the account, and on Refresh.
 */
export class AbsentViews implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly current: Needs["current"];
  private shown: Current;
  private absent: readonly OptionalView[] = [];

  constructor({ current, views }: Needs) {
    this.current = current;
    this.shown = current.value;
    this.owned.add(current.onDidChange((now) => this.follow(now)));
    this.owned.add(views.onDidRefresh(() => this.set([])));
  }

  /** Takes what the records of projects say, if one is the open project. */
  read({ connection, changes: { projects = [] } }: RecordsEvent): void {
    const { value } = this.current;
    if (value.kind !== "ready" || value.connection !== connection) return;
    const { instance } = value.project;
    for (const { id, path_with_namespace: project, absent } of projects)
      if (sameProject(value.project, { instance, project, projectId: id })) this.set(absent);
  }

  get value(): readonly string[] {
    return this.absent;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private follow(now: Current): void {
    const { shown } = this;
    this.shown = now;
    const isSame =
      now.kind === "ready" &&
      shown.kind === "ready" &&
      now.connection === shown.connection &&
      sameProject(now.project, shown.project);
    if (!isSame) this.set([]);
  }

  private set(absent: readonly OptionalView[]): void {
    if (String(absent) === String(this.absent)) return;
    this.absent = absent;
    void setContextKey("forgeline.absentViews", absent.join(" "));
    this.changed.fire(undefined);
  }
}
