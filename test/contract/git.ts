import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs git apart from the settings of whoever runs the tests, signed in by password or token at the addresses it is given.
 * @returns what it prints
 */
export async function git(
  args: readonly string[],
  { username, token }: { readonly username: string; readonly token: string },
  folder?: string,
): Promise<string> {
  const basic = Buffer.from(`${username}:${token}`).toString("base64");
  const { stdout } = await promisify(execFile)(
    "git",
    [
      "-c",
      `http.extraHeader=Authorization: Basic ${basic}`,
      "-c",
      "user.name=Connie Contract",
      "-c",
      "user.email=connie@example.com",
      ...args,
    ],
    {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" },
    },
  );
  return stdout;
}
