import { plainText } from "./plainText.ts";

/** Returns the first characters of a commit's hash. What a host sends in its place is plain text. */
export const shortSha = (sha: string | null | undefined): string => plainText(sha?.slice(0, 8));
