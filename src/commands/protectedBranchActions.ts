/** What the commands about protected branches do. */
export { addAccess, changeAccess, removeAccess } from "./protectedBranchAccess.ts";
export { edit } from "./protectedBranchEdit.ts";
export { protect } from "./protectedBranchProtect.ts";
export { show, unprotect } from "./protectedBranchUnprotect.ts";
