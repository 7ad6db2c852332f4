import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readPublicKey } from "../../../src/people/publicKey.ts";

// What `ssh-keygen -l` tells of the same lines.
const ed25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDNKTrtrQR763sh1IkgtukajY2rsDA9KEpa5LG1KByd1";
const ed25519Print = "SHA256:/mtNIfFKX/d4s/Il/lzR0L0hKAt7ZJE6pKndgfkiJhw";
const rsa =
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDc0Wa2PKQBQZxei3AKuWjXGJ+qZ5qTFmNeBhnNvrCe8QDPrxLb61+r7GKFev5PYKhip7md5c8QtRXYGv1O2pJbILoR+BVWqCBwxOHnmSpLPZYEuxtL2c9zF+utS7AjQrn923zAU9qRZ4k61O74SA70iLY1fDU+JRPRfniC9PxHvgPC3Vg1OKT53s6rxlqL0YpAyJQZ9lITaR8FNC+cL60UwYP1ox2hOh/C1vaTu2/BotKfVLpQzu4FPOpAVLO18JDetDujJnzr5S0aquB3qu0qpEb442A+0HXxWykM9bFFIeuHWqZJ66IsOtkP48lbBCC/WaJACDIrUuYw2wqnFoVD";

describe("public SSH keys", () => {
  it("have the fingerprints that ssh-keygen tells", () => {
    assert.deepEqual(readPublicKey(ed25519), { type: "ssh-ed25519", fingerprint: ed25519Print, comment: "" });
    assert.deepEqual(readPublicKey(rsa), { type: "ssh-rsa", bits: 2048, fingerprint: "SHA256:zdeWKLjMwxZssS0eYFqez2Ilj6Y31hXxRn0XQ4gM6vU", comment: "" });
  });

  it("may carry a comment with spaces, and any line end", () => {
    assert.deepEqual(readPublicKey(`\ufeff  ${ed25519}\t bob@laptop  at wörk \r\n`.slice(1)), { type: "ssh-ed25519", fingerprint: ed25519Print, comment: "bob@laptop  at wörk" });
    assert.equal(readPublicKey(`${ed25519}\r\n`)?.fingerprint, ed25519Print);
  });

  it("are nothing else: no private keys, no several lines, no data of another type or cut short", () => {
    for (const text of ["", "ssh-ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----", `${ed25519}\n${ed25519}`, ed25519.replace("ssh-ed25519", "ssh-rsa"), ed25519.slice(0, -4), ed25519.slice(0, 40), "ssh-ed25519 !!!!"]) {
      assert.equal(readPublicKey(text), undefined, text);
    }
  });
});
