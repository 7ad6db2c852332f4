import { type Disposable, FileDecoration, window } from "vscode";

/** Scheme of the addresses that mark rows. */
export const rowScheme = "forgeline-row";

/** Draws marks at the end of rows, which are loaded with the first one. Their addresses say it all (rowMarks.ts). */
export const showRowMarks = (): Disposable =>
  window.registerFileDecorationProvider({
    provideFileDecoration: async ({ scheme, query }) => {
      if (scheme !== rowScheme) return undefined;
      const { badge, tooltip, color } = (await import("./rowMarks.ts")).markOf(query);
      return new FileDecoration(badge, tooltip, color);
    },
  });
