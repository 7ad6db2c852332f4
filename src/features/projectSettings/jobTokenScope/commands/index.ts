/** What commands of the job token scope do, in one place to be loaded from: whoever uses one uses others. */
export { addGroup, addProject } from "./add.ts";
export { lift, limit } from "./limit.ts";
export { remove } from "./remove.ts";
export { show } from "./show.ts";
