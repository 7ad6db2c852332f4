import assert from "node:assert/strict";
import type { DraftNote } from "../../../../../src/api/resources/discussionTypes.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { MergeRequestPlace } from "../../../../../src/core/mergeRequests/review/place.ts";
import { Discussions } from "../../../../../src/features/mergeRequests/review/discussions.ts";

describe("a conversation that is being read while its draft notes change", () => {
  const place: MergeRequestPlace = { instance: "https://git.example.com", project: "a/b", iid: 1 };
  const notes = (...ids: readonly number[]): DraftNote[] => ids.map((id) => ({ id })) as DraftNote[];

  /** A conversation that was read with these draft notes; each further reading ends when it is answered. */
  async function read(...ids: readonly number[]) {
    let answer: (drafts: readonly DraftNote[]) => void = () => undefined;
    const page = <T>(items: Promise<readonly T[]>) => ({ all: async () => ({ items: await items, capped: false }) });
    const asked = (): Promise<readonly DraftNote[]> => new Promise((resolve) => (answer = resolve));
    const client = {
      discussions: {
        available: () => true,
        list: () => page(Promise.resolve([])),
        drafts: { available: () => true, list: () => page(asked()) },
      },
    };
    const discussions = new Discussions({
      connections: { get: () => ({ client, session: {} }), onDidChangeRecords: new Emitter().event },
      changes: new Emitter(),
      report: { background: (error: unknown) => assert.fail(String(error)) },
    } as never);
    const first = discussions.read(place);
    answer(notes(...ids));
    await first;
    return { discussions, answer: (...later: readonly number[]) => answer(notes(...later)) };
  }
  const idsOf = ({ drafts }: { readonly drafts?: readonly DraftNote[] | undefined } = {}) =>
    drafts?.map(({ id }) => id);

  it("has those that were deleted and added meanwhile as they are now, whatever is answered", async () => {
    const { discussions, answer } = await read(1, 2);
    const reading = discussions.read(place);
    discussions.changeDrafts(place, (all) => all.filter(({ id }) => id !== 1));
    discussions.changeDrafts(place, (all) => [...all.filter(({ id }) => id !== 3), ...notes(3)]);
    assert.deepEqual(idsOf(discussions.known(place)), [2, 3]);
    answer(1, 2);
    for (const found of [await reading, discussions.known(place)]) assert.deepEqual(idsOf(found), [2, 3]);
    const later = discussions.read(place);
    answer(2, 3);
    await later;
    const again = discussions.get(place);
    answer(4);
    assert.deepEqual(idsOf(await again), [2, 3], "it is not read again");
  });
});
