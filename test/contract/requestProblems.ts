import { type Endpoint, type Parameter, routeOf } from "./contract.ts";
import { beyond, neverSent, otherSegments } from "./differences.ts";
import { parameterProblems, readPairs } from "./values.ts";

export interface SentRequest {
  readonly method: string;
  /** Path below the instance's address, with query, as it was sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Whether an earlier answer named this very address in its `Link`: it is then followed as given, whatever is in it. */
  readonly given: boolean;
}

export interface Judged {
  /** The operation it is; undefined when the contract has none like it. */
  readonly endpoint: Endpoint | undefined;
  /** Parameters and headers it carries that are documented or accepted, those of the path aside. */
  readonly seen: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** Headers that belong to the transport, not to the operation. */
const transportHeaders = new Set(["host", "connection", "keep-alive", "accept", "accept-encoding", "user-agent", "content-type", "content-length", "transfer-encoding"]);
const credentialHeaders = new Set(["authorization", "private-token"]);

/** Compares a request with the contract. Problems name parameters, never the values of credentials. */
export function judgeRequest(request: SentRequest): Judged {
  const [sentPath = "", search = ""] = request.target.split("?", 2);
  const path = otherSegments.reduce((text, [sent, documented]) => text.replace(sent, documented), sentPath);
  const route = routeOf(request.method, path);
  if (!route) return { endpoint: undefined, seen: new Set(), problems: [`the contract has no ${request.method} ${sentPath}`] };
  const { endpoint, holes } = route;
  const seen = new Set<string>();
  const query = readPairs(new URLSearchParams(search));
  return {
    endpoint,
    seen,
    problems: [
      ...pathProblems(endpoint, holes),
      ...(request.given ? seeing(endpoint.query, query, seen) : groupProblems(endpoint, endpoint.query, query, seen, true)),
      ...bodyProblems(endpoint, request, seen),
      ...headerProblems(endpoint, request, seen),
      ...credentialProblem(endpoint, request),
    ].map((problem) => `${endpoint.id}: ${problem}`),
  };
}

function pathProblems(endpoint: Endpoint, holes: Readonly<Record<string, string>>): string[] {
  return endpoint.pathParams.flatMap(({ name, type, enum: allowed }) => {
    const sent = holes[name] ?? "";
    const values = sent.split("/").map(decodeURIComponent);
    const encoded = values.map(encodeURIComponent).join("/") === sent ? [] : [`${name} is not encoded`];
    return [...encoded, ...parameterProblems({ name, type, enum: allowed }, values.join("/"), true)];
  });
}

/** Only remembers what is there; finds nothing wrong. */
function seeing(documented: readonly Parameter[], sent: ReadonlyMap<string, unknown>, seen: Set<string>): string[] {
  for (const { name } of documented) if (sent.has(name)) seen.add(name);
  return [];
}

function groupProblems(endpoint: Endpoint, documented: readonly Parameter[], sent: ReadonlyMap<string, unknown>, seen: Set<string>, text: boolean): string[] {
  const known = documented.filter(({ name }) => sent.has(name));
  const accepted = beyond[endpoint.id] ?? {};
  const undocumented = [...sent.keys()].filter((name) => !documented.some((one) => one.name === name));
  for (const name of [...known.map((one) => one.name), ...undocumented.filter((one) => one in accepted)]) seen.add(name);
  const missing = documented.filter(({ name, required }) => required === true && !sent.has(name) && neverSent[endpoint.id]?.[name] === undefined);
  return [
    ...undocumented.filter((name) => !(name in accepted)).map((name) => `${name} is not documented`),
    ...missing.map(({ name }) => `${name} is missing`),
    ...known.flatMap((parameter) => parameterProblems(parameter, sent.get(parameter.name), text)),
  ];
}

function bodyProblems(endpoint: Endpoint, { headers, body }: SentRequest, seen: Set<string>): string[] {
  const { type, fields, variants } = endpoint.body;
  const contentType = String(headers["content-type"] ?? "").split(";", 1)[0];
  if (type === null) return body === "" && contentType === "" ? [] : ["a body is sent where none is documented"];
  const wanted = { json: "application/json", form: "application/x-www-form-urlencoded", multipart: "multipart/form-data" }[type];
  if (contentType !== wanted) return [`the body is ${contentType === "" ? "absent" : contentType}, not ${wanted}`];
  const sent = type === "form" ? readPairs(new URLSearchParams(body)) : new Map(Object.entries(JSON.parse(body) as object));
  const problems = groupProblems(endpoint, fields, sent, seen, type === "form");
  if (!variants) return problems;
  const suits = variants.some(
    ({ grant_type, required, optional }) =>
      sent.get("grant_type") === grant_type && required.every((name) => sent.has(name)) && [...sent.keys()].every((name) => name === "grant_type" || required.includes(name) || optional.includes(name)),
  );
  return suits ? problems : [...problems, `no documented grant has the fields ${[...sent.keys()].join(", ")}`];
}

function headerProblems(endpoint: Endpoint, { headers }: SentRequest, seen: Set<string>): string[] {
  const documented = new Map(endpoint.headers.map((header) => [header.name.toLowerCase(), header]));
  const accepted = beyond[endpoint.id] ?? {};
  const own = Object.keys(headers).filter((name) => !transportHeaders.has(name) && !credentialHeaders.has(name));
  for (const name of own) if (documented.has(name) || name in accepted) seen.add(documented.get(name)?.name ?? name);
  const undocumented = own.filter((name) => !documented.has(name) && !(name in accepted));
  const missing = [...documented].filter(([name, { required }]) => required && headers[name] === undefined);
  return [...undocumented.map((name) => `the header ${name} is not documented`), ...missing.map(([name]) => `the header ${name} is missing`)];
}

type CredentialKind = "private-token" | "bearer" | "basic";

/** Which credentials may come, by the contract's `auth`; `undefined`: none. */
function allowedCredentials(auth: string): readonly (CredentialKind | undefined)[] {
  switch (auth) {
    case "none":
    case "user":
    case "header":
      return [undefined];
    case "basic":
      return ["basic"];
    case "bearer":
    case "not-shown":
      return ["bearer"];
    case "client":
      return [undefined, "basic"];
    case "required-unless-public":
      return ["private-token", "bearer", undefined];
    default:
      return ["private-token", "bearer"];
  }
}

function credentialProblem(endpoint: Endpoint, { headers }: SentRequest): string[] {
  const authorization = headers["authorization"];
  const kinds: (CredentialKind | undefined)[] = [];
  if (headers["private-token"] !== undefined) kinds.push("private-token");
  if (authorization !== undefined) kinds.push(/^basic /i.test(String(authorization)) ? "basic" : "bearer");
  if (kinds.length > 1) return ["two credentials are sent"];
  const allowed = allowedCredentials(endpoint.auth);
  return allowed.includes(kinds[0]) ? [] : [`its credential is ${kinds[0] ?? "absent"}, where ${endpoint.auth} is due`];
}
