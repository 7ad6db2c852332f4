import type { SimpleGitOptions } from "simple-git";

/** Allows the user's environment to configure sign-in and trust of git, which simple-git blocks by default. */
export const allowUserEnvironment: NonNullable<SimpleGitOptions["unsafe"]> = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeExec: true,
  allowUnsafeGitProxy: true,
  allowUnsafeSshCommand: true,
  allowUnsafeUrlRewrite: true,
};

/** Returns the environment of git commands that talk to a host: without prompts, editors and pagers. */
export function networkEnvironment(): Record<string, string | undefined> {
  const left = Object.entries(process.env).filter(
    ([name]) =>
      !/^(EDITOR|VISUAL|PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_EXTERNAL_DIFF|GIT_TEMPLATE_DIR)$/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(left), GIT_TERMINAL_PROMPT: "0" };
}
