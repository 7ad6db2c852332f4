/**
 * How long tests wait before they take something for hung, in ms: many times what a busy machine takes. How fast something is, a
 * benchmark says.
 */

/** For one answer, row or text; less to see soon what is missing. */
export const waitPatience = Number(process.env["FORGELINE_TEST_PATIENCE"] ?? 90_000);
/** For a program or a window to start. */
export const startPatience = 180_000;
/** For a whole test: longer than a start, so that what it waits for is named. */
export const testPatience = 200_000;
/** For one that waits for VS Code several times in a row. */
export const editorPatience = 300_000;
