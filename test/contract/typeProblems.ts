/** Compares the client's types with the resources of the contract. */
import ts from "typescript";
import { type Field, resourceOf } from "./contract.ts";
import { fields } from "./differences.ts";
import { constituents } from "./wireTypes.ts";

/** Answers must say all that may come; requests must take all that may be sent. */
export type Direction = "answer" | "request";

/** What a type lacks of a resource: fields, their kind, null, absence, values of enumerations and room for further ones. `seen` is told of every resource that was compared. */
export function typeProblems(
  checker: ts.TypeChecker,
  type: ts.Type,
  resource: string,
  seen: Set<string> = new Set(),
  direction: Direction = "answer",
): string[] {
  /** Resources are compared once within themselves. */
  const records = (types: readonly ts.Type[], name: string, at: string): string[] => {
    seen.add(name);
    return resourceOf(name)!.fields.flatMap((field) => {
      // An alternative may have the field although others do not.
      const properties = types.flatMap((one) => one.getProperty(field.name) ?? []);
      if (properties.length === 0) return [`${at}.${field.name} is missing`];
      return fieldProblems(
        properties.map((one) => checker.getTypeOfSymbol(one)),
        name,
        field,
        `${at}.${field.name}`,
      );
    });
  };

  const fieldProblems = (types: readonly ts.Type[], name: string, field: Field, at: string): string[] => {
    const vague = types.find((one) => (one.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0);
    if (vague) return [`${at} is ${checker.typeToString(vague)}`];
    const may = fields[name]?.[field.name]?.may ?? "";
    const takes = (one: ts.Type): boolean => types.some((into) => checker.isTypeAssignableTo(one, into));
    const nullDue = direction === "answer" && (field.nullable || may.includes("null"));
    const absenceDue =
      direction === "answer" &&
      (field.optional === true || field.edition !== undefined || field.singleOnly === true || may.includes("absent"));
    const values = types.flatMap((one) => constituents(checker.getNonNullableType(one)));
    return [
      ...(nullDue && !takes(checker.getNullType()) ? [`${at} cannot be null`] : []),
      ...(absenceDue && !takes(checker.getUndefinedType()) ? [`${at} cannot be absent`] : []),
      ...kindProblems(values, field, at),
      ...(field.enum !== null && field.enum.length > 1 ? enumProblems(values, field.enum, at) : []),
    ];
  };

  const kindProblems = (
    types: readonly ts.Type[],
    { type: documented, ref, items }: Pick<Field, "type" | "ref" | "items">,
    at: string,
  ): string[] => {
    if (ref !== undefined) return records(types, ref, at);
    if (documented === null) return [];
    const list = /^array(?:<(.*)>)?$/.exec(documented);
    if (list) {
      const lists = types.filter((one) => checker.isArrayType(one));
      if (lists.length === 0) return [`${at} is no list`];
      const inner = lists.flatMap((one) => constituents(checker.getTypeArguments(one as ts.TypeReference)[0]!));
      return kindProblems(
        inner,
        items === undefined ? { type: list[1] ?? null } : { type: "object", ref: items },
        `${at}[]`,
      );
    }
    const wanted =
      {
        integer: checker.getNumberType(),
        number: checker.getNumberType(),
        float: checker.getNumberType(),
        boolean: checker.getBooleanType(),
      }[documented] ?? checker.getStringType();
    const isObject = (one: ts.Type): boolean =>
      (one.flags & ts.TypeFlags.Object) !== 0 &&
      !checker.isArrayType(one) &&
      (one.getProperties().length > 0 || one.getStringIndexType() !== undefined);
    // Of each alternative, it is enough that one is what is documented: a real host's form may stand beside it.
    const fits =
      documented === "object" ? types.some(isObject) : types.some((one) => checker.isTypeAssignableTo(one, wanted));
    return fits ? [] : [`${at} is ${types.map((one) => checker.typeToString(one)).join(" | ")}, not ${documented}`];
  };

  const enumProblems = (types: readonly ts.Type[], values: readonly unknown[], at: string): string[] => {
    // Numbers and truth values are written as what they are.
    if (values.some((value) => typeof value !== "string")) return [];
    const literals = types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
    const open =
      direction === "request" || types.some((one) => checker.isTypeAssignableTo(checker.getStringType(), one));
    return [
      ...(open ? [] : [`${at} is closed`]),
      ...values
        .filter((value) => !literals.includes(String(value)))
        .map((value) => `${at} does not name ${String(value)}`),
    ];
  };

  return records(constituents(type), resource, resource);
}

/** Where a type holds `any` or `unknown`, however deep: records that the client declares are looked into. */
export function vagueIn(checker: ts.TypeChecker, type: ts.Type, at: string, known: Set<ts.Type> = new Set()): string[] {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return [at];
  if (known.has(type)) return [];
  known.add(type);
  if (type.isUnionOrIntersection()) return type.types.flatMap((one) => vagueIn(checker, one, at, known));
  if (checker.isArrayType(type))
    return vagueIn(checker, checker.getTypeArguments(type as ts.TypeReference)[0]!, `${at}[]`, known);
  const ours =
    type.getSymbol()?.declarations?.some((one) => one.getSourceFile().fileName.includes("/src/api/")) === true;
  const index = type.getStringIndexType();
  return [
    ...(ours && index ? vagueIn(checker, index, `${at}.*`, known) : []),
    ...(ours
      ? type
          .getProperties()
          .flatMap((property) => vagueIn(checker, checker.getTypeOfSymbol(property), `${at}.${property.name}`, known))
      : []),
  ];
}
