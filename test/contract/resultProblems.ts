/** Whether the client hands on exactly what came. */
import assert from "node:assert/strict";
import { type Endpoint, resourceOf } from "./contract.ts";
import { furtherShapes, otherNames } from "./differences.ts";
import type { Exchange } from "./recorder.ts";

/** @throws AssertionError when the result of a call is not what its answers held */
export function checkResult(
  { id, success: { shape, array, contentType } }: Endpoint,
  answers: readonly Exchange["answer"][],
  result: unknown,
): void {
  const last = answers.at(-1);
  const resource = shape === null ? undefined : resourceOf(shape);
  if (last === undefined || last.status === 304) return;
  if (Buffer.isBuffer(result)) {
    assert.ok(result.length > 0, "the file is empty");
    if (last.status !== 302) assert.deepEqual(result, last.body);
  } else if (resource?.format === "query") {
    const back = new URL(result as string).searchParams;
    for (const { name } of resource.fields) assert.ok((back.get(name) ?? "") !== "", `the redirect has no ${name}`);
  } else if (resource?.format === "headers") assertFoundIn(Object.values(last.headers).flat(), result);
  else if (contentType === "xml") assertFoundIn(withoutEntities(last.body.toString()), result);
  else if (typeof result === "string") assert.equal(result, last.body.toString());
  else if (furtherShapes[id]?.(parsed(last)) === true) return;
  else if (array && Array.isArray(result)) assertListed(answers, result);
  else if (result !== undefined) assert.deepEqual(result, single(parsed(last)));
  else assert.ok(resource === undefined || resource.name === "EmptyObject", "the answer's object did not arrive");
}

const parsed = (answer: Exchange["answer"]): unknown => byDocumentedNames(JSON.parse(answer.body.toString()));
/** Some hosts answer single records as lists of one. */
const single = (body: unknown): unknown => (Array.isArray(body) && body.length === 1 ? (body as unknown[])[0] : body);

/** A call may ask for several pages, or for several lists of which it hands on the last; hosts that do not page answer the same again. */
function assertListed(answers: readonly Exchange["answer"][], result: readonly unknown[]): void {
  const pages = answers.map((answer) => parsed(answer) as unknown[]);
  const fresh = pages.filter(
    (page, index) => !pages.slice(0, index).some((before) => JSON.stringify(before[0]) === JSON.stringify(page[0])),
  );
  const suffixes = [pages, fresh].flatMap((all) => all.map((_, index) => all.slice(index).flat()));
  const same = suffixes.some((items) => JSON.stringify(items) === JSON.stringify(result));
  if (!same) assert.deepEqual(result, suffixes[0]);
}

/** Every text and number of the result stands in the answer as it is. */
function assertFoundIn(source: string | readonly unknown[], result: unknown): void {
  const values = Array.isArray(source) ? source.map(String) : undefined;
  const leaves = (value: unknown): string[] =>
    typeof value === "object" && value !== null
      ? Object.values(value).flatMap(leaves)
      : typeof value === "string" || typeof value === "number"
        ? [String(value)]
        : [];
  const found = leaves(result);
  assert.ok(found.length > 0, "the result holds nothing");
  for (const leaf of found)
    assert.ok(
      values ? values.some((one) => one === leaf) : (source as string).includes(leaf),
      `the answer does not hold ${leaf}`,
    );
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", amp: "&" };
const withoutEntities = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name: string) => entities[name]!);

/** As the client hands records on: a host's own names for documented fields are replaced. */
function byDocumentedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => byDocumentedNames(one));
  if (typeof value !== "object" || value === null) return value;
  const names = new Map(Object.entries(otherNames).map(([neutral, host]) => [host, neutral]));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [names.get(name) ?? name, one]),
  );
}
