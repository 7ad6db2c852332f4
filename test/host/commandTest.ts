/** Tests of commands: one without a test fails test/unit/product/commandSuites.test.ts. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandId } from "../../src/core/commands/commandArgs.ts";

/** Runs the command with these arguments and resolves when it is done. */
export type Run = (...given: readonly unknown[]) => Promise<void>;

/** A test of a command; one that never runs the command fails. */
export function command(id: CommandId, does: string, test: (run: Run) => Promise<void>): void {
  it(`${id} ${does}`, async () => {
    let runs = 0;
    await test(async (...given) => {
      runs += 1;
      await vscode.commands.executeCommand(id, ...given);
    });
    assert.ok(runs > 0, `${id} was not run`);
  });
}
