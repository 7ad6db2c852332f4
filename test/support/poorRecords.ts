/** Records as poor as the client's checks admit them. */
import { ApiError } from "../../src/api/errors.ts";
import type { RequiredFields } from "../../src/api/fieldsOf.ts";
import { checkObject, UnexpectedBody } from "../../src/api/json.ts";
import { endpoints, type Field, resourceOf } from "../contract/contract.ts";

/**
 * What records lack: `absent` and `null` every field that is not required; `hollow` what is within their records and
 * lists; `empty` the text of their texts and the items of their lists; `alone` one field after the other.
 */
export const lacks = ["absent", "null", "hollow", "empty", "alone"] as const;
export type Lack = (typeof lacks)[number];

type Wanted = RequiredFields[string];
type Fields = ReadonlyMap<string, { readonly field?: Field; readonly wanted?: Wanted }>;

/** The resources of operations that the contract does not have. */
const undocumented: Readonly<Record<string, string>> = {
  "extras.bridges": "Job",
  "extras.mergeRequest": "MergeRequest",
};
const text = (name: string): Field => ({ name, type: "string", nullable: false, enum: null });
/** What real hosts send in lists whose items the contract does not describe. */
const undescribed: Readonly<Record<string, readonly Field[]>> = {
  dependencyGroups: [text("targetFramework"), { ...text("dependencies"), type: "array" }],
  dependencies: [text("id"), text("range")],
};
const endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

let latest = 0;

/** Whole records, each with one of these texts wherever a host may send any text. */
export interface Hostile {
  readonly texts: readonly string[];
  /** What each file and log of the host contains; without it there are none. */
  readonly files?: string;
  /** Whether the host accepts writes. */
  readonly writes?: boolean;
  /** Values of fields, by name. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Whether the host refuses everything, with the first of the texts. */
  readonly refuses?: boolean;
}

/** Records beside the others, for rows that no single record makes. */
const together: Readonly<Record<string, (whole: object) => object[]>> = {
  // A parallel job.
  "jobs.listForPipeline": (whole) => [1, 2].map((part) => ({ ...whole, id: ++latest, name: `parallel ${part}/2` })),
};

/** The records of a list of an operation; the first is what the operation answers where it answers one. */
export function poorRecords(operation: string, requiredFields: RequiredFields, lack: Lack | Hostile): object[] {
  const shape = undocumented[operation] ?? endpointsById.get(operation)?.success.shape ?? "";
  const fields = fieldsOf(resourceOf(shape)?.fields, requiredFields);
  const [whole = {}, ...others] =
    typeof lack === "object"
      ? lack.texts.map((one) => wholeRecord(fields, one, lack.values))
      : lack === "alone"
        ? oneByOne(fields)
        : [poorRecord(fields, lack)];
  const records = [whole, ...others, ...((lack === "alone" && together[operation]?.(whole)) || [])];
  const admitted = records.filter((record) => isAdmitted(record, requiredFields));
  if (admitted.length === 0)
    throw new Error(`${operation} admits no record that is ${typeof lack === "string" ? lack : "hostile"}`);
  return admitted;
}

function fieldsOf(documented: readonly Field[] = [], required: RequiredFields): Fields {
  const fields = new Map<string, { readonly field?: Field; readonly wanted?: Wanted }>();
  for (const [name, wanted] of Object.entries(required)) fields.set(name, { wanted });
  for (const field of documented) fields.set(field.name, { ...fields.get(field.name), field });
  return fields;
}

function poorRecord(fields: Fields, lack: Exclude<Lack, "alone">): object {
  return Object.fromEntries(
    [...fields].flatMap(([name, { field, wanted }]) => {
      const rule = ruleOf(wanted);
      if (rule !== undefined && !rule.endsWith("?") && !rule.endsWith("|null"))
        return [[name, requiredValue(name, rule, field, wanted, lack)]];
      if (lack === "absent" && rule?.endsWith("|null") !== true) return [];
      if (lack === "null" || lack === "absent") return [[name, null]];
      return [[name, hollowValue(name, field, wanted, lack)]];
    }),
  );
}

const ruleOf = (wanted: Wanted | undefined): string | undefined => (typeof wanted === "object" ? wanted.kind : wanted);

