/** The rule of oxlint.config.ts that oxlint has not by itself: syntax that is forbidden, each kind with its reason. */

interface Forbidden {
  /** As in https://eslint.org/docs/latest/extend/selectors. */
  readonly selector: string;
  readonly message: string;
}

interface Context {
  readonly options: readonly Forbidden[];
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

export default {
  meta: { name: "forgeline" },
  rules: {
    "no-restricted-syntax": {
      meta: { schema: { type: "array", items: { type: "object" } } },
      create: (context: Context) =>
        Object.fromEntries(context.options.map(({ selector, message }) => [selector, (node: unknown) => context.report({ node, message })])),
    },
  },
};
