/** Capitalizes a name for the start of a sentence. */
export const sentence = (name: string): string => name.charAt(0).toLocaleUpperCase() + name.slice(1);
