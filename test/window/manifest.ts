/** The parts of package.json that the window reads. */

interface Setting {
  readonly default?: unknown;
  readonly restricted?: boolean;
}

export interface ViewContribution {
  readonly id: string;
  readonly name: string;
  readonly when?: string;
  readonly visibility?: "visible" | "collapsed" | "hidden";
}

export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly capabilities?: {
    readonly untrustedWorkspaces?: { readonly restrictedConfigurations?: readonly string[] };
  };
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly views: Readonly<Record<string, readonly ViewContribution[]>>;
    readonly languageModelTools?: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema?: object;
      readonly tags?: readonly string[];
    }[];
    readonly languages?: readonly { readonly id: string; readonly extensions?: readonly string[] }[];
  };
}
