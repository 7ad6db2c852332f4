/** The code of the feature, loaded as one chunk. */
export { commands } from "./commands.ts";
export { userHover } from "./hover.ts";
export { ownStatusBar } from "./me/statusBar.ts";
export { UserCards } from "./users/cards.ts";
export { openPeople } from "./view.ts";
