/** The rules of oxlint.config.ts that oxlint has not by itself: syntax that is forbidden, and what a file may import. */
import path from "node:path";
import { loadBetween, wallBetween } from "./walls.ts";

interface Forbidden {
  /** As in https://eslint.org/docs/latest/extend/selectors. */
  readonly selector: string;
  readonly message: string;
}

interface Context<Option> {
  readonly options: readonly Option[];
  readonly filename: string;
  readonly cwd: string;
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

interface Import {
  readonly source?: { readonly value?: unknown } | null;
}

export default {
  meta: { name: "forgeline" },
  rules: {
    "no-restricted-syntax": {
      meta: { schema: { type: "array", items: { type: "object" } } },
      create: (context: Context<Forbidden>) =>
        Object.fromEntries(
          context.options.map(({ selector, message }) => [
            selector,
            (node: unknown) => context.report({ node, message }),
          ]),
        ),
    },
    walls: {
      create: (context: Context<never>) => {
        const from = path.relative(context.cwd, context.filename);
        const checkBy =
          (between: typeof wallBetween) =>
          (node: Import): void => {
            const to = node.source?.value;
            if (typeof to !== "string" || !to.startsWith(".")) return;
            const message = between(from, path.join(path.dirname(from), to));
            if (message !== undefined) context.report({ node, message });
          };
        const check = checkBy(wallBetween);
        return {
          ImportDeclaration: check,
          ImportExpression: checkBy((from, to) => wallBetween(from, to) ?? loadBetween(from, to)),
          TSImportType: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        };
      },
    },
  },
};
