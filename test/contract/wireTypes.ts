/** The client's types as the TypeScript compiler sees them. */
import { join, relative } from "node:path";
import ts from "typescript";

export const root = join(import.meta.dirname, "../..");

export interface WireTypes {
  readonly checker: ts.TypeChecker;
  /** What an operation answers: the object, or one item of the list. @throws Error when the client has no such operation */
  answerOf(id: string): ts.Type;
  /** What an operation takes under a name, in any of its arguments; items where it takes a list. */
  inputsOf(id: string, name: string): readonly ts.Type[];
  /** Whether a type has a field, by its path; lists are looked into. */
  has(type: ts.Type, path: string): boolean;
  /** The file that has the operation, from the project's root; undefined when the client lacks it. */
  fileOf(id: string): string | undefined;
}

/** Compiles the client, by the settings of the project. Takes seconds. */
export function readWireTypes(): WireTypes {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const file = join(root, "src/api/client.ts");
  const program = ts.createProgram([file], { ...options, types: ["node"] });
  const checker = program.getTypeChecker();
  const client = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
    .find(({ name }) => name === "Client")!;
  const symbolOf = (id: string): ts.Symbol | undefined => {
    const [first, ...rest] = (id === "oauth.authorize" ? "oauth.authorizeUrl" : id).split(".");
    const top = checker.getDeclaredTypeOfSymbol(client).getProperty(first!);
    return rest.reduce((symbol, name) => symbol && checker.getTypeOfSymbol(symbol).getProperty(name), top);
  };
  const signatureOf = (id: string): ts.Signature =>
    checker.getTypeOfSymbol(symbolOf(id) ?? fail(`The client has no ${id}`)).getCallSignatures()[0] ??
    fail(`${id} is no operation`);
  const itemOf = (type: ts.Type): ts.Type =>
    checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0]! : type;
  return {
    checker,
    answerOf: (id) => {
      const result = checker.getReturnTypeOfSignature(signatureOf(id));
      if (result.getSymbol()?.name === "Pages") return checker.getTypeArguments(result as ts.TypeReference)[0]!;
      return itemOf(checker.getNonNullableType(checker.getAwaitedType(result)!));
    },
    inputsOf: (id, name) =>
      signatureOf(id)
        .parameters.flatMap((parameter) => constituents(checker.getNonNullableType(checker.getTypeOfSymbol(parameter))))
        .flatMap((type) => type.getProperty(name) ?? [])
        .flatMap((property) => constituents(checker.getNonNullableType(checker.getTypeOfSymbol(property))))
        .map(itemOf),
    has: (type, path) => {
      const found = path.split(".").reduce<ts.Type | undefined>((at, name) => {
        const property = at && itemOf(checker.getNonNullableType(at)).getProperty(name);
        return property && checker.getTypeOfSymbol(property);
      }, type);
      return found !== undefined;
    },
    fileOf: (id) => {
      if (!symbolOf(id)) return undefined;
      // What the client puts together itself is described by its argument.
      const [argument] = signatureOf(id).parameters;
      const declared = symbolOf(id)!.declarations?.[0]?.getSourceFile().fileName;
      const found =
        declared === file && argument
          ? checker.getTypeOfSymbol(argument).getSymbol()?.declarations?.[0]?.getSourceFile().fileName
          : declared;
      return relative(root, found ?? fail(`${id} is declared nowhere`)).replaceAll("\\", "/");
    },
  };
}

/** The types that a union is made of, or the one type. */
export const constituents = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

function fail(why: string): never {
  throw new Error(why);
}
