import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A private key and its certificate, in PEM. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
}

/** What a certificate says. Made anew in each run, so that no private key lies in the repository. */
interface Subject {
  readonly name: string;
  /** Host names and IPv4 addresses that it is for. */
  readonly hosts?: readonly string[];
  readonly expired?: boolean;
  /** It is valid in the far future only. */
  readonly early?: boolean;
}

/** Key and certificate for 127.0.0.1 that no authority has signed. */
export const selfSigned = (): Certified => certify({ name: "127.0.0.1" });

/** A certificate authority of its own. */
export interface Authority extends Certified {
  issue(subject: Subject): Certified;
}

export function authority(name = "Test Authority"): Authority {
  const own = certify({ name, isAuthority: true });
  const issuer = { name, key: createPrivateKey(own.key) };
  return { ...own, issue: (subject) => certify({ ...subject, issuer }) };
}

let serial = 0;

function certify({
  name,
  hosts = [],
  expired = false,
  early = false,
  isAuthority = false,
  issuer,
}: Subject & { isAuthority?: boolean; issuer?: { name: string; key: KeyObject } }): Certified {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const nameOf = (text: string): Buffer =>
    sequence(der(0x31, sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(text)))));
  const end = expired ? "20210101000000Z" : "20991231235959Z";
  const validity = sequence(
    der(0x18, Buffer.from(early ? "20980101000000Z" : "20200101000000Z")),
    der(0x18, Buffer.from(end)),
  );
  const alternatives = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)),
  );
  const extensions = [
    ...(isAuthority ? [[0x13, sequence(der(0x01, Buffer.from([0xff])))] as const] : []),
    ...(hosts.length > 0 ? [[0x11, sequence(...alternatives)] as const] : []),
  ].map(([id, value]) => sequence(objectId(0x55, 0x1d, id), der(0x04, value)));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([++serial & 0x7f])),
    algorithm,
    nameOf(issuer?.name ?? name),
    validity,
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", content, issuer?.key ?? privateKey)]));
  const body = sequence(content, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const objectId = (...encoded: number[]): Buffer => der(0x06, Buffer.from(encoded));
