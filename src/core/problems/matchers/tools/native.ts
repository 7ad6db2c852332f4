import type { LineShape, MessageBelow } from "../shapes.ts";

/** Assertions of C's libraries (glibc, musl, macOS, Windows) and of GLib's tests; HLint; Erlang; Bazel. */
export const nativeLines: readonly LineShape[] = [
  {
    // `cart: src/cart.c:186: total: Assertion `count > 0' failed.`
    source: "assert",
    hint: "Assertion",
    line: /^(?:[^\s:]{1,300}: )?(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}): (?<message>\S.{0,1000}: Assertion [`'"].{1,1000}' failed\.?)$/,
  },
  {
    // `Assertion failed: count > 0 (src/cart.c: total: 186)`
    source: "assert",
    hint: "Assertion failed",
    line: /^(?<message>Assertion failed: .{1,1000}) \((?<path>[^\s:()][^:()]{0,500}\.\w{1,8}): [^\s:()]{1,300}: (?<line>\d{1,7})\)$/,
  },
  {
    // `Assertion failed: (count > 0), function total, file cart.c, line 186.`
    source: "assert",
    hint: "Assertion failed",
    line: /^(?<message>Assertion failed: .{1,1000}?), (?:function .{1,300}, )?file (?<path>\S.{0,500}?), line (?<line>\d{1,7})\.?$/,
  },
  {
    // `ERROR:src/cart-test.c:186:test_total: assertion failed (total == 4): (3 == 4)`
    source: "glib",
    hint: "ERROR:",
    line: /^(?:not ok - |# )?(?:Bail out! )?(?:[\w-]{1,60}:)?ERROR:(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}):(?<message>\S.*)$/,
  },
  {
    // `src/Cart.hs:12:5-20: Warning: Redundant bracket`
    source: "hlint",
    hint: ".hs:",
    line: /^(?<path>[^\s:][^:]{0,500}\.l?hs):\(?(?<line>\d{1,7})[:,](?<column>\d{1,7})(?:\)-\(\d{1,7},\d{1,7}\)|-\d{1,7})?: (?<kind>Error|Warning|Suggestion): (?<message>\S.*)$/,
  },
  {
    // `src/cart.erl:12:5: Warning: variable 'X' is unused`; errors have no word
    source: "erlc",
    hint: "rl:",
    line: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.[ehxy]rl):(?<line>\d{1,7}):(?:(?<column>\d{1,7}):)? (?:(?<kind>Warning|[Ee]rror): )?(?<message>\S.*)$/,
  },
  {
    // `ERROR: /builds/acme/shop/BUILD:13:25: Compiling src/cart.cc failed: (Exit 1): gcc failed`
    source: "bazel",
    hint: ": ",
    line: /^(?<kind>ERROR|WARNING|DEBUG): (?<path>(?:[A-Za-z]:)?\/[^:]{0,500}?(?:\/(?:BUILD|WORKSPACE|MODULE)(?:\.bazel|\.bzlmod)?|\.bzl|\.bazel)):(?<line>\d{1,7}):(?<column>\d{1,7}):? (?<message>\S.*)$/,
  },
];

/** CMake: `CMake Error at CMakeLists.txt:12 (find_package):`, and the message below. */
export const cmake: MessageBelow = {
  source: "cmake",
  title:
    /^CMake (?:Deprecation )?(?<kind>Error|Warning)(?: \(dev\))? at (?<path>\S.{0,500}?):(?<line>\d{1,7}) \((?<code>\w{1,100})\):$/,
  message: /^ {2}\S/,
  within: 8,
  lines: 6,
};

/** GHC writes the message below the place. */
export const ghc: MessageBelow = {
  source: "ghc",
  title:
    /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.(?:l?hs|hsc|x|y)):\(?(?<line>\d{1,7})[:,](?<column>\d{1,7})(?:\)-\(\d{1,7},\d{1,7}\)|-\d{1,7})?: (?<kind>error|warning):(?: \[(?<code>GHC-\d{1,6}|-W[\w-]{1,60})[\w=, -]{0,80}\](?:,? \[[\w=, -]{1,80}\])?)?$/,
  message: /^ {4,8}(?:• )?(?<message>\S.{0,1000})$/,
  within: 6,
  lines: 4,
};

/** GoogleTest: `cart_test.cpp:12: Failure`; Catch2 and doctest: `cart_test.cpp:12: FAILED:`. */
export const nativeTest: MessageBelow = {
  source: "test",
  title: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7}): (?:Failure|FAILED:)$/,
  message: /^(?!\[|\.{3}|={3}|-{3})\s{0,10}\S/,
  within: 6,
  lines: 5,
};
