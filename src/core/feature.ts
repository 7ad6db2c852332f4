/** What a feature is: what it registers at activation, and its code, which is loaded as a whole when any of it is first used. */
import { onceLoaded } from "./base/onceLoaded.ts";
import type { CommandTable } from "./commands/entries.ts";
import { type CommandOwner, runEntry, withRowsOfKey } from "./commands/register.ts";
import type { Context } from "./context.ts";

/** Loads the code of a feature once; after a failure the next call retries. */
export type Load<Code> = () => Promise<Code>;

/** What the `main.ts` of every feature exports, besides what its own `feature.ts` uses. */
export interface FeatureCode<Self> {
  readonly commands: CommandTable<Self>;
  /** Called once, when the code is loaded, for work in the background. Nobody waits for it; failures are only logged. Never rejects. */
  readonly loaded?: (self: Self) => Promise<void>;
}

/**
 * What the `feature.ts` of every feature exports.
 * `Self` is what its handlers receive: the context and the feature's own objects. `Needs` are objects of other features, passed in features.ts.
 */
export interface Feature<Self extends Context, Code extends FeatureCode<Self>, Needs = undefined> {
  /** Prefixes of the IDs of its commands, after `forgeline.`. If several features match a command, the longest prefix wins. */
  readonly commands: readonly string[];
  /** Registers what VS Code needs at activation; must not wait for `load`. */
  register(context: Context, load: Load<Code>, needs: Needs): Self;
}

/** Registers features and collects the owners of commands. */
export class FeatureRegistry {
  readonly owners: CommandOwner[] = [];
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  /** @param load the `import()` of the feature's code */
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
    // Code of features uses the client of a connection and drafts without waiting for them.
    const code = onceLoaded(async () => {
      const { connections, drafts } = this.context;
      const [main] = await Promise.all([load(), connections.loadClient(), drafts.load?.()]);
      void main.loaded?.(self);
      return main;
    });
    const self = feature.register(this.context, code, needs);
    this.owners.push({
      commands: feature.commands,
      run: async (id, given) => {
        // Before the code is loaded: the focus can move meanwhile.
        const args = await withRowsOfKey(this.context.views, given);
        await runEntry((await code()).commands, self, id, args);
      },
    });
    return self;
  }
}
