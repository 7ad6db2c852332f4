/** What people may write into names and texts on a host to make something come alive in VS Code, by what it tries. */
export const hostileTexts: Readonly<Record<string, string>> = {
  mixed: "[a](command:x) $(bug) <b>\u202e\u001b[31m\n# ![i](https://evil.example/x) `",
  "command link": "[click](command:workbench.action.quit)",
  "link of a scheme": "[a](vscode://x.y/z) [b](javascript:alert(1)) [c](data:text/html,x) [d](file:///etc/passwd)",
  "web link": "[Sign in](https://evil.example) <https://evil.example> https://evil.example www.evil.example",
  "link by reference": "[x][y]\n\n[y]: command:workbench.action.quit",
  HTML: `<script>alert(1)</script><img src=x onerror=alert(1)><a href="command:x">y</a>`,
  entity: "&lt;img src=x&gt; &#91;x&#93;(command:quit)",
  picture: "![i](https://evil.example/x.png) !![j](https://evil.example/y.png)",
  icon: "$(trash) $(sync~spin) \\$(bug)",
  lines: "one\r\n# two\n\n- three\u2028four\u0085five\tsix",
  table: "\n\n| a | b |\n|---|---|\n| c | d |",
  "end of code": "```\n[x](command:quit)\n``` ` x `` y",
  direction: "a\u202egnp.exe\u202c \u2066b\u2069 \u200f1.2\u061c/3 \u2067c",
  terminal: "\u001b[31mred\u001b]8;;command:x\u001b\\link\u001b]8;;\u001b\\\u0007\u009b2J\0",
  "right to left": "ענף שלום 12",
  long: "x".repeat(1_000_000),
};
