export function findProgram(...names: readonly string[]): string | undefined;
export function findChromium(): string | undefined;
