/* eslint-disable @typescript-eslint/no-confusing-void-expression -- a text is followed in one way alone */
import { relative } from "node:path";
import ts from "typescript";

/** Messages and status bar texts, in which VS Code makes links of `[a](command:b)` and icons of `$(c)`. */
const sinks = /^(?:showWarningMessage|showInformationMessage|showErrorMessage|setStatusBarMessage)$/;
/** The functions of core/ui/confirm.ts, which take a question and its detail by name. */
const questions = /^(?:ask|askAboutSeveral|confirm)$/;
/** Functions that return plain text, numbers or texts of ours. */
const plain = /^(?:plainText|shortSha|describeError|hide|instanceHost|sizeText|numberText|digest|format)$/;
/** Methods whose result holds what they are called on. */
const keeping = /^(?:join|filter|slice|trim|replaceAll|replace|at|map|flatMap|concat)$/;

/** What the types cannot show to be plain, each looked at: where it is, and why it is plain. */
const reviewed: Readonly<Record<string, string>> = {
  "auth/messages.ts label": "made plain in `accountLabel.ts`",
  "auth/messages.ts host": "from `instanceHost`",
  "auth/messages.ts missing": "scopes that Forgeline asked for",
  "core/remoteText/conflict.ts text.name": "made with `plainText` by each kind of text",
  "core/remoteText/fileSystem.ts text.name": "made with `plainText` by each kind of text",
  "core/remoteText/discard.ts name": "made with `plainText` by each kind of text",
  "core/commands/runMany.ts question": "made of plural texts and numbers",
  "core/commands/runMany.ts detail": "a sentence of ours",
  "core/pipelines/confirmCancel.ts owner.username": "made with `plainText` where it is read",
  "core/pipelines/confirmCancel.ts texts": "made with `plainText` by its callers",
  "core/base/unseen.ts text": "without what cannot be seen, in a dialog that renders nothing",
  "core/ui/confirm.ts question": "followed from its callers",
  "core/ui/progress.ts task": "the task returns sentences of ours",
  "core/ui/progress.ts withProgress": "the task returns sentences of ours",
  "features/agents/question.ts message": "made with `plainText` by each tool",
  "features/apiConsole/review.ts text": "the request that the user wrote, in a dialog that renders nothing",
  "features/apiConsole/review.ts operation.id": "from the table of operations",
  "features/apiConsole/showResponse.ts operation.id": "from the table of operations",
  "features/packages/commands/publish.ts name": "made with `plainText` where the package is read",
  "features/packages/commands/publish.ts detail": "made with `plainText` where the package is read",
  "features/pipelines/artifacts/commands/open.ts name": "made with `plainText` by its caller",
  "features/projectSettings/protectedBranches/labels.ts level": "a number",
  "features/vulnerabilities/labels.ts otherwise": "a text of ours",
  "features/vulnerabilities/labels.ts names[known]": "a text of ours",
};

