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
    name: { type: "string", pattern: "\\S", description: "What the folder is called." },
    projects: {
      type: "string",
      enum: ["this", "all"],
      description: "The open project or all projects; left out, what the view shows.",
    },
    state: {
      type: "string",
      enum: ["opened", "closed", "locked", "merged", "all"],
      markdownDescription: "State; `opened` unless told.",
    },
    scope: {
      type: "string",
      enum: ["all", "created_by_me", "assigned_to_me"],
      markdownDescription: "Everybody's, created by you, or assigned to you; `all` unless told.",
    },
    search: { ...text, markdownDescription: "Words in title or description." },
    in: {
      type: "string",
      enum: ["title", "description", "title,description"],
      markdownDescription: "Where `search` looks; both unless told.",
    },
    author_username: {
      ...text,
      examples: ["@me"],
      markdownDescription: "User name of the author; `@me` for yours. Not together with `author_id`.",
    },
    author_id: { ...id, markdownDescription: "Id of the author. Not together with `author_username`." },
    assignee_id: { ...idOrAny, markdownDescription: "Id of an assignee, `None` or `Any`." },
    reviewer_username: {
      ...text,
      examples: ["@me", "None", "Any"],
      markdownDescription:
        "User name of a reviewer, `@me` for yours, `None` or `Any`. Not together with `reviewer_id`.",
    },
    reviewer_id: {
      ...idOrAny,
      markdownDescription: "Id of a reviewer, `None` or `Any`. Not together with `reviewer_username`.",
    },
    merge_user_username: {
      ...text,
      examples: ["@me"],
      markdownDescription: "User name of who merged; `@me` for yours. Not together with `merge_user_id`.",
    },
    merge_user_id: { ...id, markdownDescription: "Id of who merged. Not together with `merge_user_username`." },
    approved: { type: "string", enum: ["yes", "no"], markdownDescription: "Approved, or not." },
    approved_by_ids: {
      anyOf: [{ ...ids, maxItems: 5 }, noneOrAny],
      markdownDescription: "Ids of users, five at most, who all have approved; `None` or `Any`.",
    },
    approver_ids: {
      anyOf: [ids, noneOrAny],
      markdownDescription: "Ids of users who all may approve; `None` or `Any`.",
    },
    labels: {
      ...labels,
      examples: ["None", "Any"],
      markdownDescription: "Labels that it has, as a list or separated by commas; `None` or `Any`.",
    },
    milestone: { ...text, examples: ["None", "Any"], markdownDescription: "Title of the milestone; `None` or `Any`." },
    my_reaction_emoji: {
      ...text,
      examples: ["None", "Any"],
      markdownDescription: "Your reaction, such as `thumbsup`; `None` or `Any`.",
    },
    wip: { type: "string", enum: ["yes", "no"], markdownDescription: "Drafts only, or none." },
    source_branch: { ...text, markdownDescription: "Source branch." },
    target_branch: { ...text, markdownDescription: "Target branch." },
    environment: { ...text, markdownDescription: "Environment that it was deployed to." },
    created_after: {
      ...date,
      markdownDescription: "Created at or after this time, such as `2026-01-31` or `2026-01-31T12:00:00Z`.",
    },
    created_before: { ...date, markdownDescription: "Created at or before this time." },
    updated_after: { ...date, markdownDescription: "Updated at or after this time." },
    updated_before: { ...date, markdownDescription: "Updated at or before this time." },
    deployed_after: { ...date, markdownDescription: "Deployed after this time; in all projects only." },
    deployed_before: { ...date, markdownDescription: "Deployed before this time; in all projects only." },
    iids: { ...ids, markdownDescription: "Numbers of merge requests; in this project only." },
    order_by: {
      type: "string",
      enum: ["created_at", "updated_at", "title"],
      markdownDescription: "Order; `created_at` unless told.",
    },
    sort: { type: "string", enum: ["desc", "asc"], markdownDescription: "Direction of the order; `desc` unless told." },
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
      markdownDescription: "What must not be so.",
    },
  },
};
