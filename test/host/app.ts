import type { activate } from "../../src/extension.ts";

/** The objects of the running extension: what every feature may use, and each feature's own. */
export type App = NonNullable<ReturnType<typeof activate>["app"]>;
