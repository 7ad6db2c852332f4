/** What a feature is: what it registers at once, and its code, which is loaded as a whole with the first use of any of it. */
import { onceLoaded } from "./base/onceLoaded.ts";
import type { CommandTable } from "./commands/entries.ts";
import { type CommandOwner, runEntry } from "./commands/register.ts";
import type { Context } from "./context.ts";

/** Loads the code of a feature; after a failure the next call tries again. */
export type Load<Code> = () => Promise<Code>;

/** What the `main.ts` of every feature exports, besides what its own `feature.ts` asks for. */
export interface FeatureCode<Self> {
  readonly commands: CommandTable<Self>;
}

/**
 * What the `feature.ts` of every feature exports.
 * `Self` is what its handlers receive: the context, and what is its own. `Needs` are objects of other features, handed over in features.ts.
 */
export interface Feature<Self extends Context, Code extends FeatureCode<Self>, Needs = undefined> {
  /** What the ids of its commands begin with, after `forgeline.`; of two features the one with the longer beginning has a command. */
  readonly commands: readonly string[];
  /** Registers what VS Code needs at once; must not wait for `load`. */
  register(context: Context, load: Load<Code>, needs: Needs): Self;
}

/** Registers features, and collects who has which commands. */
export class FeatureRegistry {
  readonly owners: CommandOwner[] = [];
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  /** @param load the one `import()` of the feature's code */
  add<Self extends Context, Code extends FeatureCode<Self>>(feature: Feature<Self, Code>, load: Load<Code>): Self;
  add<Self extends Context, Code extends FeatureCode<Self>, Needs>(
    feature: Feature<Self, Code, Needs>,
    load: Load<Code>,
    needs: Needs,
  ): Self;
  add<Self extends Context, Code extends FeatureCode<Self>>(
    feature: Feature<Self, Code, unknown>,
    load: Load<Code>,
    needs?: unknown,
  ): Self {
    // Code of features uses the client of a connection without waiting for it.
    const code = onceLoaded(async () => (await Promise.all([load(), this.context.connections.loadClient()]))[0]);
    const self = feature.register(this.context, code, needs);
    this.owners.push({
      commands: feature.commands,
      run: async (id, given) => runEntry((await code()).commands, self, id, given),
    });
    return self;
  }
}
