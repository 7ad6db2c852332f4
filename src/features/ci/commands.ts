import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { viewTitle } from "../../core/commands/menus.ts";
import { ready } from "../../core/commands/when.ts";
import type { Context } from "../../core/context.ts";
import { showError } from "./lint/actions.ts";
import { ciErrorArgs } from "./refs.ts";
import { insert } from "./templates/commands/insert.ts";

export const commands = defineCommands<Context>()({
  "forgeline.template.insert": {
    title: "Insert CI Template…",
    icon: "file-code",
    run: insert,
    palette: "always",
    menus: [viewTitle("pipelines", "2_create@1", ready)],
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
