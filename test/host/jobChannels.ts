/** Job logs as a person reads them in the output panel, and a clock that does not make suites wait. */
import * as vscode from "vscode";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import { type Clock, systemClock } from "../../src/features/jobs/log/clock.ts";
import type { JobLogs } from "../../src/features/jobs/log/jobLogs.ts";
import { replace, watchCommands } from "./spies.ts";
import { until } from "./until.ts";

/** Shortens every pause of followers to come, so that each poll follows at once on the one before. */
export function hurry(logs: JobLogs): { dispose(): void } {
  const { options } = logs as unknown as { options: { clock?: Clock } };
  const clock: Clock = {
    now: () => systemClock.now(),
    wait: (ms, signal) => systemClock.wait(Math.min(ms, 20), signal),
  };
  return replace(options as { clock: Clock }, "clock", () => clock);
}

const nameOf = ({ job }: JobRef): string => `Job ${job.name} #${job.id}`;

/** The document that the output panel shows for a job. */
export const documentOf = (ref: JobRef): vscode.TextDocument | undefined => documentNamed(nameOf(ref));

function documentNamed(name: string): vscode.TextDocument | undefined {
  // The editor may keep the document of a channel that was replaced for a while.
  return vscode.workspace.textDocuments.findLast(({ uri }) => uri.scheme === "output" && uri.path.endsWith(`-${name}`));
}

/** The text of a job's channel once it fits. */
export const channelText = (ref: JobRef, ...wanted: readonly (string | RegExp)[]): Promise<string> =>
  textOfChannel(nameOf(ref), ...wanted);

/** The text of a channel once it fits. */
export async function textOfChannel(name: string, ...wanted: readonly (string | RegExp)[]): Promise<string> {
  const fits = (text: string): boolean =>
    wanted.every((one) => (typeof one === "string" ? text.includes(one) : one.test(text)));
  try {
    return await until(
      `the channel “${name}” to hold ${wanted.map(String).join(" and ")}`,
      () => {
        const text = documentNamed(name)?.getText();
        return text !== undefined && fits(text) && text;
      },
      vscode.workspace.onDidChangeTextDocument,
      vscode.workspace.onDidOpenTextDocument,
    );
  } catch (error) {
    throw new Error(`${(error as Error).message}, not\n${documentNamed(name)?.getText() ?? "(no document)"}`, {
      cause: error,
    });
  }
}

/** Fires when the extension tells VS Code anew whether it follows logs: each time that one ends, too. */
export function onDidTellFollowing(listener: () => unknown): { dispose(): void } {
  return watchCommands((command, key) => command === "setContext" && key === "forgeline.followingLogs" && listener());
}
