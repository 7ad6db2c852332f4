/**
 * The steps of a renewal, seen from outside: everything that it leaves behind for others, on disk or at the host. Whatever a change of the
 * code adds to them is a step too, at which the window can be stopped.
 */
import { Buffer } from "node:buffer";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { sep } from "node:path";
import type Dispatcher from "undici/types/dispatcher.js";

export interface WindowStepsOptions {
  /** Folder of the secrets. */
  readonly directory: string;
  /** The machine's storage folder. */
  readonly machine: string;
  /** Number of the step that is never taken, nor any after it. */
  readonly stopAt: number;
  readonly stopped: () => void;
}

export class WindowSteps {
  readonly names: string[] = [];
  private readonly options: WindowStepsOptions;

  constructor(options: WindowStepsOptions) {
    this.options = options;
  }

  /** Returns what a change of a file is about; undefined for files of other windows, and for what only prepares a secret. */
  subject(file: string, content = ""): string | undefined {
    const { directory, machine } = this.options;
    if (file.startsWith(machine + sep)) {
      const [room = "", name = ""] = file.slice(machine.length + 1).split(sep);
      return name === "" ? "machine" : room;
    }
    if (!file.startsWith(directory + sep) || file.includes(`${sep}drafts${sep}`)) return undefined;
    return file.includes("forgeline.claim.") ? "claim" : content || "session";
  }

  /** Takes a step, or stops before it for ever. */
  async take(name: string): Promise<void> {
    const { stopAt, stopped } = this.options;
    this.names.push(name);
    if (this.names.length <= stopAt) return;
    if (this.names.length === stopAt + 1) stopped();
    await new Promise(() => undefined);
  }

  /** Returns whether the next step is where to stop. */
  get stopsNext(): boolean {
    return this.names.length === this.options.stopAt;
  }

  /** Returns a dispatcher whose requests are steps: that they are sent, and that the host has acted and its answer has come. */
  around(dispatcher: Dispatcher): Dispatcher {
    const dispatch: Dispatcher["dispatch"] = (options, handler) => {
      void this.take("send the refresh token").then(() =>
        dispatcher.dispatch(options, {
          onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
          onResponseStart: (controller, status, headers, statusMessage) => {
            controller.pause();
            void this.take("take the answer").then(() => {
              handler.onResponseStart?.(controller, status, headers, statusMessage);
              controller.resume();
            });
          },
          onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
          onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
          onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
        }),
      );
      return true;
    };
    return { dispatch } as Dispatcher;
  }
}

const watched = new Set<WindowSteps>();

/** Makes every change of a file that belongs to the window a step of it. */
export function watchSteps(steps: WindowSteps): void {
  if (watched.size === 0) wrapFileSystem();
  watched.add(steps);
}

function wrapFileSystem(): void {
  const { writeFile, rename, link, rm, open } = fs;
  const owner = (file: unknown): { steps: WindowSteps; subject: string } | undefined => {
    for (const steps of watched) {
      const subject = steps.subject(String(file));
      if (subject !== undefined) return { steps, subject };
    }
    return undefined;
  };
  const before = async (file: unknown, name: string): Promise<void> => {
    const found = owner(file);
    await found?.steps.take(`${found.subject}: ${name}`);
  };
  fs.writeFile = async (file, data, options) => {
    const found = owner(file);
    if (found) {
      await found.steps.take(`${found.subject}: create`);
      // Also what a process leaves that ends while it writes.
      if (found.steps.stopsNext) {
        const bytes = Buffer.from(data as string);
        await writeFile(file, bytes.subarray(0, bytes.length >> 1), options);
      }
      await found.steps.take(`${found.subject}: write`);
    }
    await writeFile(file, data, options);
  };
  fs.rename = async (from, to) => {
    await before(to, "rename");
    await rename(from, to);
  };
  fs.link = async (from, to) => {
    await before(to, "link");
    await link(from, to);
  };
  fs.rm = async (file, options) => {
    await before(file, "remove");
    await rm(file, options);
  };
  fs.open = async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    const found = flags === "r" ? undefined : owner(file);
    if (found) {
      const write = handle.write.bind(handle) as (...given: unknown[]) => Promise<never>;
      Object.assign(handle, {
        write: async (...given: unknown[]) => {
          // As the system closes the files of a process that is killed.
          if (found.steps.stopsNext) await handle.close();
          await found.steps.take(`${found.subject}: overwrite`);
          return write(...given);
        },
      });
    }
    return handle;
  };
  syncBuiltinESMExports();
}
