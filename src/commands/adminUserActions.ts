/** What commands of users do for administrators, in one place to be loaded from: whoever uses one uses others. */
export { create } from "./adminUserCreate.ts";
export { remove } from "./adminUserDelete.ts";
export { edit } from "./adminUserEdit.ts";
export { clearFilter, filter } from "./adminUserFilter.ts";
