import type { LineShape, MessageBelow, PlaceBelow } from "../shapes.ts";

/** RuboCop, and errors that end a Ruby program. */
export const rubyLines: readonly LineShape[] = [
  {
    // `lib/cart.rb:3:5: C: [Correctable] Style/StringLiterals: Prefer double-quoted strings.`
    source: "rubocop",
    hint: ": ",
    line: /^(?<path>\S[^:]{0,500}):(?<line>\d{1,7}):(?<column>\d{1,7}): (?<kind>[ICRWEF]): (?:\[Correct\w{1,10}\] )?(?:(?<code>[A-Z]\w{1,60}(?:\/\w{1,80}){1,3}): )?(?<message>\S.*)$/,
    severity: ({ kind }) => (kind === "E" || kind === "F" ? "error" : kind === "W" ? "warning" : "info"),
  },
  {
    // `lib/cart.rb:9:in 'total': undefined method 'sum' for nil (NoMethodError)`
    source: "ruby",
    hint: ":in ",
    line: /^(?<path>(?:[A-Za-z]:)?[^\s:][^:]{0,500}\.(?:rb|rake)):(?<line>\d{1,7}):in [`'].{1,300}?': (?<message>\S.{0,2000}) \((?<code>[A-Z]\w{0,60}(?:::\w{1,60}){0,8})\)$/,
  },
];

/** RSpec: the example's name, `Failure/Error:`, and below the message the places behind `#`. */
export const rspec: PlaceBelow = {
  source: "rspec",
  title: /^ {2,4}\d{1,5}\) (?<message>\S.{0,500})$/,
  place: /^ {3,14}# (?<path>(?!\S{0,500}\/gems\/)\S{1,500}\.rb):(?<line>\d{1,7}):in /,
  within: 60,
  lines: 6,
  not: /^\s{3,14}# /,
};

/** Minitest: `CartTest#test_total [test/cart_test.rb:5]:`. */
export const minitest: MessageBelow = {
  source: "minitest",
  title: /^\w[\w:]{0,200}#\S{1,300} \[(?<path>[^\]:]{1,500}\.rb):(?<line>\d{1,7})\]:$/,
  message: /^(?! {0,4}\d{1,5}\) )\s{0,10}\S/,
  within: 6,
  lines: 4,
};

/** An error above its places, as Rake writes it. */
export const rake: PlaceBelow = {
  source: "ruby",
  title: /^(?<message>(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{0,60}(?:Error|Exception|Invalid|NotFound): .{1,1000})$/,
  place: /^(?<path>(?![^:]{0,500}\/gems\/)[^\s:][^:]{0,500}\.(?:rb|rake)):(?<line>\d{1,7}):in /,
  within: 12,
  lines: 0,
};
