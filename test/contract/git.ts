import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs git apart from the settings of the person who runs the tests, signed in by a token at the addresses it is given.
 * @returns what it prints
 */
export async function git(
  args: readonly string[],
  { username, token }: { readonly username: string; readonly token: string },
): Promise<string> {
  const header = `http.extraHeader=Authorization: Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;
  const apart = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
  const { stdout } = await promisify(execFile)("git", ["-c", header, ...args], { env: { ...process.env, ...apart } });
  return stdout;
}
