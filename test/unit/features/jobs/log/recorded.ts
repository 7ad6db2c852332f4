/** Logs as runners of real hosts write them. */
const E = "\u001b";

export const plainLog = [
  `${E}[0KRunning with runner 18.6.1 (a1b2c3d4)${E}[0;m\n`,
  `${E}[0K  on sample ${E}[36;1mabc${E}[0;m, system ID: s_1\n`,
  `section_start:1758785580:prepare_executor\r${E}[0K${E}[0K${E}[36;1mPreparing the "shell" executor${E}[0;m\n`,
  `${E}[0KUsing Shell (bash) executor...${E}[0;m\n`,
  `section_end:1758785587:prepare_executor\r${E}[0Ksection_start:1758785587:step_script[collapsed=true]\r${E}[0K${E}[0K${E}[36;1mExecuting "step_script"${E}[0;m\n`,
  `${E}[32;1m$ npm test${E}[0;m\n`,
  `progress   1%\rprogress  50%\rprogress 100%\n`,
  `\n`,
  `Grüße, 世界 👩‍💻 \u001b[38;5;208morange\u001b[39m ${E}[38;2;1;2;3mtrue${E}[0m\r\n`,
  `crlf twice\r\r\n`,
  `${E}]8;;https://example.com\u0007link${E}]8;;${E}\\ and title ${E}]0;title${E}\\gone${E}(B\n`,
  `section_start:1758785590:inner_Part.1\r${E}[0KInner\n`,
  `no newline before the marker`,
  `section_end:1758785592:inner_Part.1\r${E}[0K\n`,
  `section_end:1758785592:never_started\r${E}[0K`,
  `section_end:1758785647:step_script\r${E}[0K${E}[32;1mJob succeeded${E}[0;m\n`,
].join("");

const stamp = (n: number): string => `2026-09-25T07:33:${String(n).padStart(2, "0")}.992977Z 00O`;

/** The same kind of log with the prefix of runner 18.7 on every line. */
export const stampedLog = [
  `${stamp(0)} ${E}[0KRunning with runner 18.7.0${E}[0;m\n`,
  `${stamp(1)} section_start:1758785580:prepare_executor\r${E}[0K\n`,
  `${stamp(1)}+${E}[0K${E}[36;1mPreparing${E}[0;m\n`,
  `${stamp(2)} text é\n`,
  `2026-09-25T07:33:02.992977Z 01E error line\n`,
  `${stamp(3)} progress 1%\r\n`,
  `${stamp(3)}+progress 2%\r\n`,
  `${stamp(4)}+progress 3%\n`,
  `${stamp(5)} \n`,
  `without prefix\n`,
  `${stamp(6)} half `,
  `and half\n`,
  `${stamp(7)} section_end:1758785590:prepare_executor\r${E}[0K\n`,
  `${stamp(8)}+\n`,
  `${stamp(9)} last`,
].join("");

/** Bytes no decoder likes, lone escapes and an unfinished sequence at the end. */
export const brokenLog = Uint8Array.from([
  ...Buffer.from("ok \u001b[31mred\n"),
  0xff,
  0xfe,
  0xc3,
  0x28,
  0xe2,
  0x82,
  0x0a,
  0xf0,
  0x9f,
  0x98,
  0x0a,
  ...Buffer.from("\u001b\u001b[1mbold\u001b[\nafter\u001b]unclosed\nnext\u001b"),
  0x80,
  0xe2,
]);
