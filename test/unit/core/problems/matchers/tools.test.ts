import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { scan, told } from "../recorded.ts";

/** What a tool writes, and the problems in it. */
const outputs: Readonly<Record<string, readonly [output: string, ...problems: string[]]>> = {
  "Pylint, whose first column is 0": [
    `************* Module shop.cart
shop/cart.py:1:0: C0114: Missing module docstring (missing-module-docstring)
shop/cart.py:9:8: E1101: Instance of 'Cart' has no 'totl' member (no-member)
shop/cart.py:12:4: W0612: Unused variable 'x' (unused-variable)

Your code has been rated at 4.12/10`,
    "2 pylint shop/cart.py:1:1 info missing-module-docstring: Missing module docstring",
    "3 pylint shop/cart.py:9:9 error no-member: Instance of 'Cart' has no 'totl' member",
    "4 pylint shop/cart.py:12:5 warning unused-variable: Unused variable 'x'",
  ],
  "flake8 and Ruff": [
    `./shop/cart.py:3:1: F401 'os' imported but unused
./shop/cart.py:12:80: W505 doc line too long (92 > 79 characters)
shop/cart.py:1:8: F401 [*] \`os\` imported but unused
shop/cart.py:4:1: UP035 \`typing.List\` is deprecated, use \`list\` instead
shop/broken.py:2:1: SyntaxError: Expected an identifier
Found 2 errors.`,
    "1 flake8 ./shop/cart.py:3:1 error F401: 'os' imported but unused",
    "2 flake8 ./shop/cart.py:12:80 warning W505: doc line too long (92 > 79 characters)",
    "3 ruff shop/cart.py:1:8 error F401: `os` imported but unused",
    "4 ruff shop/cart.py:4:1 warning UP035: `typing.List` is deprecated, use `list` instead",
    "5 flake8 shop/broken.py:2:1 error SyntaxError: Expected an identifier",
  ],
  "Ruff in full": [
    `F401 [*] \`os\` imported but unused
 --> shop/cart.py:1:8
  |
1 | import os
  |        ^^
  |
help: Remove unused import: \`os\`

invalid-syntax: Expected an expression
 --> shop/b.py:3:1`,
    "1 ruff shop/cart.py:1:8 error F401: `os` imported but unused",
    "9 ruff shop/b.py:3:1 error invalid-syntax: Expected an expression",
  ],
  Pyright: [
    `/builds/acme/shop/cart.py
  /builds/acme/shop/cart.py:9:12 - error: Type "str" is not assignable to return type "int" (reportReturnType)
  /builds/acme/shop/cart.py:10:1 - warning: Import "x" could not be resolved (reportMissingImports)
1 error, 1 warning, 0 informations`,
    '2 pyright /builds/acme/shop/cart.py:9:12 error reportReturnType: Type "str" is not assignable to return type "int"',
    '3 pyright /builds/acme/shop/cart.py:10:1 warning reportMissingImports: Import "x" could not be resolved',
  ],
  RuboCop: [
    `Inspecting 2 files
CW

Offenses:

lib/cart.rb:3:5: C: [Correctable] Style/StringLiterals: Prefer double-quoted strings.
    'total'
    ^^^^^^^
lib/cart.rb:9:1: W: Lint/UselessAssignment: Useless assignment to variable - x.
app/a.rb:1:2: E: Lint/Syntax: unexpected token kEND`,
    "6 rubocop lib/cart.rb:3:5 info Style/StringLiterals: Prefer double-quoted strings.",
    "9 rubocop lib/cart.rb:9:1 warning Lint/UselessAssignment: Useless assignment to variable - x.",
    "10 rubocop app/a.rb:1:2 error Lint/Syntax: unexpected token kEND",
  ],
  RSpec: [
    `Failures:

  1) Cart adds items
     Failure/Error: expect(cart.total).to eq(4)

       expected: 4
            got: 3

       (compared using ==)
     # /usr/local/bundle/gems/rspec-core-3.13/lib/rspec/core.rb:12:in 'run'
     # ./spec/cart_spec.rb:7:in 'block (2 levels) in <top (required)>'

Failed examples:

rspec ./spec/cart_spec.rb:5 # Cart adds items`,
    "3 rspec ./spec/cart_spec.rb:7 error Cart adds items ⏎ Failure/Error: expect(cart.total).to eq(4) ⏎ expected: 4 ⏎ got: 3 ⏎ (compared using ==)",
  ],
  "Minitest, Rake and Ruby": [
    `  1) Failure:
CartTest#test_total [test/cart_test.rb:5]:
Expected: 4
  Actual: 3

2 runs, 2 assertions, 1 failures
rake aborted!
ActiveRecord::RecordNotFound: Couldn't find Cart
/usr/lib/ruby/gems/3.2/activerecord/core.rb:3:in 'find'
/builds/acme/shop/lib/tasks/cart.rake:9:in 'block'
lib/cart.rb:9:in 'Cart#total': undefined method 'sum' for nil (NoMethodError)`,
    "2 minitest test/cart_test.rb:5 error Expected: 4 ⏎ Actual: 3",
    "8 ruby /builds/acme/shop/lib/tasks/cart.rake:9 error ActiveRecord::RecordNotFound: Couldn't find Cart",
    "11 ruby lib/cart.rb:9 error NoMethodError: undefined method 'sum' for nil",
  ],
  PHPUnit: [
    `There was 1 failure:

1) Acme\\Tests\\CartTest::testTotal with data set #0 (3)
Failed asserting that 3 matches expected 4.

/builds/acme/shop/vendor/phpunit/Assert.php:99
/builds/acme/shop/tests/CartTest.php:12

FAILURES!`,
    "3 phpunit /builds/acme/shop/tests/CartTest.php:12 error Acme\\Tests\\CartTest::testTotal with data set #0 (3) ⏎ Failed asserting that 3 matches expected 4.",
  ],
  "PHP and PHPStan": [
    `PHP Parse error:  syntax error, unexpected token "}" in /builds/acme/shop/a.php on line 3
Fatal error: Uncaught Error: Call to undefined function totl() in /builds/acme/shop/b.php:9
PHP Warning:  Undefined variable $x in /builds/acme/shop/c.php on line 4
 ------ -----------------------------------
  Line   src/Cart.php
 ------ -----------------------------------
  9      Function Acme\\totl not found.
         Learn more at https://phpstan.org
  12     Method has no return type.
 ------ -----------------------------------

  13     not in a table`,
    '1 php /builds/acme/shop/a.php:3 error syntax error, unexpected token "}"',
    "2 php /builds/acme/shop/b.php:9 error Uncaught Error: Call to undefined function totl()",
    "3 php /builds/acme/shop/c.php:4 warning Undefined variable $x",
    "7 phpstan src/Cart.php:9 error Function Acme\\totl not found.",
    "9 phpstan src/Cart.php:12 error Method has no return type.",
  ],
  "Kotlin, of both forms": [
    `e: file:///builds/acme/shop/src/Cart.kt:12:16 Unresolved reference: totl
e: /builds/acme/shop/src/Cart.kt: (12, 16): Unresolved reference: totl
w: /builds/acme/shop/src/Cart.kt: (3, 5): Variable 'x' is never used`,
    "1 kotlinc file:///builds/acme/shop/src/Cart.kt:12:16 error Unresolved reference: totl",
    "2 kotlinc /builds/acme/shop/src/Cart.kt:12:16 error Unresolved reference: totl",
    "3 kotlinc /builds/acme/shop/src/Cart.kt:3:5 warning Variable 'x' is never used",
  ],
  "sbt, with both compilers of Scala": [
    `[info] compiling 8 Scala sources
[error] /builds/acme/shop/Cart.scala:12:16: not found: value totl
[warn] /builds/acme/shop/Cart.scala:3:5: unused value
[error] -- [E006] Not Found Error: /builds/acme/shop/Main.scala:9:15 -------
[error] 9 |  def total = totl
[error] one error found`,
    "2 scalac /builds/acme/shop/Cart.scala:12:16 error not found: value totl",
    "3 scalac /builds/acme/shop/Cart.scala:3:5 warning unused value",
    "4 scalac /builds/acme/shop/Main.scala:9:16 error E006: Not Found Error",
  ],
  "Gradle's short failures": [
    `> Task :app:test

CartTest > total() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:12

8 tests completed, 1 failed`,
    "3 gradle CartTest.java:12 error CartTest > total() ⏎ org.opentest4j.AssertionFailedError",
  ],
  "Gradle's frames": [
    `CartTest > total() FAILED
    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
        at app//org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:55)
        at app//com.acme.CartTest.total(CartTest.java:12)
        at java.base@17.0.10/java.lang.reflect.Method.invoke(Method.java:568)`,
    "2 java org/junit/jupiter/api/AssertEquals.java:55 error AssertionFailedError: expected: <4> but was: <3> ← com/acme/CartTest.java:12 ← java/lang/reflect/Method.java:568",
  ],
  "a stack below AssertJ's message": [
    `[ERROR] com.acme.CartTest.total -- Time elapsed: 0.01 s <<< FAILURE!
java.lang.AssertionError: 

Expecting actual:
  [1, 2]
to contain:
  [3]
but could not find the following element(s):
  [3]

	at com.acme.CartTest.total(CartTest.java:12)`,
    "2 java com/acme/CartTest.java:12 error AssertionError ⏎ Expecting actual: ⏎ [1, 2] ⏎ to contain: ⏎ [3] ⏎ but could not find the following element(s):",
  ],
  "a stack below Hamcrest's message": [
    `java.lang.AssertionError: total
Expected: is <4>
     but: was <3>
	at org.hamcrest.MatcherAssert.assertThat(MatcherAssert.java:18)
	at com.acme.CartTest.total(CartTest.java:12)`,
    "1 java org/hamcrest/MatcherAssert.java:18 error AssertionError: total ⏎ Expected: is <4> ⏎ but: was <3> ← com/acme/CartTest.java:12",
  ],
  "Surefire's list, without what has a stack": [
    `org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
	at com.acme.CartTest.total(CartTest.java:12)
[ERROR] Failures: 
[ERROR]   CartTest.total:12 expected: <4> but was: <3>
[ERROR]   OrderTest>BaseTest.sends:30->check:41 no order
[ERROR] Errors: 
[ERROR]   com.acme.PriceTest.zero:9 » NullPointer Cannot invoke "String.length()"
[ERROR] Tests run: 3, Failures: 2, Errors: 1, Skipped: 0`,
    "1 java com/acme/CartTest.java:12 error AssertionFailedError: expected: <4> but was: <3>",
    "5 surefire OrderTest.java:30 error no order ← OrderTest.kt:30",
    '7 surefire com/acme/PriceTest.java:9 error » NullPointer Cannot invoke "String.length()" ← com/acme/PriceTest.kt:9',
  ],
  "Maven without a column": [
    "[ERROR] /builds/acme/shop/Cart.java:[12] cannot find symbol",
    "1 javac /builds/acme/shop/Cart.java:12 error cannot find symbol",
  ],
  "an exception of .NET": [
    `Unhandled exception. System.InvalidOperationException: No connection string
   at Acme.Seed.Db.Open(String name) in /builds/acme/shop/Db.cs:line 31
   at System.Linq.Enumerable.First[TSource](IEnumerable\`1 source)
   at Acme.Seed.Program.Main(String[] args) in /builds/acme/shop/Program.cs:line 9`,
    "1 dotnet /builds/acme/shop/Db.cs:31 error System.InvalidOperationException: No connection string ← /builds/acme/shop/Program.cs:9",
  ],
  "tests of .NET": [
    `  Failed Acme.Tests.CartTests.Total [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 4
Actual:   3
  Stack Trace:
     at Acme.Tests.CartTests.Total() in C:\\ci\\shop\\CartTests.cs:line 12
  Failed Acme.Tests.CartTests.Adds [1 ms]
  Error Message:
   System.ArgumentException : no item
  Stack Trace:
     at Acme.Cart.Add() in /builds/acme/shop/Cart.cs:line 5
   at Acme.Tests.CartTests.Adds() in /builds/acme/shop/CartTests.cs:line 20

Failed!  - Failed:     2, Passed:     7`,
    "1 dotnet C:\\ci\\shop\\CartTests.cs:12 error Acme.Tests.CartTests.Total ⏎ Assert.Equal() Failure: Values differ ⏎ Expected: 4 ⏎ Actual:   3",
    "8 dotnet /builds/acme/shop/Cart.cs:5 error Acme.Tests.CartTests.Adds ⏎ System.ArgumentException : no item ← /builds/acme/shop/CartTests.cs:20",
  ],
  Vitest: [
    ` ❯ src/cart.test.ts  (2 tests | 1 failed) 6ms

 FAIL  src/cart.test.ts > cart > adds items
AssertionError: expected 3 to be 4 // Object.is equality

- Expected
+ Received

- 4
+ 3

 ❯ Proxy.assert node_modules/chai/chai.js:12:5
 ❯ src/cart.test.ts:5:21
      3| test("adds items", () => {`,
    "3 vitest src/cart.test.ts:5:21 error src/cart.test.ts > cart > adds items ⏎ AssertionError: expected 3 to be 4 // Object.is equality",
  ],
  "esbuild, whose first column is 0": [
    `✘ [ERROR] Could not resolve "./basket"

    src/main.ts:1:22:
      1 │ import { Basket } from "./basket";

▲ [WARNING] Comparison with -0 [equals-negative-zero]

    src/main.ts:3:4:
✘ [ERROR] TS2322: Type 'string' is not assignable to type 'number'. [plugin angular-compiler]

    src/app/a.ts:3:2:`,
    '1 esbuild src/main.ts:1:23 error Could not resolve "./basket"',
    "6 esbuild src/main.ts:3:5 warning Comparison with -0 [equals-negative-zero]",
    "9 esbuild src/app/a.ts:3:3 error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  "webpack and its type checkers": [
    `ERROR in ./src/index.js 3:0-28
Module not found: Error: Can't resolve './basket' in '/builds/acme/shop/src'

ERROR in src/cart.ts:3:5
TS2322: Type 'string' is not assignable to type 'number'.
    1 | const x
[tsl] ERROR in /builds/acme/shop/src/b.ts(4,7)
      TS2305: Module has no exported member 'x'.`,
    "1 webpack ./src/index.js:3:1 error Module not found: Error: Can't resolve './basket' in '/builds/acme/shop/src'",
    "4 tsc src/cart.ts:3:5 error TS2322: Type 'string' is not assignable to type 'number'.",
    "7 tsc /builds/acme/shop/src/b.ts:4:7 error TS2305: Module has no exported member 'x'.",
  ],
  "Next.js": [
    `Failed to compile.

./src/app/page.tsx:12:5
Type error: Type 'string' is not assignable to type 'number'.

./src/app/layout.tsx
3:7  Error: 'x' is assigned a value but never used.  no-unused-vars
9:1  Warning: Unexpected console statement.  no-console`,
    "3 next ./src/app/page.tsx:12:5 error Type 'string' is not assignable to type 'number'.",
    "7 eslint ./src/app/layout.tsx:3:7 error no-unused-vars: 'x' is assigned a value but never used.",
    "8 eslint ./src/app/layout.tsx:9:1 warning no-console: Unexpected console statement.",
  ],
  Rollup: [
    `[!] RollupError: src/main.ts (3:5): "total" is not exported by "src/cart.ts", imported by "src/main.ts".
src/main.ts (4:0): Circular`,
    '1 rollup src/main.ts:3:6 error "total" is not exported by "src/cart.ts", imported by "src/main.ts".',
    "2 rollup src/main.ts:4:1 error Circular",
  ],
  Biome: [
    `src/cart.ts:3:7 lint/suspicious/noDoubleEquals  FIXABLE  ━━━━━━━━━━━━━━━━

  ✖ Use === instead of ==.

    2 │ function same(a, b) {
src/cart.ts:9:1 lint/style/useConst ━━━━━━━━━━

  ⚠ This let declares a variable that is never re-assigned.`,
    "1 biome src/cart.ts:3:7 error lint/suspicious/noDoubleEquals: Use === instead of ==.",
    "6 biome src/cart.ts:9:1 warning lint/style/useConst: This let declares a variable that is never re-assigned.",
  ],
  "stylelint and yamllint": [
    `src/main.css
  3:3  ✖  Unexpected unknown property "colr"  property-no-unknown
 12:1  ⚠  Unexpected empty block               block-no-empty

./ci/deploy.yml
  1:1       warning  missing document start "---"  (document-start)
  9:5       error    wrong indentation: expected 2 but found 4  (indentation)

ci/b.yml:3:1: [error] duplication of key "a" in mapping (key-duplicates)`,
    '2 stylelint src/main.css:3:3 error property-no-unknown: Unexpected unknown property "colr"',
    "3 stylelint src/main.css:12:1 warning block-no-empty: Unexpected empty block",
    '6 yamllint ./ci/deploy.yml:1:1 warning document-start: missing document start "---"',
    "7 yamllint ./ci/deploy.yml:9:5 error indentation: wrong indentation: expected 2 but found 4",
    '9 yamllint ci/b.yml:3:1 error key-duplicates: duplication of key "a" in mapping',
  ],
  "CMake, with messages below": [
    `CMake Error at CMakeLists.txt:12 (find_package):
  By not providing "FindBoost.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find it.

CMake Warning (dev) at cmake/a.cmake:3 (message):
  old

-- Configuring incomplete, errors occurred!`,
    '1 cmake CMakeLists.txt:12 error find_package: By not providing "FindBoost.cmake" in CMAKE_MODULE_PATH this project has ⏎ asked CMake to find it.',
    "5 cmake cmake/a.cmake:3 warning message: old",
  ],
  "GHC, which is not gcc": [
    `src/Cart.hs:9:9: error: [GHC-88464]
    Variable not in scope: totl
  |
9 | total = totl
src/Cart.hs:3:1: warning: [-Wunused-imports]
    The import of ‘Data.List’ is redundant
src/Old.hs:2:1: error: parse error on input ‘=’`,
    "1 ghc src/Cart.hs:9:9 error GHC-88464: Variable not in scope: totl",
    "5 ghc src/Cart.hs:3:1 warning -Wunused-imports: The import of ‘Data.List’ is redundant",
    "7 ghc src/Old.hs:2:1 error parse error on input ‘=’",
  ],
  "GoogleTest and Catch2": [
    `[ RUN      ] Cart.AddsItems
/builds/acme/shop/cart_test.cpp:12: Failure
Expected equality of these values:
  cart.total()
    Which is: 3
  4
[  FAILED  ] Cart.AddsItems (0 ms)
tests/cart_test.cpp:14: FAILED:
  REQUIRE( cart.total() == 4 )
with expansion:
  3 == 4
`,
    "2 test /builds/acme/shop/cart_test.cpp:12 error Expected equality of these values: ⏎ cart.total() ⏎ Which is: 3 ⏎ 4",
    "8 test tests/cart_test.cpp:14 error REQUIRE( cart.total() == 4 ) ⏎ with expansion: ⏎ 3 == 4",
  ],
  "Dart and Flutter": [
    `  error - lib/cart.dart:9:12 - Undefined name 'totl'. Try correcting the name. - undefined_identifier
   info • Prefer const • lib/a.dart:3:5 • prefer_const_constructors
lib/b.dart:3:5: Error: Expected ';' after this.
00:02 +0 -1: cart adds items [E]
  Expected: <4>
    Actual: <3>
  package:matcher           expect
  test/cart_test.dart 7:5   main.<fn>`,
    "1 dart lib/cart.dart:9:12 error undefined_identifier: Undefined name 'totl'. Try correcting the name.",
    "2 dart lib/a.dart:3:5 info prefer_const_constructors: Prefer const",
    "3 dart lib/b.dart:3:5 error Expected ';' after this.",
    "4 dart test/cart_test.dart:7:5 error cart adds items ⏎ Expected: <4> ⏎ Actual: <3>",
  ],
  "Elixir and ExUnit": [
    `    error: undefined function totl/0
    │
 12 │     totl()
    │     ^^^^
    │
    └─ lib/shop/cart.ex:12:5: Shop.Cart.total/0

warning: variable "x" is unused
  lib/shop/a.ex:3: Shop.A.b/0

** (SyntaxError) lib/shop/b.ex:9:3: syntax error before: ')'
  1) test adds items (Shop.CartTest)
     test/cart_test.exs:5
     Assertion with == failed
     code:  assert Cart.total(cart) == 4
     left:  3
     right: 4
     stacktrace:
       (ex_unit 1.16.0) lib/ex_unit.ex:3: ExUnit.run/1
       test/cart_test.exs:7: (test)`,
    "1 elixir lib/shop/cart.ex:12:5 error undefined function totl/0",
    '8 elixir lib/shop/a.ex:3 warning variable "x" is unused',
    "11 elixir lib/shop/b.ex:9:3 error SyntaxError: syntax error before: ')'",
    "12 exunit test/cart_test.exs:7 error test adds items (Shop.CartTest) ⏎ Assertion with == failed ⏎ code:  assert Cart.total(cart) == 4 ⏎ left:  3 ⏎ right: 4",
  ],
  Terraform: [
    `╷
│ Error: Unsupported argument
│ 
│   on main.tf line 3, in resource "aws_instance" "web":
│    3:   instance_typ = "t3.micro"
╵
Warning: Deprecated attribute

  on modules/db/a.tf line 12, in output "x":`,
    "2 terraform main.tf:3 error Unsupported argument",
    "7 terraform modules/db/a.tf:12 warning Deprecated attribute",
  ],
  "ShellCheck, hadolint and shells": [
    `In ci/deploy.sh line 4:
cp $src $target
   ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.

ci/a.sh:3:5: warning: x is unused. [SC2034]
Dockerfile:3 DL3008 warning: Pin versions in apt get install
ci/deploy.sh: line 12: DEPLOY_HOST: unbound variable
ci/run.sh: 7: Syntax error: "fi" unexpected
/usr/bin/bash: line 168: terraform: command not found`,
    "1 shellcheck ci/deploy.sh:4 info SC2086: Double quote to prevent globbing and word splitting.",
    "5 shellcheck ci/a.sh:3:5 warning x is unused. [SC2034]",
    "6 hadolint Dockerfile:3 warning DL3008: Pin versions in apt get install",
    "7 shell ci/deploy.sh:12 error DEPLOY_HOST: unbound variable",
    '8 shell ci/run.sh:7 error Syntax error: "fi" unexpected',
  ],
  "ktlint and Checkstyle": [
    `/builds/acme/shop/Cart.kt:12:1: Unexpected indentation (2) (should be 4) (standard:indent)
[ERROR] /builds/acme/shop/Cart.java:12: Line is longer than 100 characters (found 112). [LineLength]
[WARN] /builds/acme/shop/Cart.java:3:5: Missing a Javadoc comment. [JavadocMethod]`,
    "1 ktlint /builds/acme/shop/Cart.kt:12:1 error standard:indent: Unexpected indentation (2) (should be 4)",
    "2 checkstyle /builds/acme/shop/Cart.java:12 error LineLength: Line is longer than 100 characters (found 112).",
    "3 checkstyle /builds/acme/shop/Cart.java:3:5 warning JavadocMethod: Missing a Javadoc comment.",
  ],
  "tools of documents, schemas and build files": [
    `docs/setup.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 92]
/builds/acme/shop/docs/setup.rst:12: WARNING: Unknown target name: "install".
proto/cart.proto:9:3:Field name "totalPrice" should be lower_snake_case.
proto/cart.proto:12:5: "Item" is not defined.
meson.build:12:0: ERROR: Dependency "glib-2.0" not found, tried pkgconfig and cmake
psql:schema.sql:12: ERROR:  relation "cart" already exists
psql:schema.sql:3: NOTICE:  skipping
Can't locate JSON/XS.pm in @INC (@INC contains: /etc/perl) at t/run.pl line 3.`,
    "1 markdownlint docs/setup.md:12:81 error MD013/line-length: Line length [Expected: 80; Actual: 92]",
    '2 sphinx /builds/acme/shop/docs/setup.rst:12 warning Unknown target name: "install".',
    '3 protobuf proto/cart.proto:9:3 error Field name "totalPrice" should be lower_snake_case.',
    '4 protobuf proto/cart.proto:12:5 error "Item" is not defined.',
    '5 meson meson.build:12:1 error Dependency "glib-2.0" not found, tried pkgconfig and cmake',
    '6 psql schema.sql:12 error relation "cart" already exists',
    "7 psql schema.sql:3 info skipping",
    "8 perl t/run.pl:3 error Can't locate JSON/XS.pm in @INC (@INC contains: /etc/perl)",
  ],
  annotations: [
    `::error file=src/a.ts,line=3,col=5,title=no-undef::'x' is not defined
::warning file=src/b.ts,line=9::Unused
::error::no place
::error file=src/c.ts::no line`,
    "1 annotation src/a.ts:3:5 error no-undef: 'x' is not defined",
    "2 annotation src/b.ts:9 warning Unused",
  ],
  "Go, but not what a program logs": [
    `2026/03/04 10:12:31 main.go:12: listening on :8080
main.go:13: cannot open the cache
# example.com/acme/shop
./cart.go:9: undefined: totl
./cart.go:12:2: declared and not used: x
10:12:31 INFO server.go:44: ready
cart_log.go:14: again
cart_log.go:15: error: again
2026/03/04 10:12:31 main.go:16: error: cannot read`,
    "4 go ./cart.go:9 error undefined: totl",
    "5 go ./cart.go:12:2 error declared and not used: x",
  ],
};

