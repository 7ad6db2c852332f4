import type { Disposable } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { BlameAnnotations } from "./annotations.ts";

/** Whether blame annotations are shown: as the setting says, until the person says otherwise for this window. What shows them is loaded when first used. */
export class BlameSwitch implements Disposable {
  private readonly listening: Disposable;
  private readonly context: Context;
  private readonly load: Load<{ readonly BlameAnnotations: typeof BlameAnnotations }>;
  private chosen: boolean | undefined;
  private made: Promise<BlameAnnotations | undefined> | undefined;
  private ended = false;

  /** @param load the code of the repository */
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
    return !this.ended && (this.chosen ?? this.context.config.get("forgeline.blame.enabled"));
  }

  /** For this window, until the setting changes. */
  toggle(): void {
    this.chosen = !this.on;
    this.follow();
  }

  /** Shows or removes the annotations, as it is wanted now. */
  follow(): void {
    const { made } = this;
    if (this.on) {
      this.made ??= this.make();
    } else if (made) {
      this.made = undefined;
      void made.then((annotations) => annotations?.dispose());
    }
  }

  /** Undefined while they are off. */
  get annotations(): Promise<BlameAnnotations | undefined> | undefined {
    return this.made;
  }

  private async make(): Promise<BlameAnnotations | undefined> {
    try {
      const { BlameAnnotations } = await this.load();
      return new BlameAnnotations(this.context);
    } catch (error) {
      this.context.report.background(error, "Show blame annotations");
      return undefined;
    }
  }

  dispose(): void {
    this.ended = true;
    this.listening.dispose();
    this.follow();
  }
}
