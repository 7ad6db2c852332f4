import { l10n } from "vscode";

/** The type of a filter of a query. */
export interface Expectation {
  readonly fits: (value: unknown) => boolean;
  /** Description after "must be". */
  readonly wanted: () => string;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isNoneOrAny = (value: unknown): boolean => value === "None" || value === "Any";
const isMoment = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
const isList = (value: unknown, fits: (one: unknown) => boolean, most = Infinity): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= most && value.every(fits);

const text: Expectation = { fits: isText, wanted: () => l10n.t("text") };
const id: Expectation = { fits: isId, wanted: () => l10n.t("a number above 0") };
const idOrNone: Expectation = {
  fits: (value) => isId(value) || isNoneOrAny(value),
  wanted: () => l10n.t("a number above 0, “None” or “Any”"),
};
const moment: Expectation = {
  fits: isMoment,
  wanted: () => l10n.t("a date such as {0}", "2026-01-31, 2026-01-31T12:00:00Z"),
};
const names: Expectation = {
  fits: (value) => isText(value) || isList(value, isText),
  wanted: () => l10n.t("text or a list of texts"),
};
const oneOf = (...values: readonly string[]): Expectation => ({
  fits: (value) => values.includes(value as string),
  wanted: () => values.join(", "),
});
const ids = (most: number): Expectation => ({
  fits: (value) => isNoneOrAny(value) || isList(value, isId, most),
  wanted: () =>
    most === Infinity
      ? l10n.t("a list of numbers, “None” or “Any”")
      : l10n.t("a list of up to {0} numbers, “None” or “Any”", most),
});

/** All filters of the lists of merge requests (Part 3, Merge requests) except `not`, by name. */
export const filterRules: Readonly<Record<string, Expectation>> = {
  approved: oneOf("yes", "no"),
  approved_by_ids: ids(5),
  approver_ids: ids(Infinity),
  assignee_id: idOrNone,
  author_id: id,
  author_username: text,
  created_after: moment,
  created_before: moment,
  deployed_after: moment,
  deployed_before: moment,
  environment: text,
  iids: { fits: (value) => isList(value, isId), wanted: () => l10n.t("a list of numbers") },
  in: oneOf("title", "description", "title,description"),
  labels: names,
  merge_user_id: id,
  merge_user_username: text,
  milestone: text,
  my_reaction_emoji: text,
  order_by: oneOf("created_at", "title", "updated_at"),
  reviewer_id: idOrNone,
  reviewer_username: text,
  scope: oneOf("created_by_me", "assigned_to_me", "all"),
  search: text,
  sort: oneOf("asc", "desc"),
  source_branch: text,
  state: oneOf("all", "opened", "closed", "locked", "merged"),
  target_branch: text,
  updated_after: moment,
  updated_before: moment,
  wip: oneOf("yes", "no"),
};

/** The filters below `not`. */
export const notRules: Readonly<Record<string, Expectation>> = {
  assignee_id: id,
  assignee_username: text,
  author_id: id,
  author_username: text,
  labels: names,
  milestone: text,
  my_reaction_emoji: text,
  reviewer_id: id,
  reviewer_username: text,
};
