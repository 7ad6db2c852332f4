import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import { answerProblems } from "./answerProblems.ts";
import { calls } from "./calls.ts";
import { NotThere, notThere } from "./context.ts";
import { type Endpoint, endpointOf } from "./contract.ts";
import { beyond, neverSent } from "./differences.ts";
import type { DueId } from "./ids.ts";
import { type Exchange, Recorder } from "./recorder.ts";
import { checkResult } from "./resultProblems.ts";
import { always, type Opened, targets } from "./target.ts";

const ids = Object.keys(calls) as DueId[];
type Variant = "minimal" | "maximal";

for (const target of targets()) {
  describe(`operations against ${target.name}`, () => {
    const way = directDispatcher();
    const seen = new Map<string, { readonly names: Set<string>; readonly paths: Set<string> }>();
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

    /** The administrator, where the operation or one of its parameters is for administrators only. */
    const byAdmin = ({ auth, query }: Endpoint, variant: Variant): boolean => auth === "admin" || (variant === "maximal" && query.some(({ adminOnly }) => adminOnly === true));

    /** Every client has all its user has, so that a credential in the wrong place shows; both ways to send a token are used, where both are documented. */
    const clientFor = (endpoint: Endpoint, variant: Variant): Client => {
      const { personal, oauth, adminToken, feed, facts } = opened;
      let credentials = variant === "maximal" ? (oauth ?? personal) : personal;
      if (endpoint.auth === "bearer" || endpoint.auth === "not-shown") credentials = oauth ?? notThere("--oauth-token");
      if (byAdmin(endpoint, variant)) credentials = always(variant === "maximal" ? "bearer" : "private-token", adminToken ?? notThere("--admin-token"));
      if (endpoint.auth === "basic" && !feed) notThere("--feed-user and --feed-token");
      return createClient({ baseUrl: recorder.url, dispatcher: way.dispatcher, credentials, feedCredentials: feed && { basic: () => Promise.resolve(feed) }, facts });
    };

    for (const id of ids) {
      for (const variant of ["minimal", "maximal"] as const) {
        it(`${id}, ${variant} call`, async function () {
          const endpoint = endpointOf(id);
          try {
            const { result, exchanges } = await recorder.during(async () => received(await calls[id][variant](clientFor(endpoint, variant), opened.subjects)));
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
            for (const { judged, answer } of good) assert.deepEqual(answerProblems(endpoint, answer, { query: judged.query, byAdmin: byAdmin(endpoint, variant) }), []);
            checkResult(endpoint, good.map(({ answer }) => answer), result);
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
        const documented = [...query, ...body.fields].flatMap(({ name, keys = [] }) => [name, ...keys.map((key) => `${name}[${key}]`)]);
        // The credential's header is the business of each call.
        const named = headers.map(({ name }) => name).filter((name) => name !== "Authorization");
        const wanted = new Set([...[...documented, ...named].filter((name) => neverSent[id]?.[name] === undefined), ...Object.keys(beyond[id] ?? {})]);
        assert.deepEqual([...(seen.get(id)?.names ?? [])].sort(), [...wanted].sort(), id);
      }
    });

    it("took every documented route, of each level", function () {
      if (!opened.complete) this.skip();
      for (const id of ids) assert.deepEqual([...(seen.get(id)?.paths ?? [])].sort(), endpointOf(id).fullPaths.map(({ path }) => path).sort(), id);
    });
  });
}

/** The answer, with what streams read to its end, so that its connection is free and its bytes can be compared. */
function received(answer: unknown): unknown {
  const streams = typeof answer === "object" && answer !== null && "body" in answer && typeof answer.body === "object" && answer.body !== null && Symbol.asyncIterator in answer.body;
  return streams ? buffer(answer.body as NodeJS.ReadableStream & AsyncIterable<Uint8Array>) : answer;
}

/** Those that count: templates are first asked for by the other dialect's name, which a host may not know. */
function answersOf({ id }: Endpoint, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(({ answer }, index) => answer.status !== 404 || index === exchanges.length - 1 || !id.startsWith("ciTemplates."));
}
