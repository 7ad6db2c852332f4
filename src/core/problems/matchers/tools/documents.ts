import type { Severity } from "../problem.ts";
import type { LineShape, Parts } from "../shapes.ts";

const level = ({ kind = "" }: Parts): Severity =>
  /^WARN/.test(kind) ? "warning" : /^(?:NOTICE|INFO)/.test(kind) ? "info" : "error";

/** Tools of documents, schemas and build files: markdownlint, Sphinx, Protocol Buffers, Meson, psql. */
export const documentLines: readonly LineShape[] = [
  {
    // `docs/setup.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 92]`
    source: "markdownlint",
    hint: " MD",
    line: /^(?<path>[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7})(?::(?<column>\d{1,7}))? (?:error )?(?<code>MD\d{3}(?:\/[\w-]{1,60}){0,3}) (?<message>\S.*)$/,
  },
  {
    // `/builds/acme/shop/docs/setup.rst:12: WARNING: Unknown target name: "install".`
    source: "sphinx",
    hint: ": ",
    line: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.(?:rst|md|ipynb)):(?<line>\d{1,7}): (?<kind>WARNING|ERROR|SEVERE|CRITICAL): (?<message>\S.*)$/,
    severity: level,
  },
  {
    // `proto/cart.proto:9:3:Field name "totalPrice" should be lower_snake_case`
    source: "protobuf",
    hint: ".proto:",
    line: /^(?<path>[^\s:][^:]{0,500}\.proto):(?<line>\d{1,7}):(?<column>\d{1,7}): ?(?!error|warning)(?<message>\S.*)$/,
  },
  {
    // `meson.build:12:0: ERROR: Dependency "glib-2.0" not found`
    source: "meson",
    hint: "meson",
    line: /^(?<path>(?:[^\s:][^:]{0,500}\/)?meson(?:\.build|\.options|_options\.txt)):(?<line>\d{1,7}):(?<column>\d{1,7}): (?<kind>ERROR|WARNING): (?<message>\S.*)$/,
    severity: level,
    columnsFromZero: true,
  },
  {
    // `psql:schema.sql:12: ERROR:  relation "cart" already exists`
    source: "psql",
    hint: "psql:",
    line: /^psql:(?<path>[^\s:][^:]{0,500}):(?<line>\d{1,7}): (?<kind>ERROR|FATAL|WARNING|NOTICE|INFO): {1,4}(?<message>\S.*)$/,
    severity: level,
  },
  {
    // `Can't locate JSON/XS.pm in @INC at t/run.pl line 3.`
    source: "perl",
    hint: " line ",
    line: /^(?<message>\S.{0,1000}?) at (?<path>[^\s:]{1,500}\.(?:pl|pm|t)) line (?<line>\d{1,7})\.$/,
  },
];
