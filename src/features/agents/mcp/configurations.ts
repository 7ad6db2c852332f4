import path from "node:path";

/** How an agent starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** An agent that a configuration is copied for. */
export interface AgentProgram {
  readonly name: string;
  /** Where the configuration belongs. */
  readonly file: string;
  /** Starts servers in the folder it works in, so that one configuration serves all projects. */
  readonly startsInFolder: boolean;
  readonly text: (server: ServerCommand) => string;
}

const json =
  (servers: string, more: object = {}) =>
  (server: ServerCommand) =>
    `${JSON.stringify({ [servers]: { forgeline: { ...more, ...server } } }, undefined, 2)}\n`;

/** TOML's basic strings have the escapes of JSON. */
const text = (value: string): string => JSON.stringify(value).replaceAll("\u007f", "\\u007f");

const toml = ({ command, args, env = {} }: ServerCommand): string =>
  [
    "[mcp_servers.forgeline]",
    `command = ${text(command)}`,
    `args = [${args.map(text).join(", ")}]`,
    ...(Object.keys(env).length === 0
      ? []
      : [
          `env = { ${Object.entries(env)
            .map(([name, value]) => `${name} = ${text(value)}`)
            .join(", ")} }`,
        ]),
    "",
  ].join("\n");

/** The usual agents. Names of products and files are not translated. */
export const agentPrograms: readonly AgentProgram[] = [
  { name: "Claude Code", file: ".mcp.json", startsInFolder: true, text: json("mcpServers", { type: "stdio" }) },
  { name: "Codex CLI", file: "~/.codex/config.toml", startsInFolder: true, text: toml },
  { name: "Claude Desktop", file: "claude_desktop_config.json", startsInFolder: false, text: json("mcpServers") },
  { name: "Cursor", file: ".cursor/mcp.json", startsInFolder: false, text: json("mcpServers") },
  {
    name: "Windsurf",
    file: "~/.codeium/windsurf/mcp_config.json",
    startsInFolder: false,
    text: json("mcpServers"),
  },
];

/** Returns the configuration that most other agents take. @param file what it is called */
export const otherProgram = (name: string, file: string): AgentProgram => ({
  name,
  file,
  startsInFolder: false,
  text: json("mcpServers"),
});

/** Names by which the system finds Node.js in a folder of the PATH. */
const nodeNames = process.platform === "win32" ? ["node.exe"] : ["node"];

export interface NodeChoice {
  /** Value of PATH. */
  readonly search: string | undefined;
  readonly isFile: (file: string) => Promise<boolean>;
  /** VS Code's own program. */
  readonly own: string;
}

/** Returns `node` if the PATH has it, else VS Code's program, run as Node.js. */
export async function nodeCommand({ search = "", isFile, own }: NodeChoice): Promise<Omit<ServerCommand, "args">> {
  const files = search
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => nodeNames.map((name) => path.join(folder, name)));
  for (const file of files) if (await isFile(file)) return { command: "node" };
  return { command: own, env: { ELECTRON_RUN_AS_NODE: "1" } };
}

/** Returns what starts the server for an agent. @param folder of the project; undefined without one */
export function serverCommand(
  { startsInFolder }: AgentProgram,
  node: Omit<ServerCommand, "args">,
  script: string,
  folder: string | undefined,
): ServerCommand {
  const { command, env } = node;
  const args = [script, ...(startsInFolder || folder === undefined ? [] : ["--folder", folder])];
  return { command, args, ...(env && { env }) };
}
