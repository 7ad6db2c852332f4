import type { Disposable } from "../../../core/base/disposable.ts";
import type { KeptFacts } from "../../../core/capabilities.ts";
import type { Protections } from "./protections.ts";

/** What the window knows of protected branches, loaded with the first who needs it. */
export class ProtectionsOnDemand implements Disposable {
  private readonly facts: Pick<KeptFacts, "of">;
  private made: Promise<Protections> | undefined;

  constructor(facts: Pick<KeptFacts, "of">) {
    this.facts = facts;
  }

  load(): Promise<Protections> {
    return (this.made ??= import("./protections.ts").then(({ Protections: Made }) => new Made(this.facts)));
  }

  dispose(): void {
    void this.made?.then((made) => made.dispose());
  }
}
