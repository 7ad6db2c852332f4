import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { LogParser } from "../../../../src/core/logText/parser.ts";

function texts(log: string): string[] {
  const parser = new LogParser();
  return [...parser.push(Buffer.from(log)), ...parser.end()].map(({ text }) => text);
}

describe("terminal sequences in a log", () => {
  const table: [string, string, string[]][] = [
    ["carriage return overwrites", "a\rb\n", ["b"]],
    ["…also by something shorter", "longer\rb\n", ["b"]],
    ["\\r\\n ends a line", "a\r\nb\r\n", ["a", "b"]],
    ["\\r\\r\\n ends a line", "a\r\r\nb\n", ["a", "b"]],
    ["a carriage return at the end keeps the text", "a\r", ["a"]],
    ["a colour after a carriage return does not overwrite", "a\r\u001b[0m\n", ["a"]],
    ["ESC[0K after a carriage return clears", "a\r\u001b[0K\n", [""]],
    ["ESC[K at the cursor clears nothing before it", "\u001b[31m\u001b[Kmatch\u001b[m\u001b[K rest\n", ["match rest"]],
    ["ESC[2K clears the line, and the cursor stays in its column", "abc\u001b[2Kd\n", ["   d"]],
    ["…also on the right of the text", "abc\u001b[2C\u001b[2Kd\n", ["     d"]],
    ["…and shows nothing if no text follows", "abc\u001b[2K\n", [""]],
    ["ESC[2K before a carriage return clears the line", "abc\u001b[2K\rd\n", ["d"]],
    ["ESC[2K after a carriage return clears the line", "abc\r\u001b[2Kd\n", ["d"]],
    ["ESC[2K before ESC[1G clears the line", "abc\u001b[2K\u001b[1Gd\n", ["d"]],
    ["ESC[1K clears the line before the cursor", "abc\u001b[1Kd\n", ["   d"]],
    ["ESC[K clears what backspaces went over", "abc\b\b\u001b[K\n", ["a"]],
    ["ESC[C moves over blanks", "a\u001b[3Cb\u001b[Cc\u001b[0Cd\n", ["a   b c d"]],
    ["ESC[C at the end of a line shows nothing", "a\u001b[3C\n", ["a"]],
    ["ESC[C moves over text after a carriage return", "abc\r\u001b[2Cd\n", ["abd"]],
    ["…and on from its end", "abc\r\u001b[5Cd\n", ["abc  d"]],
    ["ESC[C takes backspaces back", "abc\b\b\u001b[Cd\n", ["abd"]],
    ["backspace takes ESC[C back", "a\u001b[3C\b\bb\n", ["a b"]],
    ["a carriage return takes ESC[C back", "a\u001b[3C\rb\n", ["b"]],
    ["ESC[C ends at the edge of the terminal", `a\u001b[999999Cb\u001b[9Cc\n`, [`a${" ".repeat(239)}bc`]],
    ["concealed text is blank", "a\u001b[8mb👍\tc\u001b[28md\u001b[8me\u001b[0mf\n", ["a   \t d f"]],
    ["…on the next line too", "\u001b[1;8ma\nb\u001b[m\n", [" ", " "]],
    ["ESC[1G goes back to the start", "abc\u001b[1Gd\n", ["d"]],
    ["backspace takes back", "abc\b\bX\n", ["aX"]],
    ["backspace at the end shows what is there", "ab\b\n", ["ab"]],
    ["backspace takes a whole surrogate pair", "a👍\bX\n", ["aX"]],
    ["cursor movements vanish", "a\u001b[2Ab\u001b[10;20Hc\u001b[?25l\n", ["abc"]],
    ["OSC ends with BEL", "a\u001b]0;t\u0007b\n", ["ab"]],
    ["OSC ends with ST", "a\u001b]0;t\u001b\\b\n", ["ab"]],
    ["OSC nobody closed ends with its line", "a\u001b]0;t\nb\n", ["a", "b"]],
    ["OSC interrupted by a sequence", "a\u001b]0;t\u001b[1mb\n", ["ab"]],
    ["DCS vanishes", "a\u001bPq#0\u001b\\b\n", ["ab"]],
    ["charset choice vanishes", "a\u001b(Bb\u001b)0c\n", ["abc"]],
    ["a longer charset choice vanishes", "a\u001b$(Bb\n", ["ab"]],
    ["two-character sequences vanish", "a\u001b7b\u001b8c\u001b=d\n", ["abcd"]],
    ["one-character CSI", "a\u009b31mb\n", ["ab"]],
    ["a broken CSI does not eat the line break", "a\u001b[31\nb\n", ["a", "b"]],
    ["a broken CSI does not eat other letters", "a\u001b[31äb\n", ["aäb"]],
    ["an endless CSI vanishes", `a\u001b[${"1;".repeat(5000)}mb\n`, ["ab"]],
    ["other control characters vanish, tabs stay", "a\u0000\u0007\tb\u007f\n", ["a\tb"]],
    ["empty lines stay", "a\n\n\nb\n", ["a", "", "", "b"]],
    ["invalid bytes are shown as such", "a\uFFFDb\n", ["a\uFFFDb"]],
  ];
  for (const [name, text, expected] of table) it(name, () => assert.deepEqual(texts(text), expected));
});
