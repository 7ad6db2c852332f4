import type { Hosting } from "../hosting.ts";
import type { Params } from "../http/params.ts";
import { invalid, message } from "../http/problem.ts";
import type { MilestoneOwner, MilestoneRecord } from "../milestones/records.ts";
import type { MilestoneFields } from "../milestones/store.ts";

/**
 * The attributes of a new or changed milestone. Throws 400: for a date that is none, and in the words of real hosts
 * for a title that is taken and a due date before the start.
 */
export function readMilestoneFields(
  hosting: Hosting,
  owner: MilestoneOwner,
  fields: Params,
  present?: MilestoneRecord,
): MilestoneFields {
  const given = (name: string): boolean => fields.values[name] !== undefined;
  const event = fields.oneOf("state_event", ["close", "activate"]);
  const read: MilestoneFields = {
    ...(given("title") ? { title: fields.text("title") ?? "" } : {}),
    ...(given("description") ? { description: fields.text("description") ?? null } : {}),
    ...(given("due_date") ? { dueDate: date(fields, "due_date") } : {}),
    ...(given("start_date") ? { startDate: date(fields, "start_date") } : {}),
    ...(event === undefined ? {} : { state: event === "close" ? "closed" : "active" }),
  };
  const wrong: string[] = [];
  if (read.title !== undefined && read.title.trim() === "") wrong.push(`:title=>["can't be blank"]`);
  else if (read.title !== undefined && hosting.milestones.titleTaken(owner, read.title, present))
    wrong.push(`:title=>["already being used for another group or project milestone."]`);
  const due = read.dueDate === undefined ? present?.dueDate : read.dueDate;
  const start = read.startDate === undefined ? present?.startDate : read.startDate;
  if (typeof due === "string" && typeof start === "string" && due < start)
    wrong.push(`:due_date=>["must be greater than start date"]`);
  if (wrong.length > 0)
    throw message(400, `Failed to ${present ? "update" : "create"} milestone {${wrong.join(", ")}}`);
  return read;
}

/** `YYYY-MM-DD` of a day that exists; empty takes the date away. */
function date(fields: Params, name: string): string | null {
  const text = fields.text(name);
  if (text === undefined || text === "") return null;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) throw invalid(`${name} is invalid`);
  return text;
}
