import { type Disposable, window } from "vscode";
import { ROW_SCHEME } from "../addresses/schemes.ts";
import { loadRowMarks } from "../lazy/chunks.ts";

/** Registers the decorations of rows, which their resource URIs encode. */
export const showRowMarks = (): Disposable =>
  window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }) =>
      scheme === ROW_SCHEME ? loadRowMarks().then(({ decorationOf }) => decorationOf(query)) : undefined,
  });
