/** What commands of the People view's users do, in one place to be loaded from: whoever uses one uses others. */
export { copyMention, insertMention, openInBrowser } from "./actions.ts";
export { clearFilter, filter, search } from "./search.ts";
export { show } from "./show.ts";