function requiredValue(
  name: string,
  rule: string,
  field: Field | undefined,
  wanted: Wanted | undefined,
  lack: Exclude<Lack, "alone">,
): unknown {
  const of = typeof wanted === "object" ? wanted.of : {};
  switch (rule) {
    case "id":
    case "number":
      return ++latest;
    case "flag":
      return false;
    case "list":
      return lack === "empty" || typeof wanted !== "object" ? [] : [poorRecord(fieldsOf(innerOf(field), of), lack)];
    case "object":
      return poorRecord(fieldsOf(innerOf(field), of), lack);
    default:
      return field?.enum?.[0] ?? `${name}-${++latest}`;
  }
}

/** What is there and holds nothing. */
function hollowValue(
  name: string,
  field: Field | undefined,
  wanted: Wanted | undefined,
  lack: "hollow" | "empty",
): unknown {
  const rule = (ruleOf(wanted) ?? kindOf(field)).replace(/\?$|\|null$/, "");
  if (rule === "list" || rule === "object")
    return requiredValue(name, rule, field, wanted, lack === "hollow" ? "null" : "empty");
  return rule === "text" && lack === "empty" ? "" : null;
}

function kindOf(field: Field | undefined): string {
  const type = field?.type ?? "";
  if (field?.ref !== undefined || type === "object") return "object";
  return type.startsWith("array") ? "list" : /^(integer|number|float|boolean)/.test(type) ? "number" : "text";
}

const innerOf = (field: Field | undefined): readonly Field[] | undefined =>
  resourceOf(field?.ref ?? field?.items ?? "")?.fields ?? undescribed[field?.name ?? ""];

/** The whole record, and for each field one that lacks it and one in which it is null. */
function oneByOne(fields: Fields): object[] {
  const made = (): [string, unknown][] =>
    [...fields].map(([name, { field, wanted }]) => [name, wholeValue(name, field, wanted, 0)]);
  return [
    Object.fromEntries(made()),
    ...[...fields.keys()].flatMap((lacking) => [
      Object.fromEntries(made().filter(([name]) => name !== lacking)),
      Object.fromEntries(made().map(([name, value]) => [name, name === lacking ? null : value])),
    ]),
  ];
}

const wholeRecord = (fields: Fields, hostile: string, values: Hostile["values"]): object =>
  Object.fromEntries(
    [...fields].map(([name, { field, wanted }]) => [name, wholeValue(name, field, wanted, 0, hostile, values)]),
  );

function wholeValue(
  name: string,
  field: Field | undefined,
  wanted: Wanted | undefined,
  depth: number,
  hostile?: string,
  values: Hostile["values"] = {},
): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  const rule = (ruleOf(wanted) ?? kindOf(field)).replace(/\?$|\|null$/, "");
  const within = (): object =>
    Object.fromEntries(
      depth > 4
        ? []
        : [...fieldsOf(innerOf(field), typeof wanted === "object" ? wanted.of : {})].map(
            ([inner, { field: of, wanted: rules }]) => [
              inner,
              wholeValue(inner, of, rules, depth + 1, hostile, values),
            ],
          ),
    );
  switch (rule) {
    case "id":
    case "number":
      return field?.type === "boolean" ? true : ++latest;
    case "flag":
      return true;
    case "list":
      return typeof wanted === "object" || field?.items !== undefined
        ? [within(), within()]
        : [hostile ?? `${name}-${++latest}`];
    case "object":
      return within();
    default:
      if (field?.enum?.[0] !== undefined) return field.enum[0];
      if (/(_at|_date|_on)$/.test(name)) return "2024-01-01T00:00:00Z";
      if (hostile !== undefined) return hostile;
      // What is named alike belongs together: attempts of a job, the files of a folder, a rule and its branch.
      if (name === "name" || name === "stage") return name;
      if (/path$/.test(name)) return `folder/${name}-${++latest}`;
      return /url/.test(name) ? `https://git.example.com/${name}/${++latest}` : `${name}-${++latest}`;
  }
}

function isAdmitted(record: object, requiredFields: RequiredFields): boolean {
  try {
    checkObject<object>(record, requiredFields);
    return true;
  } catch (error) {
    if (error instanceof UnexpectedBody) return false;
    throw error;
  }
}

/** @param words of the host */
export const notThere = (operation: string, words?: string): ApiError =>
  new ApiError({
    kind: "notFound",
    serviceMessage: words,
    message: `${operation} is not there`,
    request: { method: "GET", url: "https://git.example.com/api/v4/x", instance: "https://git.example.com" },
  });
