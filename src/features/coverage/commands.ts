import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { row } from "../../core/commands/menus.ts";
import { on, ready } from "../../core/commands/when.ts";
import { mergeRequestArgs } from "../../core/mergeRequests/refs.ts";
import { clear, show, showUncovered } from "./actions.ts";
import type { CoverageContext } from "./context.ts";
import { coverageArgs } from "./refs.ts";

export const commands = defineCommands<CoverageContext>()({
  "forgeline.coverage.show": {
    title: "Show Coverage",
    icon: "percentage",
    args: coverageArgs,
    run: show,
    palette: ready,
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "1_open@3"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasArtifacts\b/, "1_open@9"),
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@5"),
    ],
  },
  "forgeline.coverage.showUncovered": {
    title: "Show Uncovered Lines of Merge Request…",
    icon: "checklist",
    args: mergeRequestArgs,
    run: showUncovered,
    palette: ready,
    menus: [row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@6")],
  },
  "forgeline.coverage.clear": {
    title: "Clear Coverage",
    icon: "clear-all",
    run: clear,
    palette: on("forgeline.coverageShown"),
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
