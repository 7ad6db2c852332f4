import { isAlias, isMap, isPair, isScalar, isSeq, type Node } from "yaml";
import { type CiDocument, isMergeKey } from "./ciDocument.ts";
import { MergeProblem } from "./problem.ts";

export interface FlowOptions {
  /** Replacement texts of scalars. */
  readonly replaced?: ReadonlyMap<Node, string>;
  /** Whether equal values give equal texts, whatever their notation. */
  readonly canonical?: boolean;
}

/** Limit of a flow text in characters, far more than any job needs. */
const maxLength = 1_000_000;

/**
 * Returns a node on one line in flow style, with aliases expanded and without anchors.
 * @throws MergeProblem of kind `size` when it becomes too long
 */
export function flowText(document: CiDocument, node: Node | null | undefined, options: FlowOptions = {}): string {
  let length = 0;
  const counted = (text: string): string => {
    length += text.length;
    if (length > maxLength) throw new MergeProblem("size", document.side, document.text, node?.range?.[0] ?? 0);
    return text;
  };
  const one = (of: unknown): string => {
    if (isAlias(of)) return one(document.targets.get(of));
    if (isScalar(of))
      return counted(options.replaced?.get(of as Node) ?? tagged(of, scalar(of, options.canonical === true)));
    if (isSeq(of)) return counted(tagged(of, `[${of.items.map(one).join(", ")}]`));
    if (isMap(of))
      return counted(
        tagged(
          of,
          braced(
            of.items.map((pair) => member(pair, one)),
            options.canonical === true,
          ),
        ),
      );
    if (isPair(of)) return counted(`{ ${member(of, one)} }`);
    return "null";
  };
  return one(node);
}

/** Returns a text as a YAML scalar, quoted if needed. */
export const scalarText = (text: string): string =>
  /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_.][\w./-]*(?: [\w./-]+)*$/i.test(text) &&
  !/^\.?(?:\d|inf$|nan$)/i.test(text)
    ? text
    : JSON.stringify(text);

const braced = (members: string[], sort: boolean): string =>
  members.length === 0 ? "{}" : `{ ${(sort ? members.sort() : members).join(", ")} }`;

function member(pair: unknown, one: (of: unknown) => string): string {
  if (!isPair(pair)) return one(pair);
  if (isMergeKey({ name: "", pair: pair as never, at: { start: 0, end: 0 } })) return `<<: ${one(pair.value)}`;
  return `${one(pair.key)}: ${one(pair.value)}`;
}

function scalar(
  node: { value: unknown; source?: string | undefined; type?: string | undefined },
  canonical: boolean,
): string {
  const { value, source, type } = node;
  if (typeof value !== "string")
    return source === undefined || source === "" ? (value === null ? "null" : JSON.stringify(value)) : source;
  // Plain scalars stay plain, because other YAML schemas may read numbers or dates.
  if (
    !canonical &&
    type === "PLAIN" &&
    source !== undefined &&
    /^[\w./$+-][\w ./$+@=-]*$/.test(source) &&
    !source.startsWith("- ") &&
    source !== "-" &&
    !source.startsWith("---")
  )
    return source;
  return JSON.stringify(value);
}

function tagged(node: { tag?: string | undefined }, text: string): string {
  const { tag } = node;
  if (tag === undefined || tag === "") return text;
  const standard = /^tag:yaml\.org,2002:(.+)$/.exec(tag)?.[1];
  if (standard !== undefined) return `!!${standard} ${text}`;
  return `${tag.startsWith("!") ? tag : `!<${tag}>`} ${text}`;
}
