import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import type { PollHandle, PollScheduler } from "../../../core/tree/poll.ts";
import { isTemporary } from "../log/follow.ts";

/** Time in ms after which what just ended has often led to something new. */
const firstLook = 5_000;

interface Turn {
  readonly request: (signal: AbortSignal) => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Requests of one follower within the budget of all background requests. It asks for nothing while it does not wait. */
export class PollTurns implements Disposable {
  private readonly handle: PollHandle;
  private readonly ended = new AbortController();
  private turn: Turn | undefined;

  constructor(polling: Pick<PollScheduler, "add">, name: string, instance: string) {
    this.handle = polling.add({
      name,
      unfocused: true,
      instance: () => instance,
      demand: () => (this.turn ? "running" : "none"),
      poll: (signal) => this.poll(signal),
      refresh: () => {
        if (this.turn) this.handle.soon(0);
      },
    });
  }

  /**
   * Sends a request as soon as the budget allows; one that fails for a moment is sent again, ever less often.
   * @param news ends the wait without a request
   * @throws what the request throws, if that does not pass; CancelledError
   */
  async take(request: Turn["request"], news: Event<unknown>): Promise<void> {
    this.ended.signal.throwIfAborted();
    const ended = new DisposableStore();
    try {
      await new Promise<void>((done, failed) => {
        this.turn = { request, done, failed };
        ended.add(news(() => done()));
        const stop = (): void => failed(new CancelledError());
        this.ended.signal.addEventListener("abort", stop);
        ended.add({ dispose: () => this.ended.signal.removeEventListener("abort", stop) });
        this.handle.soon(firstLook);
      });
    } finally {
      ended.dispose();
      this.turn = undefined;
      this.handle.changed();
    }
  }

  dispose(): void {
    this.ended.abort(new CancelledError());
    this.handle.dispose();
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const { turn } = this;
    if (!turn) return;
    try {
      await turn.request(AbortSignal.any([signal, this.ended.signal]));
      turn.done();
    } catch (error) {
      if (isTemporary(error) && this.turn === turn) throw error;
      turn.failed(error);
    }
  }
}
