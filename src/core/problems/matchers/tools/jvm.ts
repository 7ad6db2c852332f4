import type { LineShape, MessageBelow, PlaceBelow } from "../shapes.ts";

const level = ({ kind }: { readonly kind?: string }): "error" | "warning" =>
  kind === "e" || kind === "error" ? "error" : "warning";

/** Kotlin, sbt, ktlint, Checkstyle and Groovy, in which Gradle's build files are written. */
export const jvmLines: readonly LineShape[] = [
  {
    // `/builds/acme/shop/Cart.kt:12:1: Unexpected indentation (2) (standard:indent)`
    source: "ktlint",
    hint: ".kt",
    line: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.kts?):(?<line>\d{1,7}):(?<column>\d{1,7}): (?!error|warning)(?<message>\S.{0,1000}?) \((?<code>[a-z][\w:-]{1,80})\)$/,
  },
  {
    // `[ERROR] /builds/acme/shop/Cart.java:12:5: Line is longer than 100 characters. [LineLength]`
    source: "checkstyle",
    hint: ".java:",
    line: /^\[(?<kind>ERROR|WARN|INFO)\] (?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.java):(?<line>\d{1,7}):(?:(?<column>\d{1,7}):)? (?<message>\S.{0,1000}?) \[(?<code>[A-Z]\w{1,80})\]$/,
  },
  {
    // `e: file:///builds/acme/shop/Cart.kt:12:16 Unresolved reference: totl`
    source: "kotlinc",
    hint: ".kt",
    line: /^(?<kind>[ew]): (?<path>(?:file:\/{1,3})?(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.kts?):(?<line>\d{1,7}):(?<column>\d{1,7}):? (?<message>\S.*)$/,
    severity: level,
  },
  {
    // `e: /builds/acme/shop/Cart.kt: (12, 16): Unresolved reference: totl`
    source: "kotlinc",
    hint: ".kt",
    line: /^(?<kind>[ew]): (?<path>(?:file:\/{1,3})?(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.kts?): \((?<line>\d{1,7}), (?<column>\d{1,7})\): (?<message>\S.*)$/,
    severity: level,
  },
  {
    // `[error] /builds/acme/shop/Cart.scala:12:16: not found: value totl`
    source: "scalac",
    hint: "] ",
    line: /^\[(?<kind>error|warn)\] (?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.(?:scala|java|sbt)):(?<line>\d{1,7})(?::(?<column>\d{1,7}))?: (?<message>\S.*)$/,
    severity: level,
  },
  {
    // `[error] -- [E006] Not Found Error: /builds/acme/shop/Cart.scala:12:16 ------`
    source: "scalac",
    hint: "-- ",
    line: /^(?:\[(?<kind>error|warn)\] )?-- (?:\[(?<code>E\d{1,4})\] )?(?<message>[A-Z][\w ]{1,60}): (?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.scala):(?<line>\d{1,7}):(?<column>\d{1,7}) -{0,200}$/,
    severity: ({ kind, message = "" }) => (kind === "warn" || message.endsWith("Warning") ? "warning" : "error"),
    columnsFromZero: true,
  },
  {
    // `build file '/builds/acme/shop/build.gradle': 12: Unexpected input: '{' @ line 12, column 5.`
    source: "groovyc",
    hint: " @ line ",
    line: /^ {0,4}(?:(?:build|settings|script) file |(?:initialization )?script )?'?(?<path>(?:[A-Za-z]:)?[^\s:'][^:']{0,500}\.\w{1,8})'?: \d{1,7}: (?<message>\S.{0,1000}?) @ line (?<line>\d{1,7}), column (?<column>\d{1,7})\.$/,
  },
];

/** Gradle: `Build file '/builds/acme/shop/build.gradle' line: 12`, and the message below `* What went wrong:`. */
export const gradleScript: MessageBelow = {
  source: "gradle",
  title:
    /^(?:Build|Settings|Initialization|Init)?(?: ?[Ss]cript| file)(?: file)? '(?<path>[^']{1,1000})' line: (?<line>\d{1,7})$/,
  message: /^(?!\* )\s{0,8}\S/,
  within: 12,
  lines: 4,
};

/** Gradle's short failure of a test: `CartTest > total() FAILED`, below it the error and its place. */
export const gradleTest: PlaceBelow = {
  source: "gradle",
  title: /^(?<message>[A-Za-z]\S{0,300} > .{1,300}) FAILED$/,
  place:
    /^ {4}(?<message>(?:\w{1,100}\.){0,20}\w{1,100}(?:: .{0,500})?) at (?<path>\w{1,200}\.(?:java|kt|scala|groovy)):(?<line>\d{1,7})$/,
  within: 2,
  lines: 0,
};
