import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { CapabilityStore } from "../../../core/capabilities.ts";
import type { Load } from "../../../core/feature.ts";
import type { commitWarning } from "./commitWarning.ts";
import type { Protections } from "./protections.ts";

interface ProtectionsCode {
  readonly Protections: typeof Protections;
  readonly commitWarning: typeof commitWarning;
}

/** The window's `Protections`, loaded on first use. */
export class ProtectionsOnDemand implements Disposable {
  private readonly owned = new DisposableStore();
  readonly load: () => Promise<Protections>;
  private readonly code: Load<ProtectionsCode>;

  constructor(capabilities: Pick<CapabilityStore, "of">, code: Load<ProtectionsCode>) {
    this.code = code;
    this.load = onceLoaded(async () => this.owned.add(new (await code()).Protections(capabilities)));
  }

  /** See commitWarning. */
  async warning(
    ...about: Parameters<typeof commitWarning> extends [unknown, ...infer Rest] ? Rest : never
  ): Promise<string | undefined> {
    const [{ commitWarning: warning }, protections] = await Promise.all([this.code(), this.load()]);
    return warning(protections, ...about);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
