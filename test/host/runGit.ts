import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs git, and returns what it prints without the space around it. @throws Error with what it says, unless it exits with 0 */
export async function runGit(
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const git = spawn("git", args, { cwd, env });
  const said: Buffer[] = [];
  const printed: Buffer[] = [];
  git.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
  git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = (await once(git, "close")) as [number | null];
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}: ${Buffer.concat(said).toString()}`);
  return Buffer.concat(printed).toString().trim();
}
