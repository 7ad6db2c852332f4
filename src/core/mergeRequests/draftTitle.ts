/** A title that begins so says that the work is not done; `WIP:` on older hosts. */
const prefix = /^\s*(?:\[(?:draft|wip)\]|\(draft\)|(?:draft|wip):|draft\s-\s)\s*/i;

/** Whether a title says that it is a draft. */
export const isDraftTitle = (title: string): boolean => prefix.test(title);

/** The title of a merge request that is ready. */
export function readyTitle(title: string): string {
  let rest = title;
  while (prefix.test(rest)) rest = rest.replace(prefix, "");
  return rest;
}

/** The title of a draft. */
export const draftTitle = (title: string): string => (isDraftTitle(title) ? title : `Draft: ${title}`);
