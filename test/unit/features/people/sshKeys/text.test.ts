import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publicKeyFiles, readKeyFile } from "../../../../../src/features/people/sshKeys/files.ts";
import { md5, sha256, typeName } from "../../../../../src/features/people/sshKeys/fingerprint.ts";
import { hasPrivateKey, hostKey, keyLine, readPublicKeys } from "../../../../../src/features/people/sshKeys/text.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { certificate, ecdsa, ed25519, rsa } from "./publicKeys.ts";

const only = (text: string) => {
  const { keys, problem } = readPublicKeys(text);
  assert.equal(problem, undefined);
  assert.equal(keys.length, 1);
  return keys[0] as NonNullable<(typeof keys)[0]>;
};
const comments = (text: string): string[] => readPublicKeys(text).keys.map(({ comment }) => comment);

describe("public SSH keys", () => {
  it("are read with type, size, comment and the fingerprints that ssh-keygen shows", () => {
    const keys = [ed25519, rsa, ecdsa].map(({ line }) => only(line));
    const found = keys.map(({ type, bits, comment }) => `${typeName(type)} ${bits} ${comment}`);
    assert.deepEqual(found, ["ED25519 256 alice@laptop", "RSA 2048 Ünï cödé  key", "ECDSA 384 "]);
    assert.deepEqual(keys.map(sha256), [ed25519.sha256, rsa.sha256, ecdsa.sha256]);
    assert.equal(md5(only(ed25519.line)), ed25519.md5);
    assert.deepEqual(keys.map(keyLine), [ed25519.line, rsa.line, ecdsa.line]);
  });

  it("stand among comments, empty lines and options, with CRLF, CR and a byte order mark, several in one file, each once", () => {
    const text = `\ufeff# of the team\r\n\r\n${ed25519.line}\r\n  ${rsa.line}  \r\nno-pty,command="echo ssh-rsa AAAAB3NzaC1yc2E" ${ecdsa.line}\r\n${ed25519.line}\r\n`;
    assert.deepEqual(comments(text), ["alice@laptop", "Ünï cödé  key", ""]);
    assert.deepEqual(comments(text.replaceAll("\r\n", "\r")), comments(text));
    assert.deepEqual(readPublicKeys(text).keys.map(sha256), [ed25519.sha256, rsa.sha256, ecdsa.sha256]);
    assert.equal(readPublicKeys(text).problem, undefined);
  });

  it("are put together again where a terminal broke them, and taken from the form of RFC 4716", () => {
    const broken = rsa.line.replace(/\S{70}/g, "$&\n");
    assert.equal(sha256(only(broken)), rsa.sha256);
    assert.equal(comments(`${broken}\n${ed25519.line}`).length, 2);
    assert.equal(sha256(only(rsa.block)), rsa.sha256);
    assert.deepEqual(comments(rsa.block), ["2048-bit RSA, converted by alice@laptop from OpenSSH"]);
    assert.equal(readPublicKeys(rsa.block.replace(/\n---- END.*/, "")).problem, "cutOff");
  });

  it("are told from certificates, other forms, halves, other types' data and anything else", () => {
    const [type = "", data = ""] = ed25519.line.split(" ");
    const problems: readonly (readonly [string, string])[] = [
      [certificate, "certificate"],
      [`${type} ${data.slice(0, -12)} x`, "cutOff"],
      [`ssh-rsa ${data}`, "cutOff"],
      ["-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq\n-----END PUBLIC KEY-----", "otherForm"],
      ["", "noKey"],
      ["hello", "noKey"],
      ["ssh-ed25519", "noKey"],
      ["\u0000\u0001\ufffd", "noKey"],
    ];
    const found = problems.map(([text]) => [text, readPublicKeys(text).problem]);
    assert.deepEqual(found, problems);
    assert.deepEqual(comments(`${certificate}\n${ed25519.line}`), ["alice@laptop"]);
  });

  it("are not looked for where a private key stands, whatever wrote it", () => {
    const headers = [
      ...["OPENSSH ", "RSA ", "EC ", "", "ENCRYPTED "].map((kind) => `-----BEGIN ${kind}PRIVATE KEY-----`),
      "-----BEGIN PGP PRIVATE KEY BLOCK-----",
      "PuTTY-User-Key-File-3: ssh-ed25519",
      "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
      "SSH PRIVATE KEY FILE FORMAT 1.1",
      "AGE-SECRET-KEY-1QQQ",
      "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU=",
    ];
    for (const header of headers) {
      for (const text of [header, `  ${header}\r\nabc`, `${ed25519.line}\n${header}`, `x ${header}`]) {
        if (text.startsWith("x ") && header.startsWith("PuTTY")) continue;
        assert.deepEqual(readPublicKeys(text), { keys: [], problem: "private" }, text);
        assert.ok(hasPrivateKey(text));
      }
    }
    for (const { line } of [ed25519, rsa, ecdsa]) assert.equal(hasPrivateKey(line), false);
    assert.equal(hasPrivateKey("-----BEGIN PUBLIC KEY-----"), false);
  });

  it("of a type that nobody knows have no size, and what a host tells may be nonsense", () => {
    const data = Buffer.concat(
      ["ssh-new", "xyz"].flatMap((part) => [Buffer.from([0, 0, 0, part.length]), Buffer.from(part)]),
    ).toString("base64");
    assert.deepEqual(only(`ssh-new ${data} c`), { type: "ssh-new", data, comment: "c" });
    assert.equal(typeName("ssh-new"), "ssh-new");
    assert.equal(typeName("sk-ssh-ed25519@openssh.com"), "ED25519-SK");
    for (const text of [null, undefined, "", "ssh-rsa AAAA"]) assert.equal(hostKey(text), undefined);
  });

  it("are found in files by their ending; nothing is kept of a private key, and nothing large is read", async () => {
    const folder = temporaryFolder();
    assert.deepEqual(await publicKeyFiles(join(folder, "none")), []);
    await writeFile(join(folder, "b.pub"), `${ed25519.line}\r\n${rsa.line}\r\n`);
    await writeFile(
      join(folder, "a.pub"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(ecdsa.line, "utf16le")]),
    );
    await writeFile(join(folder, "c.pub"), "-----BEGIN OPENSSH PRIVATE KEY-----\nabc");
    await writeFile(join(folder, "d.pub"), Buffer.alloc(300_000, 65));
    await writeFile(join(folder, "e-cert.pub"), certificate);
    await writeFile(join(folder, "id"), ed25519.line);
    const found = (await publicKeyFiles(folder)).map(({ path, read }) => [
      path.slice(folder.length + 1),
      typeof read === "string" ? read : (read.problem ?? read.keys.map(({ type }) => type).join()),
    ]);
    assert.deepEqual(found, [
      ["a.pub", "ecdsa-sha2-nistp384"],
      ["b.pub", "ssh-ed25519,ssh-rsa"],
      ["c.pub", "private"],
      ["d.pub", "tooLarge"],
    ]);
    assert.equal((await readKeyFile(folder)).read, "unreadable");
  });
});
