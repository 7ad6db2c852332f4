/** What commands of the People view's users do, in one place to be loaded from: whoever uses one uses others. */
export { copyMention, insertMention, openInBrowser } from "./userActions.ts";
export { clearFilter, filter, search } from "./users.ts";
export { show } from "./userShow.ts";
