import type { SimpleGitOptions } from "simple-git";

/** The person's own environment may say how git signs in and whom it trusts; simple-git asks to be told that this is meant. */
export const ownEnvironment: NonNullable<SimpleGitOptions["unsafe"]> = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeExec: true,
  allowUnsafeGitProxy: true,
  allowUnsafeSshCommand: true,
  allowUnsafeUrlRewrite: true,
};

/** Nobody sits at a terminal to be asked for a password; editors and pagers have no part in talking to a host. */
export function networkEnvironment(): Record<string, string | undefined> {
  const left = Object.entries(process.env).filter(
    ([name]) =>
      !/^(EDITOR|VISUAL|PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_EXTERNAL_DIFF|GIT_TEMPLATE_DIR)$/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(left), GIT_TERMINAL_PROMPT: "0" };
}
