import { Uri } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { pathInRepository } from "../../../core/ciFile/names.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import type { OpenProject } from "../../../git/project.ts";
import { isInRepository } from "../templates/inRepository.ts";

interface Asked {
  readonly project: OpenProject;
  readonly connection: Connection;
  path?: string | undefined;
  answered?: Promise<void>;
}

/** The path of the open project's CI file from its settings. The host is asked for it once per project and account. */
export class ConfiguredPath implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when the path is known, or has to be asked for. */
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly context: Pick<Context, "current" | "log" | "polling">;
  private readonly work = new AbortController();
  private asked: Asked | undefined;

  constructor(context: Pick<Context, "current" | "log" | "polling">) {
    this.context = context;
    this.owned.add(
      context.current.onDidChange(() => {
        if (this.asked && this.isCurrent(this.asked)) return;
        this.asked = undefined;
        this.changed.fire(undefined);
      }),
    );
  }

  /** Returns the path below a root, if it is known and not the default. */
  of(root: Uri): string | undefined {
    return this.asked && isRootOf(root, this.asked.project) ? this.asked.path : undefined;
  }

  /** Asks the host if the root is that of the open project and nobody has; never throws. */
  async request(root: Uri): Promise<void> {
    const { value } = this.context.current;
    if (value.kind !== "ready" || !isRootOf(root, value.project)) return;
    const { project, connection } = value;
    const isSilent = this.context.polling.silentUntil(project.instance) !== undefined;
    if (isSilent || connection.client.extras.available("project") === false) return;
    if (!this.asked || !this.isCurrent(this.asked)) {
      this.asked = { project, connection };
      this.asked.answered = this.ask(this.asked);
    }
    await this.asked.answered;
  }

  dispose(): void {
    this.work.abort();
    this.owned.dispose();
  }

  private isCurrent({ project, connection }: Asked): boolean {
    const { value } = this.context.current;
    return value.kind === "ready" && value.connection === connection && sameProject(value.project, project);
  }

  private async ask(asked: Asked): Promise<void> {
    const { project, connection } = asked;
    try {
      const { ci_config_path: path } = await connection.client.extras.project(project.project, {
        signal: this.work.signal,
        repeat: false,
      });
      asked.path = pathInRepository(path);
    } catch (error) {
      this.context.log.debug("The path of the CI file could not be asked for; its usual name is taken", error);
    }
    if (asked === this.asked && asked.path !== undefined) this.changed.fire(undefined);
  }
}

const isRootOf = (root: Uri, project: OpenProject): boolean => isInRepository(Uri.joinPath(root, "any"), project.root);
