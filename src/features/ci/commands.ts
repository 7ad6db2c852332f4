import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { viewTitle } from "../../core/commands/menus.ts";
import type { Context } from "../../core/context.ts";
import { insert } from "./templates/commands/insert.ts";

export const commands = defineCommands<Context>()({
  "forgeline.template.insert": {
    title: "Insert CI Template…",
    icon: "file-code",
    run: insert,
    palette: "always",
    menus: [viewTitle("pipelines", "1_show@2")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
