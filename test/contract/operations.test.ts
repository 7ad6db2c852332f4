import assert from "node:assert/strict";
import { directDispatcher } from "../../src/api/agent.ts";
import { ApiError } from "../../src/api/errors.ts";
import { answerProblems } from "./answerProblems.ts";
import { calledOperations } from "./calledOperations.ts";
import { byAdmin, clientFor } from "./callers.ts";
import { calls } from "./calls.ts";
import { NotThere } from "./context.ts";
import { type Endpoint, endpointOf } from "./contract.ts";
import { beyond, neverSent, openFilters } from "./differences.ts";
import type { DueId } from "./ids.ts";
import type { Opened } from "./opened.ts";
import { received } from "./received.ts";
import { type Exchange, Recorder } from "./recorder.ts";
import { checkResult } from "./resultProblems.ts";
import { targets } from "./target.ts";

const ids = Object.keys(calls) as DueId[];

for (const target of targets()) {
  describe(`operations against ${target.name}`, function () {
    const called = calledOperations(ids);
    const way = directDispatcher();
    const seen = new Map<string, { readonly names: Set<string>; readonly paths: Set<string> }>();
    let opened: Opened;
    let recorder: Recorder;
    before(async () => {
      opened = await target.open();
      recorder = await Recorder.start(opened.url, target.strict);
    });
    after(async () => {
      await way.close();
      // What `before` could not start cannot be closed.
      await (recorder as Recorder | undefined)?.close();
      await (opened as Opened | undefined)?.close();
      if (!target.complete) console.log(called.summary());
    });

    for (const id of ids) {
      for (const variant of ["minimal", "maximal"] as const) {
        it(`${id}, ${variant} call`, async function () {
          const endpoint = endpointOf(id);
          try {
            const { result, exchanges } = await recorder.during(async () =>
              received(
                await calls[id][variant](
                  clientFor(opened, endpoint, variant, { baseUrl: recorder.url, dispatcher: way.dispatcher }),
                  opened.subjects,
                ),
              ),
            );
            assert.ok(exchanges.length > 0, "no request was sent");
            const { names, paths } = seen.get(id) ?? { names: new Set(), paths: new Set() };
            seen.set(id, { names, paths });
            for (const { judged } of exchanges) {
              assert.deepEqual(judged.problems, []);
              assert.equal(judged.endpoint?.id, id, "the request belongs to another operation");
              paths.add(judged.path!);
              for (const name of judged.seen) names.add(name);
            }
            const good = answersOf(endpoint, exchanges);
            for (const { judged, answer } of good)
              assert.deepEqual(
                answerProblems(endpoint, answer, {
                  query: judged.query,
                  byAdmin: byAdmin(endpoint, variant),
                  openFilters: target.complete ? {} : openFilters[id],
                }),
                [],
              );
            checkResult(
              endpoint,
              good.map(({ answer }) => answer),
              result,
            );
            called.add(id);
          } catch (error) {
            // The local service has everything, or can be given it.
            if (error instanceof NotThere && !target.complete) {
              called.skip(id, error.message);
              console.log(`      ${error.message}`);
              this.skip();
            }
            throw recorder.sent === 0 && error instanceof ApiError && error.status !== undefined
              ? new Error(`The call was not sent, because its test data could not be created: ${error.message}`, {
                  cause: error,
                })
              : error;
          }
        });
      }
    }

    // A server need not have all that they need.
    if (!target.complete) return;

    it("sent every parameter that is documented or said to be sent, and none that is said never to be", () => {
      const wanted = (id: string): string[] => {
        const { query, body, headers } = endpointOf(id);
        const documented = [...query, ...body.fields].flatMap(({ name, keys = [] }) => [
          name,
          ...keys.map((key) => `${name}[${key}]`),
        ]);
        // The credential's header is the business of each call.
        const named = headers.map(({ name }) => name).filter((name) => name !== "Authorization");
        return [
          ...[...documented, ...named].filter((name) => neverSent[id]?.[name] === undefined),
          ...Object.keys(beyond[id] ?? {}),
        ];
      };
      const found = listing((id) => [...(seen.get(id)?.names ?? [])]);
      assert.deepEqual(found, listing(wanted));
    });

    it("took every documented route, of each level", () => {
      const found = listing((id) => [...(seen.get(id)?.paths ?? [])]);
      const expected = listing((id) => endpointOf(id).fullPaths.map(({ path }) => path));
      assert.deepEqual(found, expected);
    });
  });
}

/** Names by operation, in one order. */
const listing = (names: (id: string) => readonly string[]): string[] =>
  ids.flatMap((id) => [...new Set(names(id))].sort().map((name) => `${id} ${name}`));

/** Those that count: templates are first asked for by the other dialect's name, which a host may not know. */
function answersOf({ id }: Endpoint, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(
    ({ answer }, index) => answer.status !== 404 || index === exchanges.length - 1 || !id.startsWith("ciTemplates."),
  );
}
