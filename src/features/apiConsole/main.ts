/** The code of the API console. */
export { commands } from "./commands.ts";
