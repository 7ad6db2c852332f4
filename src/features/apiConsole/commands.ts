import { textArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { on } from "../../core/commands/when.ts";
import type { Context } from "../../core/context.ts";
import { sendRequest } from "./sendRequest.ts";

export const commands = defineCommands<Context>()({
  "forgeline.api.sendRequest": {
    title: "Send API Request…",
    args: textArgs,
    run: sendRequest,
    palette: on("forgeline.signedIn"),
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
