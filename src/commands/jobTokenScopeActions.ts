/** What commands of the job token scope do, in one place to be loaded from: whoever uses one uses others. */
export { addGroup, addProject } from "./jobTokenScopeAdd.ts";
export { lift, limit } from "./jobTokenScopeLimit.ts";
export { remove } from "./jobTokenScopeRemove.ts";
export { show } from "./jobTokenScopeShow.ts";