/** Lines as other programs write them. */
const prefixes: readonly (readonly [name: string, prefix: string, folder?: string])[] = [
  ["BuildKit", "#12 3.456 "],
  ["BuildKit, at its end", "3.456 "],
  ["turbo", "web:build: ", "web"],
  ["turbo, with a scope", "@acme/web:build: ", "web"],
  ["pnpm", "packages/web build: ", "packages/web"],
  ["Compose", "web-1  | "],
  ["Ant", "    [javac] "],
  ["Yarn", "[@acme/web]: "],
  ["a time", "12:34:56 "],
  ["a time in brackets", "[12:34:56.789] "],
  ["a date", "2026-03-04T10:12:31.004Z "],
  ["a date and a name", "2026-03-04 10:12:31,004 web-1  | "],
  ["an Azure pipeline", "##[error]"],
];

const single = "src/my cart.ts(12,7): error TS2322: No.";
const stack = [
  "TypeError: x is not a function",
  "    at Object.total (/builds/acme/shop/src/cart.js:12:7)",
  "    at /builds/acme/shop/src/main.js:3:1",
];

describe("problems/tools", () => {
  for (const [name, [output, ...problems]] of Object.entries(outputs)) {
    it(`finds what is said by ${name}`, () => assert.deepEqual(scan(output.split("\n")).map(told), problems));
  }

  for (const [name, prefix, folder] of prefixes) {
    const within = folder === undefined ? "" : ` <${folder}>`;
    it(`finds a message behind the prefix of ${name}`, () => {
      assert.deepEqual(scan([prefix + single]).map(told), [`1 tsc src/my cart.ts:12:7 error TS2322: No.${within}`]);
    });
    it(`finds a stack behind the prefix of ${name}, also among other lines`, () => {
      const lines = ["starting", ...stack, "done"].flatMap((line) => [prefix + line, "something else"]);
      assert.deepEqual(scan(lines).map(told), [
        `3 node /builds/acme/shop/src/cart.js:12:7 error TypeError: x is not a function${within} ← /builds/acme/shop/src/main.js:3:1`,
      ]);
    });
  }

  it("finds indented messages", () => {
    assert.deepEqual(scan(["    a/b.c:1:2: error: no", "\tsrc/a.ts(1,2): error TS1: no"]).map(told), [
      "1 gcc a/b.c:1:2 error no",
      "2 tsc src/a.ts:1:2 error TS1: no",
    ]);
  });

  it("keeps the stacks of programs apart that write at the same time", () => {
    const other = ["RangeError: y", "    at one (/builds/acme/shop/src/order.js:1:2)", "end"];
    const lines = stack.flatMap((line, at) => [`web:test: ${line}`, `api:test: ${other[at] ?? ""}`]);
    assert.deepEqual(scan(["web:test: .", "api:test: .", ...lines]).map(told), [
      "4 node /builds/acme/shop/src/order.js:1:2 error RangeError: y <api>",
      "3 node /builds/acme/shop/src/cart.js:12:7 error TypeError: x is not a function <web> ← /builds/acme/shop/src/main.js:3:1",
    ]);
  });

  it("finds nothing in what programs write when all is well", () => {
    const lines = [
      "web:build: vite v5.2.0 building for production...",
      "web:build: dist/assets/index-4f1c.js  143.42 kB │ gzip: 46.11 kB",
      "#7 1.204 Get:1 http://deb.example.com bookworm/main amd64 libfoo 1.2:3 [12.3 kB]",
      'db-1     | 2026-03-04 10:12:31.004 UTC [1] LOG:  listening on IPv4 address "0.0.0.0", port 5432',
      "[INFO] com.acme.Cart.total:12 ok",
      "10:12:31 [main] INFO com.acme.Cart - loaded a.txt:12",
      "    1) is a step of a list",
      "  12     packages are looking for funding",
      "In file included from a.h line 3:",
      "E501 is not checked",
      "com.acme.Cart: loaded",
      "  Failed Items [none]",
      "CartTest > total() PASSED",
      "   on a line 3, in the middle",
      "ERROR in the night 3:00",
      "src/a.ts 3:5",
      "info: lib/a.ex:3: x",
      "Cart#total [slow]:",
      "error - all is lost - really",
      "wrote /var/log/app.rb:3:in the end",
    ];
    assert.deepEqual(scan(lines).map(told), []);
  });
});
