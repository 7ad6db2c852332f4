/** `newest`: the newest VS Code that the tests know. `oldest`: the one of `engines.vscode`, below which the extension is not installed. */
export type EditorKind = "newest" | "oldest";

export interface EditorPrograms {
  readonly node: string;
  /** VS Code's own server: what the tests start. */
  readonly server: string;
  /** code-server's front, which also keeps secrets over a reload and forwards ports: what the demo starts. */
  readonly front: string;
}

export function editorDirectory(kind?: EditorKind): string;
export function editorPrograms(kind?: EditorKind): EditorPrograms;
export function isEditorInstalled(kind?: EditorKind): boolean;
export function editorNeeds(kinds: readonly EditorKind[]): { readonly compiler: boolean; readonly kerberos: boolean };
export function ensureEditor(kind?: EditorKind): Promise<void>;
