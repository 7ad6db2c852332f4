/** The arguments of every command, by ID, so that code cannot run one that does not exist. The `commands.ts` of each feature adds its own. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface CommandArgs {}

export type CommandId = Extract<keyof CommandArgs, string>;
