import type { Disposable } from "../../../core/base/disposable.ts";
import type { Config } from "../../../core/config.ts";
import type { App } from "../../../core/context.ts";
import type { BlameAnnotations } from "./annotations.ts";

/** Whether blame annotations are shown: as the setting says, until the person says otherwise for this window. What shows them is loaded when first used. */
export class BlameSwitch implements Disposable {
  private readonly config: Pick<Config, "blame" | "onDidChange">;
  private readonly listening: Disposable;
  private readonly app: () => App;
  private chosen: boolean | undefined;
  private made: Promise<BlameAnnotations | undefined> | undefined;
  private ended = false;

  /** @param app what annotations need, which is there before they are first shown */
  constructor(config: Pick<Config, "blame" | "onDidChange">, app: () => App) {
    this.config = config;
    this.app = app;
    this.listening = config.onDidChange((affects) => {
      if (!affects("forgeline.blame")) return;
      this.chosen = undefined;
      this.follow();
    });
  }

  get on(): boolean {
    return !this.ended && (this.chosen ?? this.config.blame.enabled);
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
      const { BlameAnnotations } = await import("./annotations.ts");
      return new BlameAnnotations(this.app());
    } catch (error) {
      this.app().report.background(error, "Show blame annotations");
      return undefined;
    }
  }

  dispose(): void {
    this.ended = true;
    this.listening.dispose();
    this.follow();
  }
}
