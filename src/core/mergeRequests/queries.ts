import { l10n } from "vscode";
import type { MergeRequestQuery, MergeRequestsOfProjectQuery } from "../../api/resources/mergeRequests.ts";
import { plainText } from "../ui/plainText.ts";
import { type Expectation, filterRules, notRules } from "./queryRules.ts";

export type AnyMergeRequestQuery = MergeRequestQuery & MergeRequestsOfProjectQuery;

/** A custom query of the setting `forgeline.mergeRequests.queries`. */
export interface OwnQuery {
  readonly name: string;
  /** Which projects; by default those of the view. */
  readonly projects?: "this" | "all";
  /** Filters of the API, except `@me` in place of a username. */
  readonly query: AnyMergeRequestQuery;
}

/** An invalid entry of the setting, with the reason in the user's language. */
export interface QueryProblem {
  /** Its name, else its position. */
  readonly name: string;
  /** 0-based; -1 for the setting as a whole. */
  readonly at: number;
  readonly why: string;
}

export interface OwnQueries {
  readonly queries: readonly OwnQuery[];
  readonly problems: readonly QueryProblem[];
}

/** Pairs of filters that exclude each other. */
const exclusive = [
  ["author_id", "author_username"],
  ["merge_user_id", "merge_user_username"],
  ["reviewer_id", "reviewer_username"],
] as const;
/** Filters of the list of all projects only. */
const everywhereOnly = ["deployed_after", "deployed_before"] as const;
/** Filter of the list of one project only. */
const projectOnly = ["iids"] as const;

type Raw = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses the setting: valid entries become queries, others a problem with the reason. */
export function readOwnQueries(value: unknown): OwnQueries {
  if (value === undefined || value === null) return { queries: [], problems: [] };
  if (!Array.isArray(value))
    return {
      queries: [],
      problems: [{ name: "forgeline.mergeRequests.queries", at: -1, why: l10n.t("Must be a list of queries") }],
    };
  const queries: OwnQuery[] = [];
  const problems: QueryProblem[] = [];
  for (const [at, entry] of (value as readonly unknown[]).entries()) {
    const given = isObject(entry) && typeof entry["name"] === "string" ? entry["name"].trim() : "";
    const name = plainText(given, 80) || l10n.t("Query {0}", at + 1);
    const taken = queries.some((query) => query.name === given);
    const reasons = isObject(entry)
      ? reasonsAgainst(entry, given, taken)
      : [l10n.t("A query must be an object with a name and filters")];
    if (reasons.length > 0) problems.push({ name, at, why: reasons.join("; ") });
    else queries.push(toQuery(entry as Raw, given));
  }
  return { queries, problems };
}

function reasonsAgainst(entry: Raw, name: string, taken: boolean): string[] {
  const { name: _name, projects, not, ...filters } = entry;
  const has = (key: string): boolean => filters[key] !== undefined;
  const reasons: string[] = [];
  if (name === "") reasons.push(l10n.t("it needs a name"));
  if (taken) reasons.push(l10n.t("this name is already used by another query"));
  if (projects !== undefined && projects !== "this" && projects !== "all")
    reasons.push(l10n.t("“{0}” must be {1}", "projects", "this, all"));
  reasons.push(...against(filters, filterRules, ""));
  if (not !== undefined)
    reasons.push(
      ...(isObject(not)
        ? against(not, notRules, "not.")
        : [l10n.t("“{0}” must be {1}", "not", l10n.t("an object with filters"))]),
    );
  for (const [one, other] of exclusive)
    if (has(one) && has(other)) reasons.push(l10n.t("“{0}” and “{1}” cannot be used together", one, other));
  const [everywhere, here] = [everywhereOnly.find(has), projectOnly.find(has)];
  if (everywhere !== undefined && projects === "this")
    reasons.push(l10n.t("“{0}” works only for all projects", everywhere));
  if (here !== undefined && projects === "all") reasons.push(l10n.t("“{0}” works only for a single project", here));
  if (everywhere !== undefined && here !== undefined)
    reasons.push(l10n.t("“{0}” and “{1}” cannot be used together", everywhere, here));
  return reasons;
}

function against(filters: Raw, rules: Readonly<Record<string, Expectation>>, prefix: string): string[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    const shown = prefix + plainText(key, 60);
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) return [l10n.t("“{0}” is not a filter", shown)];
    return rule.fits(value) ? [] : [l10n.t("“{0}” must be {1}", shown, rule.wanted())];
  });
}

function toQuery(entry: Raw, name: string): OwnQuery {
  const { name: _name, projects, ...filters } = entry;
  const everywhere = everywhereOnly.some((key) => filters[key] !== undefined) ? "all" : undefined;
  const here = projectOnly.some((key) => filters[key] !== undefined) ? "this" : undefined;
  const where = projects === "this" || projects === "all" ? projects : (everywhere ?? here);
  return {
    name,
    ...(where === undefined ? {} : { projects: where }),
    query: { state: "opened", scope: "all", ...filters },
  };
}
