/** What `vscode.workspace` answers in a trusted folder on disk, for modules that run git. @param settings of the user, by their whole names */
export const trustedWorkspace = (settings: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  isTrusted: true,
  workspaceFolders: [{ uri: { scheme: "file" } }],
  workspaceFile: undefined,
  getConfiguration: (section: string) => ({
    inspect: (key: string) => ({ globalValue: settings[`${section}.${key}`] }),
  }),
});
