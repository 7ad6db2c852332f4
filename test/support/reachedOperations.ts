/**
 * Which operations of the client the code behind a command, a view or a scheme of documents asks for: its declarations are followed
 * with the TypeScript compiler, from the handler of the command, the contents of the view or the work of the scheme's files. Members of
 * interfaces are followed nowhere: who else calls them is not what this entry does.
 */
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");
/** What every view has is no part of what a command does with a view: a view is an entry of its own. */
const sharedByAll = ["src/core/tree/", "src/core/context.ts", "src/features.ts", "src/extension.ts"];

export interface ReachedOperations {
  /** Ids of commands and views, schemes with their colon, and `authentication:` with the provider's id. */
  readonly entries: readonly string[];
  /** The operations among `ids` that the code behind an entry asks for. @throws Error for what is no entry */
  reachedFrom(entry: string, ids: readonly string[]): readonly string[];
}

/** Compiles the extension, by the settings of the project. Takes seconds. */
export function readReachedOperations(): ReachedOperations {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const program = ts.createProgram([join(root, "src/extension.ts")], {
    ...options,
    types: ["node", "vscode"],
  });
  const code = new Code(program);
  const starts = new Map([...code.commands(), ...code.views(), ...code.schemes(), ...code.authentication()]);
  const touched = new Map<string, ReadonlySet<ts.Node>>();
  return {
    entries: [...starts.keys()],
    reachedFrom: (entry, ids) => {
      const start = starts.get(entry);
      if (start === undefined) throw new Error(`There is no ${entry}`);
      const clientParts = touched.get(entry) ?? code.clientParts(start);
      touched.set(entry, clientParts);
      return ids.filter((id) =>
        code.pathOf(id).every((declarations) => declarations.some((declaration) => clientParts.has(declaration))),
      );
    },
  };
}

/** The entries in a declaration of commands; none in others, and none of those that are spread into it. */
const definedCommands = ({ declarationList }: ts.VariableStatement): readonly ts.PropertyAssignment[] =>
  declarationList.declarations.flatMap(({ initializer }) =>
    initializer &&
    ts.isCallExpression(initializer) &&
    ts.isCallExpression(initializer.expression) &&
    initializer.expression.expression.getText() === "defineCommands"
      ? (initializer.arguments[0] as ts.ObjectLiteralExpression).properties.filter(ts.isPropertyAssignment)
      : [],
  );

class Code {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly files: readonly ts.SourceFile[];
  private readonly used = new Map<ts.Node, readonly ts.Node[]>();

