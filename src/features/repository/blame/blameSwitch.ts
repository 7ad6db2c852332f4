import type { Disposable } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { BlameAnnotations } from "./annotations.ts";

/**
 * Turns blame annotations on and off: by the setting, until toggled for this window. Their code is loaded on first use.
 */
export class BlameSwitch implements Disposable {
  private readonly listening: Disposable;
  private readonly context: Context;
  private readonly load: Load<{ readonly BlameAnnotations: typeof BlameAnnotations }>;
  private chosen: boolean | undefined;
  private shown: Promise<BlameAnnotations | undefined> | undefined;
  private disposed = false;

  /** @param load loads the code of the feature */
  constructor(context: Context, load: Load<{ readonly BlameAnnotations: typeof BlameAnnotations }>) {
    this.context = context;
    this.load = load;
    this.listening = context.config.onDidChange((affects) => {
      if (!affects("forgeline.blame")) return;
      this.chosen = undefined;
      this.follow();
    });
  }

  get on(): boolean {
    return !this.disposed && (this.chosen ?? this.context.config.get("forgeline.blame.enabled"));
  }

  /** Toggles the annotations for this window, until the setting changes. */
  toggle(): void {
    this.chosen = !this.on;
    this.follow();
  }

  /** Shows or removes the annotations according to `on`. */
  follow(): void {
    const { shown } = this;
    if (this.on) {
      this.shown ??= this.show();
    } else if (shown) {
      this.shown = undefined;
      void shown.then((annotations) => annotations?.dispose());
    }
  }

  /** Undefined while they are off. */
  get annotations(): Promise<BlameAnnotations | undefined> | undefined {
    return this.shown;
  }

  private async show(): Promise<BlameAnnotations | undefined> {
    try {
      const { BlameAnnotations } = await this.load();
      return new BlameAnnotations(this.context);
    } catch (error) {
      this.context.report.background(error, "Show blame annotations");
      return undefined;
    }
  }

  dispose(): void {
    this.disposed = true;
    this.listening.dispose();
    this.follow();
  }
}
