/**
 * Which commands ask a question of `core/ui/confirm.ts` before they act: from each handler, top-level declarations are followed by their
 * names and imports. Methods of objects are not, which needs the types: a compilation that takes half a minute.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

interface Module {
  /** Top-level declarations by name. */
  readonly declared: ReadonlyMap<string, ts.Node>;
  /** Where imported values come from. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

const questions = "src/core/ui/confirm.ts";
const nothing: Module = { declared: new Map(), imported: new Map() };

/** Returns the IDs of the commands that ask. */
export function askingCommands(): readonly string[] {
  const paths = globSync("src/{core,features}/**/*.ts", { cwd: root });
  const modules = new Map(paths.map((path) => [path, readModule(path)]));
  const names = new Map<ts.Node, readonly string[]>();
  const asks = (path: string, name: string, seen = new Set<ts.Node>()): boolean => {
    if (path === questions) return name === "ask" || name === "confirm";
    const { declared, imported } = modules.get(path) ?? nothing;
    const from = imported.get(name);
    if (from) return asks(from.path, from.name, seen);
    const node = declared.get(name);
    if (node === undefined || seen.has(node)) return false;
    seen.add(node);
    const used = names.get(node) ?? namesIn(node);
    names.set(node, used);
    return used.some((one) => asks(path, one, seen));
  };
  return paths.flatMap((path) =>
    /^src\/features\/\w+\/(?:c|\w+C)ommands\.ts$/.test(path)
      ? handlersIn(modules.get(path)!)
          .filter(([, run]) => asks(path, run))
          .map(([id]) => id)
      : [],
  );
}

function readModule(path: string): Module {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Node>();
  const imported = new Map<string, { path: string; name: string }>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { text } = statement.moduleSpecifier as ts.StringLiteral;
      const names = statement.importClause?.namedBindings;
      if (text.startsWith(".") && names && ts.isNamedImports(names))
        for (const { name, propertyName } of names.elements)
          imported.set(name.text, { path: join(dirname(path), text), name: (propertyName ?? name).text });
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) declared.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name)) declared.set(one.name.text, one);
    }
  }
  return { declared, imported };
}

/** The names that code uses, but not those of types, members and properties. */
function namesIn(node: ts.Node): string[] {
  const found = new Set<string>();
  const visit = (at: ts.Node): void => {
    if (ts.isTypeNode(at) && !ts.isExpressionWithTypeArguments(at)) return;
    if (ts.isIdentifier(at)) found.add(at.text);
    if (ts.isPropertyAccessExpression(at)) visit(at.expression);
    else if (ts.isPropertyAssignment(at)) visit(at.initializer);
    else ts.forEachChild(at, visit);
  };
  visit(node);
  return [...found];
}

/** The handlers of a file of commands, by the commands' IDs. */
function handlersIn({ declared }: Module): [id: string, run: string][] {
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.name) &&
      ts.isObjectLiteralExpression(node.initializer)
    )
      for (const one of node.initializer.properties) {
        if (ts.isShorthandPropertyAssignment(one) && one.name.text === "run") found.push([node.name.text, "run"]);
        if (ts.isPropertyAssignment(one) && one.name.getText() === "run")
          found.push([node.name.text, one.initializer.getText()]);
      }
    ts.forEachChild(node, visit);
  };
  for (const node of declared.values()) visit(node);
  return found;
}
