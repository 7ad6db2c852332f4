import type { EndpointId } from "../../contract/endpointIds.ts";
import type { Client } from "../../src/api/client.ts";
import type { Pages } from "../../src/api/pages.ts";

type At<Part, Id extends string> = Id extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Part
    ? At<Part[Name], Rest>
    : never
  : Id extends keyof Part
    ? Part[Id]
    : never;

/** What the contract describes: `extras` and `discussions` stand beside it, `requests` takes any of it, and the address is data. */
type Documented = Omit<Client, "baseUrl" | "discussions" | "extras" | "hostTime" | "requests">;

/** The ids that need their calls. */
export type DueId = EndpointId;

/** What an operation brings in the end: the items of a list, or the object. */
export type AnswerOf<Id extends EndpointId> =
  At<Documented, Id> extends (...args: never[]) => infer Result
    ? Result extends Pages<infer Item>
      ? readonly Item[]
      : Awaited<Result>
    : string | undefined;

/** The ids of a client's operations as they are at run time. */
export function operationIds(client: Client): string[] {
  const {
    baseUrl: _address,
    discussions: _discussions,
    extras: _extras,
    hostTime: _time,
    requests: _requests,
    ...documented
  } = client;
  const walk = (part: object, prefix: string): string[] =>
    Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
      typeof value === "function" ? [`${prefix}${name}`] : walk(value as object, `${prefix}${name}.`),
    );
  return walk(documented, "").map((id) => (id === "oauth.authorizeUrl" ? "oauth.authorize" : id));
}
