import { l10n } from "vscode";
import { UserError } from "../base/errors.ts";
import { plural } from "./plural.ts";

/**
 * A list of the host, whole or capped; matches AllItems and the last Page of api/pages.ts. A capped one is never shown without a remark: rows of
 * views carry `cappedRows`, picks end with `partialRows`, texts have `partialText`, and what needs all items asks for `wholeList`.
 */
export interface HostList<T> {
  readonly items: readonly T[];
  readonly capped?: boolean | undefined;
}

/** The host returned only a part of a list that is needed whole. */
export class PartialListError extends UserError {}

/** Returns the remark that a list is only a part. @param count number of items read */
export function partialText(count: number): string {
  if (count === 0) return l10n.t("The host returned none of the items in this list.");
  return plural(count, (shown) => ({
    one: l10n.t("Only {0} item is shown. The host may have more.", shown),
    other: l10n.t("Only the first {0} items are shown. The host may have more.", shown),
  }));
}

/** Returns the items of a list that must not be a part. @throws PartialListError */
export function wholeList<T>({ items, capped }: HostList<T>): readonly T[] {
  if (capped === true)
    throw new PartialListError(
      plural(items.length, (shown) => ({
        one: l10n.t("The host returned only {0} item of this list, but the whole list is needed.", shown),
        other: l10n.t("The host returned only the first {0} items of this list, but the whole list is needed.", shown),
      })),
    );
  return items;
}
