import { type Endpoint, type Field, resourceOf } from "./contract.ts";
import { fields as differences, furtherStatuses, furtherValues, otherNames } from "./differences.ts";
import { fits } from "./values.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** Compares a successful answer with what the contract promises. */
export function answerProblems(endpoint: Endpoint, answer: Answered): string[] {
  const { status, shape, array } = endpoint.success;
  const contentType = String(answer.headers["content-type"] ?? "").split(";", 1)[0];
  if (furtherStatuses[endpoint.id]?.includes(answer.status) === true) return [];
  if (status !== null && answer.status !== status) return [`the answer is ${answer.status}, not ${status}`];
  if (status === null && (answer.status < 200 || answer.status > 299)) return [`the answer is ${answer.status}`];
  const wanted = { json: "application/json", zip: "application/zip", text: "text/plain" }[endpoint.success.contentType ?? ""];
  if (wanted !== undefined && contentType !== wanted) return [`the answer is ${contentType ?? "without a type"}, not ${wanted}`];
  const resource = shape === null ? undefined : resourceOf(shape);
  if (!resource || resource.format !== "json") return [];
  const body: unknown = JSON.parse(answer.body.toString());
  if (!array) return resourceProblems(resource.name, body, resource.name);
  if (!Array.isArray(body)) return ["the answer is no list"];
  if (body.length === 0) return ["the list is empty, so that it shows nothing"];
  return body.flatMap((item, index) => resourceProblems(resource.name, item, `${resource.name} ${index}`));
}

function resourceProblems(name: string, value: unknown, at: string): string[] {
  if (!fits("object", value)) return [`${at} is no object`];
  const record = value as Record<string, unknown>;
  return resourceOf(name)!.fields.flatMap((field) => {
    const sent = field.name in record ? field.name : (otherNames[field.name] ?? field.name);
    return fieldProblems(name, field, record[sent], `${at}.${field.name}`);
  });
}

function fieldProblems(resource: string, field: Field, value: unknown, at: string): string[] {
  const may = differences[resource]?.[field.name]?.may ?? "";
  if (value === undefined) {
    if (field.optional === true || field.edition !== undefined) return [];
    return may.includes("absent") ? [] : [`${at} is absent`];
  }
  if (value === null) {
    if (field.nullable || field.type === null) return [];
    return may.includes("null") ? [] : [`${at} is null`];
  }
  if (field.ref !== undefined) return resourceProblems(field.ref, value, at);
  if (field.items !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => resourceProblems(field.items!, item, `${at}[${index}]`));
  }
  if (!fits(field.type, value)) return [`${at} is no ${field.type ?? "value"}`];
  if (field.enum === null || typeof value !== "string") return [];
  const known = field.enum.includes(value) || furtherValues[field.name]?.includes(value) === true;
  return known ? [] : [`${at} has the undocumented value ${value}`];
}
