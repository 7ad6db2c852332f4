/**
 * Lets plain Node load modules that import "vscode" without a window: classes and enumerations are those of test/window, and namespaces hold exactly
 * what a test has put into `vscodeFakes`; any other member throws an error with its name. Of unit tests, `mocha.ts` loads it; others load the module under
 * test with `await import(…)` after this file.
 */
import { l10n } from "../window/l10n.ts";
import { useNamespaces } from "../window/module.ts";

const bare = () => ({
  window: {} as Record<string, unknown>,
  commands: {} as Record<string, unknown>,
  languages: {} as Record<string, unknown>,
  workspace: {} as Record<string, unknown>,
  comments: {} as Record<string, unknown>,
  authentication: {} as Record<string, unknown>,
  tests: {} as Record<string, unknown>,
  lm: {} as Record<string, unknown>,
  env: { language: "en", uiKind: 1 } as Record<string, unknown>,
  /** Without a fake no other extension is there. */
  extensions: { getExtension: (_id: string): unknown => undefined },
});

export const vscodeFakes = Object.assign(bare(), {
  /** Runs after each unit test. */
  reset(): void {
    Object.assign(vscodeFakes, bare());
  },
});

const namespaces = Object.assign(Object.create(vscodeFakes) as typeof vscodeFakes, { l10n });
/** Makes the fakes the namespaces of `vscode` again, after a window in the process. */
export const useFakes = (): void => useNamespaces(namespaces);
useFakes();
