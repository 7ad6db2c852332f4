import { DotnetStack } from "./dotnetStack.ts";
import type { Matcher, ReportProblem } from "./problem.ts";
import { MessagesBelow, PlacesBelow } from "./shapes.ts";
import { dartTest } from "./tools/dart.ts";
import { elixir, exunit } from "./tools/elixir.ts";
import { shellcheck, terraform } from "./tools/infrastructure.ts";
import { biome, esbuild, next, tsLoader, typeChecker, vitest, webpack } from "./tools/javascript.ts";
import { gradleScript, gradleTest } from "./tools/jvm.ts";
import { cmake, ghc, nativeTest } from "./tools/native.ts";
import { pest, PhpStan, phpunit, phpunitIssue, testdox } from "./tools/php.ts";
import { ruff } from "./tools/python.ts";
import { minitest, rake, rspec } from "./tools/ruby.ts";

interface Block extends Matcher {
  readonly isOpen: boolean;
}

const MESSAGES_BELOW = [
  cmake,
  ghc,
  nativeTest,
  webpack,
  typeChecker,
  tsLoader,
  next,
  biome,
  minitest,
  shellcheck,
  gradleScript,
  phpunitIssue,
];
const PLACES_BELOW = [
  ruff,
  vitest,
  esbuild,
  rspec,
  rake,
  phpunit,
  testdox,
  pest,
  gradleTest,
  dartTest,
  elixir,
  exunit,
  terraform,
];

/** What the first line of a block begins with, or has within it; cheap tests, one of which must match each title. */
const BEGINS =
  /^(?:\s{0,6}(?:CMake |\d{1,5}\) |Failed |Fehler |Fehlerhaft |Échec |Échoué |error: |warning: |In |FAIL |FAILED |[✘∅☢⚠] )|(?:Build|Settings|Script|Init|Pre)[\w ]{0,40} '|Script '|Error: |Warning: |[✘X▲] \[|\[tsl\] |ERROR in |WARNING in |[A-Z]{1,5}\d{3,4}:? |invalid-syntax|\d\d:\d\d \+|\.\/| {1,3}Line {3})/;
const CONTAINS =
  /Exception|Error\b|\): (?:error|warning):|Invalid: |NotFound: |:(?:[^\s\d:\\/]{1,12} \d{1,7}\.?$|line \d|\d{1,7}(?::\d{1,7})?(?:-\d{1,7})?(?:: (?:Failure|FAILED:|error:|warning:)| (?:lint|parse|assist|suppressions)|\]:$))/;

function mayBegin(text: string): boolean {
  return BEGINS.test(text) || CONTAINS.test(text) || text.endsWith(" FAILED");
}

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
    const blocks = mayBegin(text) ? this.blocks : this.open;
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
