export const editorDirectory: string;
export function editorPrograms(directory?: string): { readonly node: string; readonly server: string; readonly front: string };
export function isEditorInstalled(): boolean;
export function ensureEditor(): Promise<void>;
