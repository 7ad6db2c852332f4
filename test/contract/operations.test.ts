import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import { answerProblems } from "./answerProblems.ts";
import { calls } from "./calls.ts";
import { type Endpoint, endpointOf, resourceOf } from "./contract.ts";
import { beyond, neverSent } from "./differences.ts";
import { NotThere, notThere } from "./context.ts";
import type { DueId } from "./ids.ts";
import { type Exchange, Recorder } from "./recorder.ts";
import { always, type Opened, targets } from "./target.ts";

const ids = Object.keys(calls) as DueId[];

for (const target of targets()) {
  describe(`operations against ${target.name}`, () => {
    const way = directDispatcher();
    const seen = new Map<string, Set<string>>();
    let opened: Opened;
    let recorder: Recorder;
    before(async () => {
      opened = await target.open();
      recorder = await Recorder.start(opened.url);
    });
    after(async () => {
      await way.close();
      // What `before` could not start cannot be closed.
      await (recorder as Recorder | undefined)?.close();
      await (opened as Opened | undefined)?.close();
    });

    /** By what the contract says of the operation; both ways to send a token are used, where both are documented. */
    const clientFor = (endpoint: Endpoint, variant: "minimal" | "maximal"): Client => {
      const { personal, oauth, adminToken } = opened;
      let credentials = variant === "maximal" ? (oauth ?? personal) : personal;
      if (endpoint.auth === "bearer" || endpoint.auth === "not-shown") credentials = oauth ?? notThere("--oauth-token");
      const asAdmin = endpoint.auth === "admin" || (variant === "maximal" && endpoint.query.some(({ adminOnly }) => adminOnly === true));
      if (asAdmin) credentials = always(variant === "maximal" ? "bearer" : "private-token", adminToken ?? notThere("--admin-token"));
      return createClient({ baseUrl: recorder.url, dispatcher: way.dispatcher, credentials });
    };

    for (const id of ids) {
      for (const variant of ["minimal", "maximal"] as const) {
        it(`${id}, ${variant} call`, async function () {
          const endpoint = endpointOf(id);
          try {
            const { result, exchanges } = await recorder.during(async () => received(await calls[id][variant](clientFor(endpoint, variant), opened.subjects)));
            assert.ok(exchanges.length > 0, "no request was sent");
            const names = seen.get(id) ?? new Set();
            seen.set(id, names);
            for (const { judged } of exchanges) {
              assert.deepEqual(judged.problems, []);
              assert.equal(judged.endpoint?.id, id, "the request belongs to another operation");
              for (const name of judged.seen) names.add(name);
            }
            checkAnswers(endpoint, exchanges, result);
          } catch (error) {
            if (!(error instanceof NotThere)) throw error;
            console.log(`      skipped: ${error.message}`);
            this.skip();
          }
        });
      }
    }

    it("sent every parameter that is documented or said to be sent, and none that is said never to be", function () {
      if (!opened.complete) this.skip();
      for (const id of ids) {
        const { query, body, headers } = endpointOf(id);
        // The credential's header is the business of each call.
        const documented = [...query, ...body.fields, ...headers].map(({ name }) => name).filter((name) => name !== "Authorization");
        const wanted = new Set([...documented.filter((name) => neverSent[id]?.[name] === undefined), ...Object.keys(beyond[id] ?? {})]);
        assert.deepEqual([...(seen.get(id) ?? [])].sort(), [...wanted].sort(), id);
      }
    });
  });
}

/** The answer, with what streams read to its end, so that its connection is free and its bytes can be compared. */
function received(answer: unknown): unknown {
  const streams = typeof answer === "object" && answer !== null && "body" in answer;
  return streams ? buffer(answer.body as NodeJS.ReadableStream & AsyncIterable<Uint8Array>) : answer;
}

/** The answers carry what the contract promises, and the client hands on exactly what came. */
function checkAnswers(endpoint: Endpoint, exchanges: readonly Exchange[], result: unknown): void {
  const { shape, array } = endpoint.success;
  // Templates are first asked for by the other dialect's name, which a host may not know.
  const good = exchanges.filter(({ answer }, index) => answer.status !== 404 || index === exchanges.length - 1 || !endpoint.id.startsWith("ciTemplates."));
  for (const { answer } of good) assert.deepEqual(answerProblems(endpoint, answer), []);
  const bodies = good.map(({ answer }) => answer.body);
  if (Buffer.isBuffer(result)) {
    assert.ok(result.length > 0, "the file is empty");
    if (good.at(-1)?.answer.status !== 302) assert.deepEqual(result, bodies.at(-1));
  } else if (shape === "OAuthAuthorizationRedirect") {
    const back = new URL(result as string).searchParams;
    for (const { name } of resourceOf(shape)!.fields) assert.ok((back.get(name) ?? "") !== "", `the redirect has no ${name}`);
  } else if (array) assert.deepEqual(result, listed(bodies));
  else if (result !== undefined) assert.deepEqual(result, JSON.parse(String(bodies.at(-1))));
  else assert.ok(shape === null || shape === "EmptyObject", "the answer's object did not arrive");
}

/** The items of the pages; a host that does not page answers the same items again, which the client leaves out. */
function listed(pages: readonly Buffer[]): unknown[] {
  const [one = [], ...more] = pages.map((page) => JSON.parse(String(page)) as unknown[]);
  return [...one, ...more.flatMap((page) => (JSON.stringify(page[0]) === JSON.stringify(one[0]) ? [] : page))];
}
