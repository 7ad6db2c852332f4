/** Pages of the host for what the API's documents have no operation for, or the editor no view. */
export const accountPages = {
  /** Newer hosts lead on from here to the place where they have it now. */
  sshKeys: (instance: string): string => `${instance}/-/profile/keys`,
  issues: (instance: string, username: string): string =>
    `${instance}/dashboard/issues?assignee_username=${encodeURIComponent(username)}`,
  todos: (instance: string): string => `${instance}/dashboard/todos`,
};
