import type { BlameCommit } from "../../../api/resources/repositoryFileTypes.ts";
import { age } from "../../../core/ui/age.ts";
import { plainText } from "../../../core/ui/plainText.ts";

/** Returns the first line of a commit message. */
export const titleOf = ({ message }: { readonly message?: string | null }): string =>
  plainText((message ?? "").trimStart().split(/\r?\n/, 1)[0], 300);

/**
 * Returns the annotation of a line: "Bob Beretta, 3 weeks ago · Fix the sensor".
 * @param now milliseconds since the epoch
 * @param locale BCP 47 tag
 */
export function annotationText(commit: BlameCommit, now: number, locale?: string): string {
  const who = [plainText(commit.author_name, 40), age(commit.authored_date, now, locale, "long")]
    .filter(Boolean)
    .join(", ");
  return [who, plainText(titleOf(commit), 80)].filter(Boolean).join(" · ");
}
