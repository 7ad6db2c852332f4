import { topLevelKeywords } from "../../../core/ciFile/document.ts";
import type { Entry } from "./ciDocument.ts";

/** Top-level keys that are not jobs; a merge key stands for the keys of another mapping. */
const settings = new Set([...topLevelKeywords, "<<"]);

/** Returns whether a top-level key is a keyword. */
export const isSetting = (name: string): boolean => settings.has(name);

/** Returns whether an entry is a job that runs, not a hidden one. */
export const isJob = ({ name }: Entry): boolean => !isSetting(name) && !name.startsWith(".");
