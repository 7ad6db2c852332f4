import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { l10n } from "vscode";
import { instanceHost } from "../base/instanceUrl.ts";
import { isSet, type TlsFiles } from "../base/tlsSettings.ts";
import { ConnectionSettingError } from "./connectionSettingError.ts";

/** Content of the files, as Node's `tls` takes it. */
export interface TlsContent {
  /** Certificates in PEM, in addition to those that are trusted anyway. */
  readonly ca?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
}

/** Returns the error for a file of the settings that cannot be used. */
const fileError = (message: string): ConnectionSettingError =>
  new ConnectionSettingError("ERR_TLS_CERT_FILE", message, {
    title: l10n.t("Host Settings"),
    command: "forgeline.openSettings",
    args: ["forgeline.instances"],
  });

/** A file to read, and the property that names it. */
interface NamedFile {
  readonly property: string;
  readonly file: string;
  readonly instance: string;
}

/** The paths of the files. @throws ConnectionSettingError if the settings name none where they should */
function namedFiles({ instance, ca, clientCertificate }: TlsFiles): {
  ca?: NamedFile;
  cert?: NamedFile;
  key?: NamedFile;
} {
  const named = (property: string, value: unknown): NamedFile => {
    const file = typeof value === "string" ? value.trim().replace(/^~(?=$|[/\\])/, homedir()) : "";
    if (!path.isAbsolute(file)) {
      throw fileError(
        l10n.t(
          "The value of “{0}” for {1} in the setting forgeline.instances is not valid. Enter the absolute path of a file.",
          property,
          instanceHost(instance),
        ),
      );
    }
    return { property, file, instance };
  };
  const isPair = typeof clientCertificate === "object" && clientCertificate !== null;
  const pair = isPair ? (clientCertificate as Record<string, unknown>) : { cert: clientCertificate };
  const name = "clientCertificate";
  return {
    ...(ca !== undefined && { ca: named("ca", ca) }),
    ...(clientCertificate !== undefined && {
      cert: named(isPair ? `${name}.cert` : name, pair["cert"]),
      // A file may hold both.
      key: isSet(pair["key"]) ? named(`${name}.key`, pair["key"]) : named(name, pair["cert"]),
    }),
  };
}

/** Bytes; larger than any bundle of certificates. */
const maxFileSize = 4 * 1024 * 1024;

/** Returns a text that changes with the settings and with the files they name. @throws ConnectionSettingError if a file cannot be read */
export async function tlsFilesVersion(files: TlsFiles): Promise<string> {
  const versions = Object.values(namedFiles(files)).map(async (named) => {
    const found = await stat(named.file).catch((error: unknown) => {
      throw unreadable(named, error);
    });
    if (!found.isFile() || found.size > maxFileSize) throw unreadable(named, undefined);
    return [named.file, found.mtimeMs, found.ctimeMs, found.size, found.ino];
  });
  return JSON.stringify([files, await Promise.all(versions)]);
}

/** Reads and checks the files. @throws ConnectionSettingError that names the setting and the file */
export async function readTlsFiles(files: TlsFiles): Promise<TlsContent> {
  const { ca, cert, key } = namedFiles(files);
  const authorities = ca && certificatesIn(await read(ca));
  if (ca && (authorities === undefined || authorities.length === 0)) {
    throw invalid(
      ca,
      l10n.t("It contains no certificates. Use a PEM file with the certificates of the authority, or one in DER."),
    );
  }
  return {
    ...(authorities && { ca: authorities.map((authority) => authority.toString()) }),
    ...(cert && key && (await readClientCertificate(cert, key))),
  };
}

async function readClientCertificate(cert: NamedFile, key: NamedFile): Promise<{ cert: string; key: string }> {
  const bytes = await read(cert);
  const chain = certificatesIn(bytes);
  const [leaf] = chain ?? [];
  if (!chain || !leaf) {
    throw invalid(
      cert,
      isDer(bytes)
        ? l10n.t(
            "It looks like a PKCS #12 file (.p12, .pfx). Convert it to PEM, for example with openssl pkcs12 -noenc.",
          )
        : l10n.t("It contains no certificate. Use a PEM file with the certificate and its private key."),
    );
  }
  const privateKey = readKey(key, await read(key));
  if (!leaf.checkPrivateKey(privateKey)) {
    throw invalid(
      key,
      l10n.t("Its private key does not belong to the certificate, which must be the first in its file."),
    );
  }
  return {
    cert: chain.map((certificate) => certificate.toString()).join(""),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function readKey(named: NamedFile, bytes: Buffer): KeyObject {
  try {
    return createPrivateKey(bytes);
  } catch {
    throw invalid(
      named,
      /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(bytes.toString("latin1"))
        ? l10n.t(
            "Its private key is protected by a passphrase, which is not supported. Save the key without one (openssl pkey) where only you can read it.",
          )
        : l10n.t(
            "It contains no private key. Add the key in PEM to the file, or name its file in clientCertificate.key.",
          ),
    );
  }
}

/** Returns the certificates in a file, PEM or DER; undefined if one of them is damaged, or it is something else in DER. */
function certificatesIn(bytes: Buffer): X509Certificate[] | undefined {
  const blocks = isDer(bytes)
    ? [bytes]
    : (bytes.toString("latin1").match(/-----BEGIN (TRUSTED )?CERTIFICATE-----[^]+?-----END \1?CERTIFICATE-----/g) ??
      []);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

/** Whether these are bytes of ASN.1: what PEM holds in Base64. */
const isDer = (bytes: Buffer): boolean => bytes[0] === 0x30;

const read = (named: NamedFile): Promise<Buffer> =>
  readFile(named.file).catch((error: unknown) => {
    throw unreadable(named, error);
  });

function unreadable({ property, file, instance }: NamedFile, error: unknown): ConnectionSettingError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return fileError(
    l10n.t(
      "Cannot read {0} ({1}), which is “{2}” for {3} in the setting forgeline.instances. Correct the path, or allow reading the file.",
      file,
      whyUnreadable(code),
      property,
      instanceHost(instance),
    ),
  );
}

function whyUnreadable(code: string): string {
  if (code === "") return l10n.t("not a file");
  if (code === "ENOENT" || code === "ENOTDIR") return l10n.t("file not found");
  return code === "EACCES" || code === "EPERM" ? l10n.t("access denied") : code;
}

const invalid = ({ property, file, instance }: NamedFile, why: string): ConnectionSettingError =>
  fileError(
    l10n.t(
      "Cannot use {0}, which is “{1}” for {2} in the setting forgeline.instances. {3}",
      file,
      property,
      instanceHost(instance),
      why,
    ),
  );
