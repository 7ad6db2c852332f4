import { disrupting } from "../base/disrupting.ts";

/** Returns a name of the host for the clipboard: a line break would run it as a command where it is pasted into a terminal. */
export const pasteable = (text: string): string => text.replace(disrupting, " ").trim();
