/** What each recorded output holds: line of the file, tool, place, severity, message; read off the outputs by eye. */
export const expected: Readonly<Record<string, readonly string[]>> = {
  cargo: [
    "6 rustc src/main.rs:5:22 error E0308: mismatched types </builds/acme/app/rust>",
    "14 rustc src/main.rs:6:39 error E0599: no method named `missing` found for type `u32` in the current scope </builds/acme/app/rust>",
    "20 rustc src/stock.rs:4:16 error E0382: borrow of moved value: `shelf` </builds/acme/app/rust>",
  ],
  "cargo-color": [
    "6 rustc src/main.rs:5:22 error E0308: mismatched types </builds/acme/app/rust>",
    "14 rustc src/main.rs:6:39 error E0599: no method named `missing` found for type `u32` in the current scope </builds/acme/app/rust>",
    "20 rustc src/stock.rs:4:16 error E0382: borrow of moved value: `shelf` </builds/acme/app/rust>",
  ],
  "cargo-short": [
    "6 rustc src/main.rs:5:22 error E0308: mismatched types: expected `u32`, found `&str` </builds/acme/app/rust>",
    "7 rustc src/main.rs:6:39 error E0599: no method named `missing` found for type `u32` in the current scope: method not found in `u32` </builds/acme/app/rust>",
    "8 rustc src/stock.rs:4:16 error E0382: borrow of moved value: `shelf`: value borrowed here after move </builds/acme/app/rust>",
  ],
  "cargo-test": [
    "5 rustc src/lib.rs:2:9 warning unused variable: `extra`",
    "26 rust src/lib.rs:10:9 error assertion `left == right` failed",
    "34 rust src/lib.rs:16:14 error called `Option::unwrap()` on a `None` value",
  ],
  "cargo-test-backtrace": [
    "5 rustc src/lib.rs:2:9 warning unused variable: `extra`",
    "26 rust src/lib.rs:10:9 error assertion `left == right` failed",
    "51 rust src/lib.rs:16:14 error called `Option::unwrap()` on a `None` value",
  ],
  clang: [
    "6 gcc include/list.h:5:54 error no member named 'size' in 'struct list'",
    "9 gcc main.c:7:18 warning -Wformat: format specifies type 'char *' but the argument has type 'int'",
    "13 gcc main.c:8:22 error passing 'struct list' to parameter of incompatible type 'const struct list *'; take the address with &",
    "17 gcc include/list.h:4:36 info passing argument to parameter 'list' here",
    "20 gcc main.c:8:24 error expected ';' after return statement",
  ],
  "clang-color": [
    "6 gcc include/list.h:5:54 error no member named 'size' in 'struct list'",
    "9 gcc main.c:7:18 warning -Wformat: format specifies type 'char *' but the argument has type 'int'",
    "13 gcc main.c:8:22 error passing 'struct list' to parameter of incompatible type 'const struct list *'; take the address with &",
    "17 gcc include/list.h:4:36 info passing argument to parameter 'list' here",
    "20 gcc main.c:8:24 error expected ';' after return statement",
  ],
  "eslint-compact": [
    "5 eslint /builds/acme/app/web/src/basket.js:2:9 error no-unused-vars: 'twice' is assigned a value but never used.",
    "6 eslint /builds/acme/app/web/src/basket.js:3:21 warning eqeqeq: Expected '===' and instead saw '=='.",
    "7 eslint /builds/acme/app/web/src/basket.js:3:35 error semi: Missing semicolon.",
    "8 eslint /builds/acme/app/web/src/basket.js:4:10 error no-undef: 'missing' is not defined.",
    "9 eslint /builds/acme/app/web/src/broken.js:1:19 error Parsing error: Unexpected token ;",
  ],
  "eslint-stylish": [
    "7 eslint /builds/acme/app/web/src/basket.js:2:9 error no-unused-vars: 'twice' is assigned a value but never used",
    "8 eslint /builds/acme/app/web/src/basket.js:3:21 warning eqeqeq: Expected '===' and instead saw '=='",
    "9 eslint /builds/acme/app/web/src/basket.js:3:35 error semi: Missing semicolon",
    "10 eslint /builds/acme/app/web/src/basket.js:4:10 error no-undef: 'missing' is not defined",
    "13 eslint /builds/acme/app/web/src/broken.js:1:19 error Parsing error: Unexpected token ;",
  ],
  "eslint-stylish-color": [
    "7 eslint /builds/acme/app/web/src/basket.js:2:9 error no-unused-vars: 'twice' is assigned a value but never used",
    "8 eslint /builds/acme/app/web/src/basket.js:3:21 warning eqeqeq: Expected '===' and instead saw '=='",
    "9 eslint /builds/acme/app/web/src/basket.js:3:35 error semi: Missing semicolon",
    "10 eslint /builds/acme/app/web/src/basket.js:4:10 error no-undef: 'missing' is not defined",
    "13 eslint /builds/acme/app/web/src/broken.js:1:19 error Parsing error: Unexpected token ;",
  ],
  "eslint-unix": [
    "5 eslint /builds/acme/app/web/src/basket.js:2:9 error no-unused-vars: 'twice' is assigned a value but never used.",
    "6 eslint /builds/acme/app/web/src/basket.js:3:21 warning eqeqeq: Expected '===' and instead saw '=='.",
    "7 eslint /builds/acme/app/web/src/basket.js:3:35 error semi: Missing semicolon.",
    "8 eslint /builds/acme/app/web/src/basket.js:4:10 error no-undef: 'missing' is not defined.",
    "9 eslint /builds/acme/app/web/src/broken.js:1:19 error Parsing error: Unexpected token ;",
  ],
  gcc: [
    "7 gcc include/list.h:5:52 error ‘struct list’ has no member named ‘size’",
    "11 gcc main.c:7:12 warning -Wformat=: format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’",
    "17 gcc main.c:8:22 error incompatible type for argument 1 of ‘list_length’",
    "22 gcc include/list.h:4:36 info expected ‘const struct list *’ but argument is of type ‘struct list’",
    "25 gcc main.c:8:24 error expected ‘;’ before ‘}’ token",
    "31 gcc main.c:5:7 warning -Wunused-variable: unused variable ‘unused’",
  ],
  "gcc-color": [
    "7 gcc include/list.h:5:52 error ‘struct list’ has no member named ‘size’",
    "11 gcc /builds/acme/app/c/main.c:7:12 warning -Wformat=: format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’",
    "17 gcc /builds/acme/app/c/main.c:8:22 error incompatible type for argument 1 of ‘list_length’",
    "22 gcc include/list.h:4:36 info expected ‘const struct list *’ but argument is of type ‘struct list’",
    "25 gcc /builds/acme/app/c/main.c:8:24 error expected ‘;’ before ‘}’ token",
    "31 gcc /builds/acme/app/c/main.c:5:7 warning -Wunused-variable: unused variable ‘unused’",
  ],
  "gcc-link": [
    "6 ld /builds/acme/app/c/undefined.c:2 error undefined reference to `elsewhere'",
  ],
  "gcc-make": [
    "9 gcc include/list.h:5:52 error ‘struct list’ has no member named ‘size’ </builds/acme/app/c>",
    "13 gcc main.c:7:12 warning -Wformat=: format ‘%s’ expects argument of type ‘char *’, but argument 2 has type ‘int’ </builds/acme/app/c>",
    "19 gcc main.c:8:22 error incompatible type for argument 1 of ‘list_length’ </builds/acme/app/c>",
    "24 gcc include/list.h:4:36 info expected ‘const struct list *’ but argument is of type ‘struct list’ </builds/acme/app/c>",
    "27 gcc main.c:8:24 error expected ‘;’ before ‘}’ token </builds/acme/app/c>",
    "33 gcc main.c:5:7 warning -Wunused-variable: unused variable ‘unused’ </builds/acme/app/c>",
  ],
  "gcc-plus": [
    "6 gcc queue.cpp:5:14 error no matching function for call to ‘std::vector<int>::push_back(std::string)’",
    "11 gcc /usr/include/c++/12/bits/stl_vector.h:1276:7 info candidate: ‘void std::vector<_Tp, _Alloc>::push_back(const value_type&) [with _Tp = int; _Alloc = std::allocator<int>; value_type = int]’",
    "14 gcc /usr/include/c++/12/bits/stl_vector.h:1276:35 info no known conversion for argument 1 from ‘std::string’ {aka ‘std::__cxx11::basic_string<char>’} to ‘const std::vector<int>::value_type&’ {aka ‘const int&’}",
    "17 gcc /usr/include/c++/12/bits/stl_vector.h:1293:7 info candidate: ‘void std::vector<_Tp, _Alloc>::push_back(value_type&&) [with _Tp = int; _Alloc = std::allocator<int>; value_type = int]’",
    "20 gcc /usr/include/c++/12/bits/stl_vector.h:1293:30 info no known conversion for argument 1 from ‘std::string’ {aka ‘std::__cxx11::basic_string<char>’} to ‘std::vector<int>::value_type&&’ {aka ‘int&&’}",
    "23 gcc queue.cpp:6:3 error ‘undeclared’ was not declared in this scope",
  ],
  "go-build": [
    "6 go ./main.go:5:2 error imported and not used: \"os\"",
    "7 go ./main.go:11:6 error unused declared but not used",
    "8 go ./main.go:12:25 error cannot use \"2\" (untyped string constant) as int value in argument to shape.Area",
    "9 go ./main.go:13:2 error undefined: undefinedCall",
  ],
  "go-panic": [
    "6 go /builds/acme/app/go/shape/shape_test.go:16 error runtime error: index out of range [3] with length 0",
  ],
  "go-test": [
    "7 go test shape_test.go:7 error Area(3) = 9, want 6 <example.com/acme/app/shape>",
    "9 go test shape_test.go:10 error zero is ⏎ not handled <example.com/acme/app/shape>",
  ],
  "go-test-v": [
    "7 go test shape_test.go:7 error Area(3) = 9, want 6 <example.com/acme/app/shape>",
    "9 go test shape_test.go:10 error zero is ⏎ not handled <example.com/acme/app/shape>",
  ],
  "go-vet": [
    "6 go shape/shape.go:7:2 error fmt.Printf format %s has arg side of wrong type int",
  ],
  "java-stack": [
    "5 java com/acme/Main.java:12 error IllegalStateException: not a number",
    "7 java java/lang/NumberFormatException.java:67 error NumberFormatException: For input string: \"four\" ← java/lang/Integer.java:668 ← java/lang/Integer.java:786 ← com/acme/Main.java:5 ← com/acme/Main.java:10",
  ],
  javac: [
    "5 javac src/main/java/com/acme/Shop.java:10 error ';' expected",
  ],
  "javac-types": [
    "5 javac src/main/java/com/acme/Till.java:6 warning rawtypes: found raw type: ArrayList",
    "11 javac src/main/java/com/acme/Till.java:6 warning unchecked: unchecked conversion",
    "16 javac src/main/java/com/acme/Till.java:9 error incompatible types: String cannot be converted to int",
    "19 javac src/main/java/com/acme/Till.java:10 error cannot find symbol",
  ],
  jest: [
    "6 jest __tests__/shop.test.js:5:36 error shop › adds ⏎ expect(received).toBe(expected) // Object.is equality ⏎ Expected: 2 ⏎ Received: 1",
    "23 jest shop.js:2:71 error shop › takes nothing ⏎ TypeError: Cannot read properties of undefined (reading 'amount') ← shop.js:2:36 ← __tests__/shop.test.js:8:5",
    "62 jest /builds/acme/app/je/__tests__/broken.test.js:1:12 error SyntaxError: Unexpected token",
  ],
  "jest-color": [
    "6 jest __tests__/shop.test.js:5:36 error shop › adds ⏎ expect(received).toBe(expected) // Object.is equality ⏎ Expected: 2 ⏎ Received: 1",
    "23 jest shop.js:2:71 error shop › takes nothing ⏎ TypeError: Cannot read properties of undefined (reading 'amount') ← shop.js:2:36 ← __tests__/shop.test.js:8:5",
    "62 jest /builds/acme/app/je/__tests__/broken.test.js:1:12 error SyntaxError: Unexpected token",
  ],
  maven: [
    "19 javac /builds/acme/app/java/src/main/java/com/acme/Till.java:9:19 error incompatible types: java.lang.String cannot be converted to int",
    "20 javac /builds/acme/app/java/src/main/java/com/acme/Till.java:10:16 error cannot find symbol",
  ],
  "maven-color": [
    "19 javac /builds/acme/app/java/src/main/java/com/acme/Till.java:9:19 error incompatible types: java.lang.String cannot be converted to int",
    "20 javac /builds/acme/app/java/src/main/java/com/acme/Till.java:10:16 error cannot find symbol",
  ],
  mcs: [
    "5 csc Program.cs:7:8 error CS1525: Unexpected symbol `return'",
  ],
  mocha: [
    "19 node test/shop.test.js:7:12 error AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: ⏎ 1 !== 2",
    "33 node /builds/acme/app/mo/shop.js:2:71 error TypeError: Cannot read properties of undefined (reading 'amount') ← shop.js:2:36 ← test/shop.test.js:10:5",
    "42 node test/shop.test.js:13:26 error TypeError: late",
  ],
  "node-crash": [
    "9 node file:///builds/acme/app/mo/crash.mjs:2:32 error RangeError: too early ← file:///builds/acme/app/mo/crash.mjs:3:18",
  ],
  pytest: [
    "18 pytest tests/test_prices.py:15 error RuntimeError: no shelf </builds/acme/app/py>",
    "26 pytest tests/test_prices.py:6 error AssertionError: assert 3 == 4 </builds/acme/app/py>",
    "47 pytest shop/prices.py:2 error ValueError: invalid literal for int() with base 10: 'two' </builds/acme/app/py> ← shop/prices.py:6 ← shop/prices.py:6 ← tests/test_prices.py:10",
    "56 pytest tests/test_prices.py:24 error AssertionError: assert {'a': 1} == {'a': 2} </builds/acme/app/py>",
  ],
  "pytest-line": [
    "16 pytest /builds/acme/app/py/tests/test_prices.py:6 error AssertionError: assert 3 == 4 </builds/acme/app/py>",
    "17 pytest /builds/acme/app/py/shop/prices.py:2 error ValueError: invalid literal for int() with base 10: 'two' </builds/acme/app/py>",
    "18 pytest /builds/acme/app/py/tests/test_prices.py:24 error AssertionError: assert {'a': 1} == {'a': 2} </builds/acme/app/py>",
  ],
  "pytest-native": [
    "14 python /builds/acme/app/py/tests/test_prices.py:15 error RuntimeError: no shelf </builds/acme/app/py>",
    "20 python /builds/acme/app/py/tests/test_prices.py:6 error AssertionError: assert 3 == 4 </builds/acme/app/py>",
    "26 python /builds/acme/app/py/shop/prices.py:2 error ValueError: invalid literal for int() with base 10: 'two' </builds/acme/app/py> ← /builds/acme/app/py/shop/prices.py:6 ← /builds/acme/app/py/shop/prices.py:6 ← /builds/acme/app/py/tests/test_prices.py:10",
    "40 python /builds/acme/app/py/tests/test_prices.py:24 error AssertionError: assert {'a': 1} == {'a': 2} </builds/acme/app/py>",
  ],
  "pytest-short": [
    "15 pytest tests/test_collect.py:1 error ModuleNotFoundError: No module named 'not_there' </builds/acme/app/py> ← /usr/lib/python3.11/importlib/__init__.py:126",
  ],
  "pytest-short-tests": [
    "14 pytest tests/test_prices.py:15 error RuntimeError: no shelf </builds/acme/app/py>",
    "19 pytest tests/test_prices.py:6 error AssertionError: assert 3 == 4 </builds/acme/app/py>",
    "24 pytest shop/prices.py:2 error ValueError: invalid literal for int() with base 10: 'two' </builds/acme/app/py> ← shop/prices.py:6 ← shop/prices.py:6 ← tests/test_prices.py:10",
    "34 pytest tests/test_prices.py:24 error AssertionError: assert {'a': 1} == {'a': 2} </builds/acme/app/py>",
  ],
  python: [
    "5 python /builds/acme/app/py/shop/prices.py:2 error ValueError: invalid literal for int() with base 10: 'two' ← /builds/acme/app/py/shop/prices.py:6 ← /builds/acme/app/py/shop/prices.py:6 ← /builds/acme/app/py/main.py:6",
    "22 python /builds/acme/app/py/main.py:8 error RuntimeError: prices are broken ← /builds/acme/app/py/main.py:11",
  ],
  "python-chain": [
    "5 python /usr/lib/python3.11/json/decoder.py:353 error json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1) ← /usr/lib/python3.11/json/decoder.py:337 ← /usr/lib/python3.11/json/__init__.py:346 ← /builds/acme/app/py/chain.py:3 ← /builds/acme/app/py/chain.py:4",
  ],
  "python-syntax": [
    "5 python /builds/acme/app/py/syntax.py:1 error SyntaxError: invalid syntax",
  ],
  tsc: [
    "5 tsc src/cart.ts:6:9 error TS2322: Type 'number' is not assignable to type 'string'.",
    "6 tsc src/cart.ts:7:28 error TS2339: Property 'count' does not exist on type 'Cart'.",
    "7 tsc src/order form.ts:3:86 error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  "tsc-from-root": [
    "5 tsc web/src/cart.ts:6:9 error TS2322: Type 'number' is not assignable to type 'string'.",
    "6 tsc web/src/cart.ts:7:28 error TS2339: Property 'count' does not exist on type 'Cart'.",
    "7 tsc web/src/order form.ts:3:86 error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  "tsc-pretty": [
    "5 tsc src/cart.ts:6:9 error TS2322: Type 'number' is not assignable to type 'string'.",
    "10 tsc src/cart.ts:7:28 error TS2339: Property 'count' does not exist on type 'Cart'.",
    "15 tsc src/order form.ts:3:86 error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  xbuild: [
    "16 csc Till.cs:4:23 error CS0029: Cannot implicitly convert type `int' to `string'",
    "17 csc Till.cs:5:16 error CS0103: The name `Missing' does not exist in the current context",
  ],
};
