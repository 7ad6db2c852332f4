/** Where a line of the source can be broken, and how. */
import ts from "typescript";

/** One change of a file. */
export interface Site {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Offsets of the text that is replaced. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: "negate" | "drop" | "off by one";
}

const swapped = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);
const shifted = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
]);

/** Returns every change of a file that is within a function, in the order of the text. */
export function sitesOf(file: string, source: string): Site[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  const add = (kind: Site["kind"], from: number, to: number, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(from).line + 1;
    sites.push({ file, line, from, to, text, kind });
  };
  const negate = (condition: ts.Expression): void => {
    const [from, to] = [condition.getStart(), condition.getEnd()];
    if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken)
      add("negate", from, from + 1, "");
    else if (!ts.isBinaryExpression(condition) || !swapped.has(condition.operatorToken.kind))
      add("negate", from, to, `!(${source.slice(from, to)})`);
  };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (isInFunction) {
      if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
      else if (ts.isConditionalExpression(node)) negate(node.condition);
      else if (ts.isBinaryExpression(node)) {
        const { operatorToken: token } = node;
        const other = swapped.get(token.kind);
        const next = shifted.get(token.kind);
        if (other !== undefined) add("negate", token.getStart(), token.getEnd(), other);
        if (next !== undefined) add("off by one", token.getStart(), token.getEnd(), next);
      } else if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent))
        add("off by one", node.getStart(), node.getEnd(), `(${node.text} + 1)`);
      else if (ts.isExpressionStatement(node)) add("drop", node.getStart(), node.getEnd(), ";");
      else if (ts.isReturnStatement(node) && node.expression)
        add("drop", node.expression.getStart(), node.expression.getEnd(), "undefined");
    }
    const inside = isInFunction || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(tree, false);
  return sites.sort((one, other) => one.from - other.from);
}
