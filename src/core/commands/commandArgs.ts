/** Every command and what it takes, so that code asks for none that is not there. The `commands.ts` of each feature adds its own. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the features fill it in
export interface CommandArgs {}

export type CommandId = Extract<keyof CommandArgs, string>;
