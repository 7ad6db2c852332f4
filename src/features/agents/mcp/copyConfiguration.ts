import { stat } from "node:fs/promises";
import path from "node:path";
import { env, l10n, window } from "vscode";
import { CancelledError } from "../../../core/base/errors.ts";
import { offer } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { changeUserSetting, userSetting } from "../../../core/userSettings.ts";
import type { AgentsContext } from "../context.ts";
import { ownFolders } from "./agentAccess.ts";
import { type AgentProgram, agentPrograms, nodeCommand, otherProgram, serverCommand } from "./configurations.ts";
import { serverScript } from "./install.ts";

/** Copies what an agent outside of VS Code needs to start the MCP server. */
export async function copyMcpConfiguration(context: AgentsContext): Promise<void> {
  const programs = [...agentPrograms, otherProgram(l10n.t("Another agent"), "mcp.json")];
  const program = await pickOne<AgentProgram>({
    title: l10n.t("Copy MCP Configuration"),
    placeholder: l10n.t("Select an agent"),
    choices: programs.map((one) => ({ label: one.name, description: one.file, value: one })),
  });
  const [folder] = program.startsInFolder ? [] : await pickFolder();
  await turnOn();
  await (await context.access()).apply();
  const node = await nodeCommand({
    search: process.env["PATH"],
    isFile: (file) =>
      stat(file).then(
        (found) => found.isFile(),
        () => false,
      ),
    own: process.execPath,
  });
  const text = program.text(serverCommand(program, node, serverScript(context.storage), folder));
  await env.clipboard.writeText(text);
  offer(
    node.env
      ? l10n.t("Copied. Add it to {0}. There is no node on the PATH, so it uses that of VS Code.", program.file)
      : l10n.t("Copied. Add it to {0}. It uses the node on the PATH.", program.file),
    l10n.t("Show Configuration"),
    async () => void (await context.texts.show(`mcp${path.extname(program.file)}`, text)),
  );
}

/** Returns the folder that the server belongs to; none in a window without a folder. */
async function pickFolder(): Promise<readonly string[]> {
  const folders = ownFolders();
  if (folders.length < 2) return folders;
  return [
    await pickOne({
      title: l10n.t("Copy MCP Configuration"),
      placeholder: l10n.t("Select the folder that the agent works in"),
      choices: folders.map((one) => ({ label: one, value: one })),
    }),
  ];
}

/** Asks whether agents may connect unless the user has allowed it already. @throws CancelledError */
async function turnOn(): Promise<void> {
  if (userSetting("forgeline.agents.mcp") === "all") return;
  const yes = l10n.t("Turn On");
  const detail = l10n.t(
    "Programs that you run on this machine can then read pipelines, logs and merge requests through your VS Code windows, with your account. They never get your token. Whatever changes something is confirmed in VS Code first. To turn it off, change the setting forgeline.agents.mcp.",
  );
  const question = l10n.t("Let agents outside of VS Code connect?");
  if ((await window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) throw new CancelledError();
  await changeUserSetting("forgeline.agents.mcp", "all");
}
