import type { MessageBelow } from "../shapes.ts";

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
    /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.l?hs):(?<line>\d{1,7}):(?<column>\d{1,7})(?:-\d{1,7})?: (?<kind>error|warning):(?: \[(?<code>GHC-\d{1,6}|-W[\w-]{1,60})\](?:,? \[[\w=, -]{1,80}\])?)?$/,
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
