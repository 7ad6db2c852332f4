/** Prefixes of draft titles; `WIP:` on older hosts. */
const prefix = /^\s*(?:\[(?:draft|wip)\]|\(draft\)|(?:draft|wip):|draft\s-\s)\s*/i;

/** Whether a title marks a draft. */
export const isDraftTitle = (title: string): boolean => prefix.test(title);

/** Removes the draft prefixes of a title. */
export function readyTitle(title: string): string {
  let rest = title;
  while (prefix.test(rest)) rest = rest.replace(prefix, "");
  return rest;
}

/** Adds the draft prefix to a title. */
export const draftTitle = (title: string): string => (isDraftTitle(title) ? title : `Draft: ${title}`);