  constructor(program: ts.Program) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.files = program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && this.pathIn(file).startsWith("src/"));
  }

  /** Where the handlers of commands are declared. */
  *commands(): Generator<[string, readonly ts.Node[]]> {
    for (const file of this.files.filter((one) => /^src\/features\/\w+\/(?:c|\w+C)ommands\.ts$/.test(this.pathIn(one))))
      for (const entry of file.statements.filter(ts.isVariableStatement).flatMap(definedCommands))
        yield [(entry.name as ts.StringLiteral).text, this.declarationsOf(propertyOf(entry.initializer, "run")!)];
  }

  /** What loads the contents of each view. */
  *views(): Generator<[string, readonly ts.Node[]]> {
    for (const { arguments: given } of this.callsOf("addView"))
      yield [this.textOf(propertyOf(given[1]!, "view")!), [propertyOf(given[1]!, "load")!]];
  }

  /** What does the work for the documents of each scheme, with all that its files can do. */
  *schemes(): Generator<[string, readonly ts.Node[]]> {
    for (const made of this.newOf("LazyFiles")) {
      const work = this.checker.getTypeArguments(this.checker.getTypeAtLocation(made) as ts.TypeReference)[0]!;
      const can = ["stat", "readFile", "readDirectory", "writeFile", "createDirectory", "delete", "rename"].flatMap(
        (name) => work.getProperty(name)?.declarations ?? [],
      );
      yield [`${this.textOf(made.arguments![0]!)}:`, [...made.arguments!.slice(1), ...can]];
    }
  }

  /** What VS Code asks of the authentication provider, by its id. */
  *authentication(): Generator<[string, readonly ts.Node[]]> {
    for (const { arguments: given } of this.callsOf("authenticationApi.registerAuthenticationProvider")) {
      const id = (this.exported("src/core/base/extensionIds.ts", "AUTH_PROVIDER_ID") as ts.VariableDeclaration)
        .initializer as ts.StringLiteral;
      yield [`authentication:${id.text}`, given.slice(2, 3)];
    }
  }

  /** The declarations of the client's parts that an operation's id names, one after the other. */
  pathOf(id: string): readonly (readonly ts.Node[])[] {
    // The page that a browser opens is no request: sign-in makes its address without a client.
    if (id === "oauth.authorize") return [[this.exported("src/api/resources/authorizeUrl.ts", "authorizeUrl")]];
    let at: ts.Type | undefined = this.checker.getTypeAtLocation(this.exported("src/api/client.ts", "Client"));
    return id.split(".").map((name) => {
      const symbol: ts.Symbol | undefined = at?.getProperty(name);
      at = symbol && this.checker.getTypeOfSymbol(symbol);
      if (symbol === undefined) throw new Error(`The client has no ${id}`);
      return symbol.declarations ?? [];
    });
  }

  /** The declarations inside the client that code asks for, directly or through what it uses. */
  clientParts(start: readonly ts.Node[]): ReadonlySet<ts.Node> {
    const seen = new Set<ts.Node>(start);
    for (const next of seen) for (const used of this.usedBy(next)) seen.add(used);
    return new Set([...seen].filter((node) => this.isClient(node.getSourceFile())));
  }

  /** The declarations that running this one may run. */
  private usedBy(declaration: ts.Node): readonly ts.Node[] {
    const known = this.used.get(declaration);
    if (known) return known;
    const found = new Set<ts.Node>();
    this.used.set(declaration, []);
    if (
      this.isClient(declaration.getSourceFile()) ||
      ts.isInterfaceDeclaration(declaration) ||
      ts.isTypeAliasDeclaration(declaration) ||
      ts.isParameter(declaration)
    )
      return [];
    // Of a class, making one runs this much; its members count once they are used.
    if (ts.isClassDeclaration(declaration)) {
      for (const member of declaration.members)
        if (ts.isConstructorDeclaration(member) || ts.isPropertyDeclaration(member)) found.add(member);
      for (const clause of declaration.heritageClauses ?? []) found.add(clause);
    } else if (ts.isPropertySignature(declaration) && declaration.type && ts.isTypeQueryNode(declaration.type)) {
      // What a feature's code is to have, by its type.
      for (const node of this.declarationsOf(declaration.type.exprName)) found.add(node);
    } else {
      this.visit(declaration, (symbol) => {
        const real =
          symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? this.checker.getAliasedSymbol(symbol) : symbol;
        for (const node of real?.declarations ?? []) {
          const path = this.pathIn(node.getSourceFile());
          if (path.startsWith("src/") && !sharedByAll.some((start) => path.startsWith(start))) found.add(node);
        }
      });
    }
    const used = [...found];
    this.used.set(declaration, used);
    return used;
  }

  /** Tells every symbol that code uses, but not those of types. */
  private visit(node: ts.Node, meet: (symbol: ts.Symbol | undefined) => void): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isShorthandPropertyAssignment(node)) meet(this.checker.getShorthandAssignmentValueSymbol(node));
    if (ts.isIdentifier(node)) meet(this.checker.getSymbolAtLocation(node));
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText();
      for (const type of constituents(this.checker.getTypeAtLocation(node.parent))) meet(type.getProperty(name));
    }
    if (ts.isElementAccessExpression(node)) {
      const names = constituents(this.checker.getTypeAtLocation(node.argumentExpression)).flatMap((type) =>
        type.isStringLiteral() ? [type.value] : [],
      );
      for (const name of names) meet(this.checker.getTypeAtLocation(node.expression).getProperty(name));
    }
    ts.forEachChild(node, (child) => this.visit(child, meet));
  }

  private *newOf(name: string): Generator<ts.NewExpression> {
    yield* this.nodes(
      `new ${name}`,
      (node): node is ts.NewExpression => ts.isNewExpression(node) && node.expression.getText() === name,
    );
  }

  private *callsOf(name: string): Generator<ts.CallExpression> {
    yield* this.nodes(
      `${name}(`,
      (node): node is ts.CallExpression => ts.isCallExpression(node) && node.expression.getText() === name,
    );
  }

  /** The nodes of a kind, outside the client, in files that have a text. */
  private *nodes<Kind extends ts.Node>(text: string, is: (node: ts.Node) => node is Kind): Generator<Kind> {
    const below = function* (node: ts.Node): Generator<Kind> {
      if (is(node)) yield node;
      for (const child of node.getChildren()) yield* below(child);
    };
    for (const file of this.files) if (!this.isClient(file) && file.text.includes(text)) yield* below(file);
  }

  /** Where what a name stands for is declared. */
  private declarationsOf(name: ts.Node): readonly ts.Node[] {
    const symbol = this.checker.getSymbolAtLocation(name);
    const real = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? this.checker.getAliasedSymbol(symbol) : symbol;
    return real?.declarations ?? [];
  }

  private exported(path: string, name: string): ts.Declaration {
    const file = this.program.getSourceFile(join(root, path))!;
    return this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(file)!).find((one) => one.name === name)!
      .declarations![0]!;
  }

  private textOf(node: ts.Node): string {
    const type = this.checker.getTypeAtLocation(node);
    if (!type.isStringLiteral()) throw new Error(`${node.getText()} is no text that is known here`);
    return type.value;
  }

  private pathIn(file: ts.SourceFile): string {
    return file.fileName.slice(root.length + 1).replaceAll("\\", "/");
  }

  private isClient(file: ts.SourceFile): boolean {
    return this.pathIn(file).startsWith("src/api/");
  }
}

const propertyOf = (object: ts.Expression, name: string): ts.Expression | undefined =>
  (object as ts.ObjectLiteralExpression).properties
    .filter(ts.isPropertyAssignment)
    .find((one) => one.name.getText() === name)?.initializer;

const constituents = (type: ts.Type): readonly ts.Type[] =>
  type.isUnion() || type.isIntersection() ? type.types : [type];
