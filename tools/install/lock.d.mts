export function withLock(file: string, task: () => Promise<void>): Promise<void>;