/** Follows each text of a message to where it was made, and returns those that may hold more than plain text. */
export function messageProblems(root: string): string[] {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (file) => ts.sys.readFile(file)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    fileNames.filter((file) => file.includes("/src/")),
    options,
  );
  const checker = program.getTypeChecker();
  const problems = new Map<string, string>();
  const used = new Set<string>();

  const report = (at: ts.Node): void => {
    const source = at.getSourceFile();
    const named = ts.isCallExpression(at) ? nameOf(at) : at.getText().split("\n", 1)[0]?.slice(0, 60);
    const key = `${relative(`${root}/src`, source.fileName)} ${named ?? ""}`;
    used.add(key);
    if (!(key in reviewed))
      problems.set(
        key,
        `${key} (line ${source.getLineAndCharacterOfPosition(at.getStart()).line + 1}) may hold anything`,
      );
  };
  const isOurs = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.every(isOurs)
      : (type.flags &
          (ts.TypeFlags.NumberLike |
            ts.TypeFlags.StringLiteral |
            ts.TypeFlags.BooleanLike |
            ts.TypeFlags.Undefined)) !==
        0;
  const declarationOf = (name: ts.Node): ts.Declaration | undefined => {
    if (ts.isShorthandPropertyAssignment(name.parent))
      return checker.getShorthandAssignmentValueSymbol(name.parent)?.valueDeclaration;
    const symbol = checker.getSymbolAtLocation(name);
    return (
      symbol && (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).declarations?.[0]
    );
  };
  const all = (nodes: Iterable<ts.Node>, depth: number): void => {
    for (const node of nodes) follow(node, depth);
  };
  const follow = (at: ts.Node, depth: number): void => {
    const next = depth + 1;
    if (depth > 30) return report(at);
    if (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isAwaitExpression(at) || ts.isSpreadElement(at))
      return follow(at.expression, next);
    if (ts.isStringLiteralLike(at) || isOurs(checker.getTypeAtLocation(at))) return undefined;
    if (ts.isConditionalExpression(at)) return all([at.whenTrue, at.whenFalse], next);
    if (ts.isBinaryExpression(at)) return all([at.left, at.right], next);
    if (ts.isTemplateExpression(at))
      return all(
        at.templateSpans.map(({ expression }) => expression),
        next,
      );
    if (ts.isArrayLiteralExpression(at)) return all(at.elements, next);
    if (ts.isCallExpression(at)) return call(at, next);
    if (!ts.isIdentifier(at)) return report(at);
    const declaration = declarationOf(at);
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
      return follow(declaration.initializer, next);
    if (declaration && ts.isBindingElement(declaration) && ts.isArrayBindingPattern(declaration.parent)) {
      const { parent } = declaration.parent;
      const index = declaration.parent.elements.indexOf(declaration);
      if (ts.isVariableDeclaration(parent) && parent.initializer) return elementOf(parent.initializer, index, next);
    }
    return report(at);
  };
  const elementOf = (list: ts.Expression, index: number, depth: number): void => {
    if (ts.isConditionalExpression(list)) {
      elementOf(list.whenTrue, index, depth);
      elementOf(list.whenFalse, index, depth);
    } else if (ts.isArrayLiteralExpression(list)) {
      const element = list.elements[index];
      if (element) follow(element, depth);
    } else report(list);
  };
  const call = (at: ts.CallExpression, depth: number): void => {
    const name = nameOf(at);
    if (plain.test(name)) return;
    if (name === "t") return all(at.arguments.slice(1), depth);
    const [first] = at.arguments;
    if (keeping.test(name) && ts.isPropertyAccessExpression(at.expression)) {
      // What a function made of each element is what counts.
      if (/map$/i.test(name) && first && !ts.isIdentifier(first) && ts.isArrowFunction(first))
        return all(returned(first), depth);
      if (name === "map" && first && ts.isIdentifier(first)) return called(first, at, depth);
      return follow(at.expression.expression, depth);
    }
    // Plural texts are made by a function of the count.
    if (name === "plural") {
      const forms = at.arguments[1];
      const objects = forms && ts.isArrowFunction(forms) ? returned(forms) : [];
      for (const object of objects) {
        const literal = ts.isParenthesizedExpression(object) ? object.expression : object;
        if (ts.isObjectLiteralExpression(literal))
          for (const form of literal.properties) if (ts.isPropertyAssignment(form)) pluralForm(form.initializer, depth);
      }
      return undefined;
    }
    return called(ts.isPropertyAccessExpression(at.expression) ? at.expression.name : at.expression, at, depth);
  };
  // The count is a formatted number.
  const pluralForm = (form: ts.Expression, depth: number): void => {
    if (ts.isCallExpression(form) && nameOf(form) === "t")
      all(
        form.arguments.slice(1).filter((argument) => !ts.isIdentifier(argument) || argument.text !== "shown"),
        depth,
      );
    else follow(form, depth);
  };
  const called = (name: ts.Node, at: ts.Node, depth: number): void => {
    const declaration = declarationOf(name);
    const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
    if (
      made &&
      !made.getSourceFile().fileName.includes("node_modules") &&
      (ts.isFunctionDeclaration(made) || ts.isArrowFunction(made) || ts.isMethodDeclaration(made)) &&
      made.body
    )
      all(returned(made), depth);
    else report(at);
  };

  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !source.fileName.includes("/src/")) continue;
    const visit = (node: ts.Node): void => {
      if (
        ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        sinks.test(node.expression.name.text)
      )
        for (const [index, argument] of node.arguments.entries()) {
          if (index === 0) follow(argument, 0);
          else if (ts.isObjectLiteralExpression(argument))
            for (const property of argument.properties) {
              if (property.name?.getText() !== "detail") continue;
              follow(ts.isPropertyAssignment(property) ? property.initializer : property.name, 0);
            }
        }
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && questions.test(node.expression.text))
        for (const argument of node.arguments)
          if (
            ts.isObjectLiteralExpression(argument) &&
            argument.properties.some((one) => one.name?.getText() === "question")
          )
            for (const property of argument.properties)
              if (/^(?:question|detail)$/.test(property.name?.getText() ?? ""))
                follow(ts.isPropertyAssignment(property) ? property.initializer : (property.name ?? property), 0);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const unused = Object.keys(reviewed).filter((key) => !used.has(key));
  return [...problems.values(), ...unused.map((key) => `${key} need not be reviewed any longer`)];
}

const nameOf = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();

/** What a function returns. */
function returned(made: ts.FunctionDeclaration | ts.ArrowFunction | ts.MethodDeclaration): ts.Expression[] {
  if (!made.body) return [];
  if (!ts.isBlock(made.body)) return [made.body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(made.body);
  return found;
}
