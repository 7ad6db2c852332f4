import { DotnetStack } from "./dotnetStack.ts";
import type { Matcher, ReportProblem } from "./problem.ts";
import { MessagesBelow, PlacesBelow } from "./shapes.ts";
import { dartTest } from "./tools/dart.ts";
import { elixir, exunit } from "./tools/elixir.ts";
import { shellcheck, terraform } from "./tools/infrastructure.ts";
import { biome, esbuild, next, tsLoader, typeChecker, vitest, webpack } from "./tools/javascript.ts";
import { gradleTest } from "./tools/jvm.ts";
import { cmake, ghc, nativeTest } from "./tools/native.ts";
import { PhpStan, phpunit } from "./tools/php.ts";
import { ruff } from "./tools/python.ts";
import { minitest, rake, rspec } from "./tools/ruby.ts";

interface Block extends Matcher {
  readonly isOpen: boolean;
}

const MESSAGES_BELOW = [cmake, ghc, nativeTest, webpack, typeChecker, tsLoader, next, biome, minitest, shellcheck];
const PLACES_BELOW = [ruff, vitest, esbuild, rspec, rake, phpunit, gradleTest, dartTest, elixir, exunit, terraform];

/** What the first line of a block may be, as a cheap test; it must match all titles. */
const BEGINS = new RegExp(
  [
    /^\s{0,6}(?:CMake |\d{1,5}\) |Failed |Unhandled |---> |error: |warning: |In |FAIL |(?:\w{1,100}\.){1,20}\w{0,100}(?:Exception|Error)\b)/,
    /^(?:(?:Error|Warning): |[✘X▲] \[|\[tsl\] |(?:ERROR|WARNING) in |[A-Z]{1,5}\d{3,4}:? |invalid-syntax|\d\d:\d\d \+|\.\/)/,
    /^(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{0,60}(?:Error|Exception|Invalid|NotFound): /,
    /^ {1,3}Line {3}/,
    /:\d{1,7}(?:(?::\d{1,7})?(?:-\d{1,7})?(?:: (?:Failure|FAILED:|error:|warning:)| (?:lint|parse|assist|suppressions))|\]:$)/,
    /:line \d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** The tools whose messages take several lines. Most lines begin none, and cost one test. */
export class Blocks implements Matcher {
  private readonly blocks: readonly Block[] = [
    new DotnetStack(),
    ...MESSAGES_BELOW.map((shape) => new MessagesBelow(shape)),
    ...PLACES_BELOW.map((shape) => new PlacesBelow(shape)),
    new PhpStan(),
  ];
  private open: readonly Block[] = [];

  line(text: string, at: number, found: ReportProblem): boolean {
    const blocks = BEGINS.test(text) || text.endsWith(" FAILED") ? this.blocks : this.open;
    if (blocks.length === 0) return false;
    let taken = false;
    for (const block of blocks) if ((taken = block.line(text, at, found))) break;
    this.open = this.blocks.filter(({ isOpen }) => isOpen);
    return taken;
  }

  end(found: ReportProblem): void {
    for (const block of this.blocks) block.end?.(found);
    this.open = [];
  }
}
