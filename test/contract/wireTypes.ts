/** The client's wire types as the TypeScript compiler sees them. */
import { join } from "node:path";
import ts from "typescript";
import { type Field, resourceOf } from "./contract.ts";
import { fields } from "./differences.ts";

const root = join(import.meta.dirname, "../..");

export interface WireTypes {
  readonly checker: ts.TypeChecker;
  /** What an operation answers: the object, or one item of the list. @throws Error when the client has no such operation */
  answerOf(id: string): ts.Type;
}

/** Compiles the client, by the settings of the project. Takes seconds. */
export function readWireTypes(): WireTypes {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const file = join(root, "src/api/client.ts");
  const program = ts.createProgram([file], { ...options, types: ["node"] });
  const checker = program.getTypeChecker();
  const client = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!).find(({ name }) => name === "Client")!;
  const member = (type: ts.Type, name: string): ts.Type => {
    const property = type.getProperty(name);
    if (!property) throw new Error(`The client has no ${name}`);
    return checker.getTypeOfSymbol(property);
  };
  return {
    checker,
    answerOf: (id) => {
      const [operation] = id.split(".").reduce(member, checker.getDeclaredTypeOfSymbol(client)).getCallSignatures();
      if (!operation) throw new Error(`${id} is no operation`);
      const result = checker.getReturnTypeOfSignature(operation);
      if (result.symbol.name === "Pages") return checker.getTypeArguments(result as ts.TypeReference)[0]!;
      return checker.getNonNullableType(checker.getAwaitedType(result)!);
    },
  };
}

/** What a wire type lacks of a resource: fields, their kind, null, absence, values of enumerations and room for further ones. */
export function typeProblems(checker: ts.TypeChecker, type: ts.Type, resource: string, at = resource): string[] {
  return resourceOf(resource)!.fields.flatMap((field) => {
    const property = type.getProperty(field.name);
    if (!property) return [`${at}.${field.name} is missing`];
    return fieldProblems(checker, checker.getTypeOfSymbol(property), resource, field, `${at}.${field.name}`);
  });
}

function fieldProblems(checker: ts.TypeChecker, type: ts.Type, resource: string, field: Field, at: string): string[] {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return [`${at} is ${checker.typeToString(type)}`];
  const may = fields[resource]?.[field.name]?.may ?? "";
  const takes = (one: ts.Type, into = type): boolean => checker.isTypeAssignableTo(one, into);
  const nullDue = field.nullable || may.includes("null");
  const absenceDue = field.optional === true || field.edition !== undefined || may.includes("absent");
  const value = checker.getNonNullableType(type);
  return [
    ...(nullDue && !takes(checker.getNullType()) ? [`${at} cannot be null`] : []),
    ...(absenceDue && !takes(checker.getUndefinedType()) ? [`${at} cannot be absent`] : []),
    ...kindProblems(checker, value, field, at),
    ...(field.enum !== null && field.enum.length > 1 ? enumProblems(checker, value, field.enum, at) : []),
  ];
}

function kindProblems(checker: ts.TypeChecker, type: ts.Type, { type: documented, ref, items }: Field, at: string): string[] {
  if (ref !== undefined) return typeProblems(checker, type, ref, at);
  if (documented === null) return [];
  const list = /^array(?:<(.*)>)?$/.exec(documented);
  if (list) {
    if (!checker.isArrayType(type)) return [`${at} is no list`];
    const item = checker.getTypeArguments(type as ts.TypeReference)[0]!;
    if (items !== undefined) return typeProblems(checker, item, items, `${at}[]`);
    return kindProblems(checker, item, { name: at, type: list[1] ?? "string", nullable: false, enum: null }, `${at}[]`);
  }
  const wanted = { integer: checker.getNumberType(), number: checker.getNumberType(), boolean: checker.getBooleanType(), object: undefined }[documented] ?? checker.getStringType();
  const fits = documented === "object" ? (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length > 0 : checker.isTypeAssignableTo(type, wanted);
  return fits ? [] : [`${at} is ${checker.typeToString(type)}, not ${documented}`];
}

function enumProblems(checker: ts.TypeChecker, type: ts.Type, values: readonly string[], at: string): string[] {
  const literals = type.isUnion() ? type.types.flatMap((one) => (one.isStringLiteral() ? [one.value] : [])) : [];
  const open = checker.isTypeAssignableTo(checker.getStringType(), type);
  return [...(open ? [] : [`${at} is closed`]), ...values.filter((value) => !literals.includes(value)).map((value) => `${at} does not name ${value}`)];
}
