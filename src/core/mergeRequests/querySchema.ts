import type { JsonSchema } from "../base/jsonSchema.ts";

const text: JsonSchema = { type: "string", minLength: 1 };
const id: JsonSchema = { type: "integer", minimum: 1 };
const ids: JsonSchema = { type: "array", minItems: 1, items: id };
const noneOrAny: JsonSchema = { enum: ["None", "Any"] };
const idOrAny: JsonSchema = { anyOf: [id, noneOrAny] };
const labels: JsonSchema = { anyOf: [text, { type: "array", minItems: 1, items: text }] };
const date: JsonSchema = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}" };

/** An entry of the setting `forgeline.mergeRequests.queries`, as settings.json completes and checks it; queries.ts reads it. */
export const querySchema: JsonSchema = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  allOf: [
    { not: { required: ["author_id", "author_username"] } },
    { not: { required: ["merge_user_id", "merge_user_username"] } },
    { not: { required: ["reviewer_id", "reviewer_username"] } },
  ],
  properties: {
    name: { type: "string", pattern: "\\S", description: "Name of the folder." },
    projects: {
      type: "string",
      enum: ["this", "all"],
      description:
        "Whether to list merge requests of the open project or of all projects. Default: what the view shows.",
    },
    state: {
      type: "string",
      enum: ["opened", "closed", "locked", "merged", "all"],
      markdownDescription: "State. Default: `opened`.",
    },
    scope: {
      type: "string",
      enum: ["all", "created_by_me", "assigned_to_me"],
      markdownDescription: "All, created by you, or assigned to you. Default: `all`.",
    },
    search: { ...text, markdownDescription: "Words in title or description." },
    in: {
      type: "string",
      enum: ["title", "description", "title,description"],
      markdownDescription: "Fields that `search` looks in. Default: both.",
    },
    author_username: {
      ...text,
      examples: ["@me"],
      markdownDescription: "Username of the author; `@me` for yours. Cannot be combined with `author_id`.",
    },
    author_id: { ...id, markdownDescription: "ID of the author. Cannot be combined with `author_username`." },
    assignee_id: { ...idOrAny, markdownDescription: "ID of an assignee, `None` or `Any`." },
    reviewer_username: {
      ...text,
      examples: ["@me", "None", "Any"],
      markdownDescription:
        "Username of a reviewer, `@me` for yours, `None` or `Any`. Cannot be combined with `reviewer_id`.",
    },
    reviewer_id: {
      ...idOrAny,
      markdownDescription: "ID of a reviewer, `None` or `Any`. Cannot be combined with `reviewer_username`.",
    },
    merge_user_username: {
      ...text,
      examples: ["@me"],
      markdownDescription: "Username of the user who merged; `@me` for yours. Cannot be combined with `merge_user_id`.",
    },
    merge_user_id: {
      ...id,
      markdownDescription: "ID of the user who merged. Cannot be combined with `merge_user_username`.",
    },
    approved: { type: "string", enum: ["yes", "no"], markdownDescription: "Whether it is approved." },
    approved_by_ids: {
      anyOf: [{ ...ids, maxItems: 5 }, noneOrAny],
      markdownDescription: "IDs of at most five users who have all approved, `None` or `Any`.",
    },
    approver_ids: {
      anyOf: [ids, noneOrAny],
      markdownDescription: "IDs of users who can all approve, `None` or `Any`.",
    },
    labels: {
      ...labels,
      examples: ["None", "Any"],
      markdownDescription: "Labels, as a list or separated by commas, `None` or `Any`.",
    },
    milestone: { ...text, examples: ["None", "Any"], markdownDescription: "Title of the milestone, `None` or `Any`." },
    my_reaction_emoji: {
      ...text,
      examples: ["None", "Any"],
      markdownDescription: "Your reaction, for example `thumbsup`, `None` or `Any`.",
    },
    wip: { type: "string", enum: ["yes", "no"], markdownDescription: "Whether it is a draft." },
    source_branch: { ...text, markdownDescription: "Source branch." },
    target_branch: { ...text, markdownDescription: "Target branch." },
    environment: { ...text, markdownDescription: "Environment it was deployed to." },
    created_after: {
      ...date,
      markdownDescription: "Created at or after this time, for example `2026-01-31` or `2026-01-31T12:00:00Z`.",
    },
    created_before: { ...date, markdownDescription: "Created at or before this time." },
    updated_after: { ...date, markdownDescription: "Updated at or after this time." },
    updated_before: { ...date, markdownDescription: "Updated at or before this time." },
    deployed_after: { ...date, markdownDescription: "Deployed after this time. Only for all projects." },
    deployed_before: { ...date, markdownDescription: "Deployed before this time. Only for all projects." },
    iids: { ...ids, markdownDescription: "Numbers of merge requests. Only for the open project." },
    order_by: {
      type: "string",
      enum: ["created_at", "updated_at", "title"],
      markdownDescription: "Field to sort by. Default: `created_at`.",
    },
    sort: { type: "string", enum: ["desc", "asc"], markdownDescription: "Sort direction. Default: `desc`." },
    not: {
      type: "object",
      additionalProperties: false,
      properties: {
        labels,
        milestone: text,
        author_username: text,
        author_id: id,
        assignee_username: text,
        assignee_id: id,
        reviewer_username: text,
        reviewer_id: id,
        my_reaction_emoji: text,
      },
      markdownDescription: "Filters that must not match.",
    },
  },
};
