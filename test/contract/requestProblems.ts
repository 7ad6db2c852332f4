import { parseMultipart } from "../service/http/multipart.ts";
import { type BodyType, type Endpoint, type Parameter, routeOf } from "./contract.ts";
import { credentialHeaders, credentialProblems } from "./credentialProblems.ts";
import { beyond, neverSent, otherNames, otherSegments } from "./differences.ts";
import { parameterProblems, readPairs } from "./values.ts";

export interface SentRequest {
  readonly method: string;
  /** Path below the instance's address, with query, as it was sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** Whether an earlier answer named this very address in its `Link`: it is then followed as given, whatever is in it. */
  readonly given: boolean;
}

export interface Judged {
  /** The operation it is; undefined when the contract has none like it. */
  readonly endpoint: Endpoint | undefined;
  /** Which of the operation's routes it is. */
  readonly path: string | undefined;
  readonly query: ReadonlyMap<string, unknown>;
  /** Parameters and headers it carries that are documented or accepted, those of the path aside; keys of hashes as `not[labels]`. */
  readonly seen: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** Headers that belong to the transport, not to the operation, unless the operation documents them. */
const transportHeaders = new Set(
  "host connection keep-alive accept accept-encoding user-agent content-type content-length transfer-encoding".split(
    " ",
  ),
);

/** Compares a request with the contract. Problems name parameters, never the values of credentials. */
export function judgeRequest(request: SentRequest): Judged {
  const [sentPath = "", search = ""] = request.target.split("?", 2);
  const path = otherSegments.reduce((text, [sent, documented]) => text.replace(sent, documented), sentPath);
  const query = readPairs(new URLSearchParams(search));
  const route = routeOf(request.method, path);
  if (!route)
    return {
      endpoint: undefined,
      path: undefined,
      query,
      seen: new Set(),
      problems: [`the contract has no ${request.method} ${sentPath}`],
    };
  const { endpoint, holes } = route;
  const seen = new Set<string>();
  return {
    endpoint,
    path: route.path,
    query,
    seen,
    problems: [
      ...pathProblems(endpoint, holes),
      ...(request.given
        ? seeing(endpoint.query, query, seen)
        : groupProblems(endpoint, endpoint.query, query, seen, true)),
      ...bodyProblems(endpoint, request, seen),
      ...headerProblems(endpoint, request, seen),
      ...credentialProblems(endpoint, request.headers),
    ].map((problem) => `${endpoint.id}: ${problem}`),
  };
}

function pathProblems(endpoint: Endpoint, holes: Readonly<Record<string, string>>): string[] {
  return endpoint.pathParams.flatMap(({ name, type, enum: allowed }) => {
    const sent = holes[name];
    // A hole with few values is a route for each of them.
    if (sent === undefined) return [];
    const values = sent.split("/").map(decodeURIComponent);
    // A dot and quotes may be encoded, but need not be.
    const plain = (text: string): string => text.replaceAll("%2E", ".").replaceAll("%27", "'");
    const encoded = values.map(encodeURIComponent).join("/") === plain(sent) ? [] : [`${name} is not encoded`];
    return [...encoded, ...parameterProblems({ name, type, enum: allowed }, values.join("/"), true)];
  });
}

/** Only remembers what is there; finds nothing wrong. */
function seeing(documented: readonly Parameter[], sent: ReadonlyMap<string, unknown>, seen: Set<string>): string[] {
  for (const { name, keys = [] } of documented) {
    if (!sent.has(name)) continue;
    seen.add(name);
    const value = sent.get(name);
    for (const key of keys)
      if (typeof value === "object" && value !== null && key in value) seen.add(`${name}[${key}]`);
  }
  return [];
}

function groupProblems(
  endpoint: Endpoint,
  documented: readonly Parameter[],
  sent: ReadonlyMap<string, unknown>,
  seen: Set<string>,
  text: boolean,
): string[] {
  seeing(documented, sent, seen);
  const accepted = beyond[endpoint.id] ?? {};
  const undocumented = [...sent.keys()].filter((name) => !documented.some((one) => one.name === name));
  for (const name of undocumented.filter((one) => one in accepted)) seen.add(name);
  const missing = documented.filter(
    ({ name, required }) => required === true && !sent.has(name) && neverSent[endpoint.id]?.[name] === undefined,
  );
  return [
    ...undocumented.filter((name) => !(name in accepted)).map((name) => `${name} is not documented`),
    ...missing.map(({ name }) => `${name} is missing`),
    ...documented
      .filter(({ name }) => sent.has(name))
      .flatMap((parameter) => parameterProblems(parameter, sent.get(parameter.name), text)),
  ];
}

const mediaTypes: Readonly<Record<BodyType, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

function bodyProblems(endpoint: Endpoint, { headers, body }: SentRequest, seen: Set<string>): string[] {
  const { type, accepts, fields, variants } = endpoint.body;
  const whole = String(headers["content-type"] ?? "");
  const contentType = whole.split(";", 1)[0]!;
  if (type === null) return body.length === 0 && contentType === "" ? [] : ["a body is sent where none is documented"];
  const form = accepts.find((one) => mediaTypes[one] === contentType);
  if (form === undefined) {
    // Nothing to say is said without a body, where nothing is required.
    if (body.length === 0 && contentType === "" && !fields.some(({ required }) => required === true)) return [];
    return [`the body is ${contentType === "" ? "absent" : contentType}, not ${mediaTypes[type]}`];
  }
  let sent: Map<string, unknown>;
  try {
    sent = byDocumentedNames(readBody(form, whole, body), fields);
  } catch (error) {
    return [`the body is malformed: ${(error as Error).message}`];
  }
  const problems = groupProblems(
    endpoint,
    fields.map((field) => clearable(endpoint, field)),
    sent,
    seen,
    form !== "json",
  );
  if (!variants) return problems;
  const suits = variants.some(
    ({ grant_type, required, optional }) =>
      sent.get("grant_type") === grant_type &&
      required.every((name) => sent.has(name)) &&
      [...sent.keys()].every((name) => name === "grant_type" || required.includes(name) || optional.includes(name)),
  );
  return suits ? problems : [...problems, `no documented grant has the fields ${[...sent.keys()].join(", ")}`];
}

/** A change may send an empty date, which clears it. */
const clearable = ({ method }: Endpoint, field: Parameter): Parameter =>
  method === "PUT" && field.type === "date" ? { ...field, specialValues: [...(field.specialValues ?? []), ""] } : field;

function readBody(form: BodyType, contentType: string, body: Buffer): Map<string, unknown> {
  if (form === "json") return new Map(Object.entries(JSON.parse(body.toString()) as object));
  if (form === "form") return readPairs(new URLSearchParams(body.toString()));
  const parts = parseMultipart(body, contentType);
  return readPairs(parts.map((part) => [part.name, part.filename === undefined ? part.bytes.toString() : part]));
}

/** Fields that a host names otherwise, by the names of the documents. */
function byDocumentedNames(sent: ReadonlyMap<string, unknown>, documented: readonly Parameter[]): Map<string, unknown> {
  const hosts = new Map(Object.entries(otherNames).map(([neutral, host]) => [host, neutral]));
  const known = (name: string): boolean => documented.some((one) => one.name === name);
  return new Map(
    [...sent].map(([name, value]) => [!known(name) && known(hosts.get(name) ?? "") ? hosts.get(name)! : name, value]),
  );
}

function headerProblems(endpoint: Endpoint, { headers }: SentRequest, seen: Set<string>): string[] {
  const documented = new Map(endpoint.headers.map((header) => [header.name.toLowerCase(), header]));
  const accepted = beyond[endpoint.id] ?? {};
  const own = Object.keys(headers).filter(
    (name) => !credentialHeaders.has(name) && (documented.has(name) || !transportHeaders.has(name)),
  );
  for (const name of own) if (documented.has(name) || name in accepted) seen.add(documented.get(name)?.name ?? name);
  const undocumented = own.filter((name) => !documented.has(name) && !(name in accepted));
  const missing = [...documented].filter(([name, { required }]) => required && headers[name] === undefined);
  return [
    ...undocumented.map((name) => `the header ${name} is not documented`),
    ...missing.map(([name]) => `the header ${name} is missing`),
  ];
}
