import type { Hosting } from "../hosting.ts";
import { isRecord } from "../http/nested.ts";
import { Params } from "../http/params.ts";
import { invalid } from "../http/problem.ts";
import type { Choice, Conditions, Span, Wanted } from "../mergeRequests/filter.ts";

/** A user nobody is: a name that does not exist finds nothing. */
const NOBODY = 0;
const EXCLUSIVE = ["author", "merge_user", "reviewer"] as const;

/**
 * What a list of merge requests shall hold (part 3). Throws 400 for pairs that exclude each other, and for more than five
 * approvers.
 */
export function readWanted(hosting: Hosting, query: Params): Wanted {
  for (const name of EXCLUSIVE) exclude(query, name);
  const given = query.values["not"];
  if (given !== undefined && given !== null && !isRecord(given)) throw invalid("not is invalid");
  const not = new Params(given ?? {});
  for (const name of [...EXCLUSIVE, "assignee"] as const) exclude(not, name, "not");
  const yes = (name: string): boolean | undefined => {
    const value = query.oneOf(name, ["yes", "no"]);
    return value === undefined ? undefined : value === "yes";
  };
  return {
    ...readConditions(hosting, query),
    not: readConditions(hosting, not),
    state: query.oneOf("state", ["all", "opened", "closed", "locked", "merged"]),
    iids: query.texts("iids")?.map(Number),
    approvedBy: users(query, "approved_by_ids"),
    approvers: users(query, "approver_ids"),
    approved: yes("approved"),
    mergeUser: query.integer("merge_user_id") ?? named(hosting, query.text("merge_user_username")),
    created: span(query, "created"),
    updated: span(query, "updated"),
    deployed: span(query, "deployed"),
    environment: query.text("environment"),
    search: query.text("search"),
    searchIn: (
      query.oneOf("in", ["title", "description", "title,description", "description,title"]) ?? "title,description"
    ).split(","),
    sourceBranch: query.text("source_branch"),
    targetBranch: query.text("target_branch"),
    draft: yes("wip"),
  };
}

function readConditions(hosting: Hosting, query: Params): Conditions {
  const labels = query
    .texts("labels")
    ?.flatMap((text) => text.split(","))
    .map((text) => text.trim());
  const milestone = query.text("milestone");
  const emoji = query.text("my_reaction_emoji");
  const onlyLabel = labels?.length === 1 ? special(labels[0]!) : undefined;
  return {
    labels: onlyLabel ?? labels,
    milestone: milestone === undefined ? undefined : (special(milestone) ?? { title: milestone }),
    author: query.integer("author_id") ?? named(hosting, query.text("author_username")),
    assignee: user(query, "assignee_id") ?? named(hosting, query.texts("assignee_username")?.[0]),
    reviewer: user(query, "reviewer_id") ?? userNamed(hosting, query.text("reviewer_username")),
    reaction: emoji === undefined ? undefined : (special(emoji) ?? { emoji }),
  };
}

function exclude(query: Params, name: string, inside?: string): void {
  const pair = [`${name}_id`, `${name}_username`];
  const shown = pair.map((one) => (inside === undefined ? one : `${inside}[${one}]`));
  if (pair.every((one) => query.has(one))) throw invalid(`${shown.join(", ")} are mutually exclusive`);
}

/** `None` and `Any` in any letter case. */
function special(text: string): "None" | "Any" | undefined {
  return ({ none: "None", any: "Any" } as const)[text.toLowerCase() as "none" | "any"];
}

function user(query: Params, name: string): Choice<number> | undefined {
  const text = query.text(name);
  if (text === undefined || text === "") return undefined;
  const choice = special(text);
  if (choice) return choice;
  if (!/^\d+$/.test(text)) throw invalid(`${name} should be an integer, "None" or "Any", however got ${text}`);
  // 0 is what older hosts called None.
  return text === "0" ? "None" : Number(text);
}

function users(query: Params, name: string): Choice<readonly number[]> | undefined {
  const texts = query.texts(name);
  if (texts === undefined) return undefined;
  const choice = texts.length === 1 ? special(texts[0]!) : undefined;
  if (choice) return choice;
  if (texts.length > 5) throw invalid(`${name} should have no more than 5 values`);
  return texts.map(Number);
}

function userNamed(hosting: Hosting, username: string | undefined): Choice<number> | undefined {
  return username === undefined ? undefined : (special(username) ?? named(hosting, username));
}

function named(hosting: Hosting, username: string | undefined): number | undefined {
  return username === undefined ? undefined : (hosting.state.userNamed(username)?.id ?? NOBODY);
}

function span(query: Params, name: string): Span {
  return { after: query.time(`${name}_after`), before: query.time(`${name}_before`) };
}
