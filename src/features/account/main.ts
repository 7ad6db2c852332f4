/** The code of accounts, and of what is done to the whole window. */
export { commands } from "./commands.ts";
