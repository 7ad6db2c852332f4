import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { row } from "../../core/commands/menus.ts";
import { ready } from "../../core/commands/when.ts";
import { show } from "./commands/show.ts";
import type { DiagnosisContext } from "./context.ts";
import { subjectArgs } from "./refs.ts";

export const commands = defineCommands<DiagnosisContext>()({
  "forgeline.diagnosis.show": {
    title: "Why Is the Pipeline Red?",
    icon: "search-fuzzy",
    args: subjectArgs,
    run: show,
    palette: ready,
    menus: [
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b.*\bfailed\b/, "inline@2"),
      row(["pipelines", "mergeRequests", "milestones"], /^pipeline\b/, "1_open@3"),
      row(["pipelines", "jobs", "mergeRequests", "milestones"], /^job\b.*\bhasLog\b/, "1_open@6"),
      row(["mergeRequests", "milestones"], /^mergeRequest\b/, "1_open@8"),
    ],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
