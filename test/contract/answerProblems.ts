import { type Endpoint, type Field, resourceOf } from "./contract.ts";
import {
  fields as differences,
  furtherShapes,
  furtherStatuses,
  furtherValues,
  headerPrefixes,
  otherNames,
  singleOrList,
} from "./differences.ts";
import { fits } from "./values.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** What an answer's form depends on. */
export interface Asked {
  readonly query: ReadonlyMap<string, unknown>;
  readonly byAdmin: boolean;
  /** Filters by which nothing need be found, with the reasons. */
  readonly openFilters?: Readonly<Record<string, string>> | undefined;
}

const mediaTypes: Readonly<Record<string, RegExp>> = {
  json: /^application\/json$/,
  zip: /^application\/zip$/,
  text: /^text\/plain$/,
  xml: /^(application|text)\/(atom\+)?xml$/,
  html: /^text\/html$/,
  // Of any type but a page's.
  binary: /^(?!text\/html$)/,
};

/** Compares a successful answer with what the contract promises. What XML lacks, the client refuses. */
export function answerProblems(
  endpoint: Endpoint,
  answer: Answered,
  asked: Asked = { query: new Map(), byAdmin: false },
): string[] {
  const { status, shape, array } = endpoint.success;
  const contentType = String(answer.headers["content-type"] ?? "").split(";", 1)[0]!;
  if (furtherStatuses[endpoint.id]?.includes(answer.status) === true) return [];
  if (status !== null && answer.status !== status) return [`the answer is ${answer.status}, not ${status}`];
  if (status === null && (answer.status < 200 || answer.status > 299)) return [`the answer is ${answer.status}`];
  const wanted = mediaTypes[endpoint.success.contentType ?? ""];
  if (wanted?.test(contentType) === false)
    return [
      `the answer is ${contentType === "" ? "without a type" : contentType}, not ${endpoint.success.contentType ?? ""}`,
    ];
  const resource = shape === null ? undefined : resourceOf(shape);
  if (resource?.format === "headers") return resource.fields.flatMap(({ name }) => headerProblem(answer, name));
  if (endpoint.success.contentType !== "json" || (resource && resource.format !== "json")) return [];
  let body: unknown;
  try {
    body = JSON.parse(answer.body.toString());
  } catch {
    return ["the answer is not JSON"];
  }
  if (furtherShapes[endpoint.id]?.(body) === true) return [];
  if (!Array.isArray(body) && array && !singleOrList.includes(endpoint.id)) return ["the answer is no list"];
  if (Array.isArray(body) && body.length === 0) {
    // A server that does not say how many pages there are is asked for one more.
    const isFurther = Number(asked.query.get("page") ?? 1) > 1;
    const isOpen = Object.keys(asked.openFilters ?? {}).some((name) => asked.query.has(name));
    return !resource || isFurther || isOpen ? [] : ["the list is empty, so that it shows nothing"];
  }
  const items: readonly unknown[] = array && Array.isArray(body) ? body : [body];
  if (!resource)
    return array && items.some((item) => !fits("object", item)) ? ["an item of the list is no object"] : [];
  const form = formOf(endpoint, asked, resource.name);
  const problems = items.flatMap((item, index) =>
    resourceProblems(form.resource, item, array ? `${form.resource} ${index}` : form.resource, form.items),
  );
  return form.partly ? problems.filter((problem) => !problem.endsWith(" is absent")) : problems;
}

interface Form {
  readonly resource: string;
  /** Only what is there is compared. */
  readonly partly: boolean;
  /** Fields that are records here. */
  readonly items: Readonly<Record<string, string>>;
}

/** Which of an operation's forms was asked for. */
function formOf(endpoint: Endpoint, { query, byAdmin }: Asked, resource: string): Form {
  const due = (endpoint.success.variants ?? []).filter(({ when }) =>
    when === "caller is an administrator" ? byAdmin : query.get(when.split("=")[0]!) === when.split("=")[1],
  );
  const whole = due.find(({ shape }) => resourceOf(shape))?.shape ?? resource;
  const [, field, items] =
    due.map(({ shape }) => /^(\w+) is an array of (\w+)$/.exec(shape)).find((match) => match !== null) ?? [];
  return {
    resource: whole,
    partly: due.some(({ when }) => when === "view=simple"),
    items: field === undefined ? {} : { [field]: items! },
  };
}

function headerProblem(answer: Answered, name: string): string[] {
  const known = [name, ...headerPrefixes.map(([documented, host]) => name.replace(documented, host))];
  return known.some((one) => (answer.headers[one.toLowerCase()] ?? "") !== "") ? [] : [`the header ${name} is absent`];
}

function resourceProblems(name: string, value: unknown, at: string, items: Form["items"] = {}): string[] {
  if (!fits("object", value)) return [`${at} is no object`];
  const record = value as Record<string, unknown>;
  return resourceOf(name)!.fields.flatMap((field) => {
    const sent = field.name in record ? field.name : (otherNames[field.name] ?? field.name);
    const due = items[field.name] === undefined ? field : { ...field, type: "array", items: items[field.name]! };
    return fieldProblems(name, due, record[sent], `${at}.${field.name}`);
  });
}

function fieldProblems(resource: string, field: Field, value: unknown, at: string): string[] {
  const may = differences[resource]?.[field.name]?.may ?? "";
  if (value === undefined) {
    if (field.optional === true || field.singleOnly === true || field.edition !== undefined) return [];
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
