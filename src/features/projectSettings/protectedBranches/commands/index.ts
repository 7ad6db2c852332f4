/** What the commands about protected branches do. */
export { addAccess, changeAccess, removeAccess } from "./access.ts";
export { edit } from "./edit.ts";
export { protect } from "./protect.ts";
export { show, unprotect } from "./unprotect.ts";
