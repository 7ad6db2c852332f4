/**
 * Every character that cannot be seen: controls, separators of lines, and what only formats text or is drawn as nothing, such as marks of
 * direction, soft hyphens, joiners, fillers, variation selectors and tags. Tab and line feed are not among them: they show as space.
 */
export const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Returns text that others wrote, with marks for characters that cannot be seen. */
export const markUnseen = (text: string): string => text.replace(unseen, "\ufffd");
