/** What commands of users do for administrators, in one place to be loaded from: whoever uses one uses others. */
export { create } from "./create.ts";
export { remove } from "./delete.ts";
export { edit } from "./edit.ts";
export { clearFilter, filter } from "./filterMenu.ts";
