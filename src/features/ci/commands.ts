import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { viewTitle } from "../../core/commands/menus.ts";
import type { Context } from "../../core/context.ts";
import { showError } from "./lint/actions.ts";
import { ciErrorArgs } from "./refs.ts";
import { insert } from "./templates/commands/insert.ts";

export const commands = defineCommands<Context>()({
  "forgeline.template.insert": {
    title: "Insert CI Template…",
    icon: "file-code",
    run: insert,
    menus: [viewTitle("pipelines", "1_show@2")],
  },
  "forgeline.ciFile.showError": {
    title: "Open CI File",
    args: ciErrorArgs,
    run: showError,
    palette: "never",
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
