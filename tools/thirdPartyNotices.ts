// The licenses of the libraries whose code is in the bundle, which ask to be passed on with it.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

interface BundledPackage {
  /** Name and version. */
  readonly title: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** What is needed of a metafile of esbuild. */
interface Bundles {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Code of others inside packages that do not have its license with them. */
const vendored: readonly (BundledPackage & { readonly inside: RegExp })[] = [
  {
    inside: /node_modules\/undici\/lib\/llhttp\//,
    title: "llhttp",
    license: "MIT",
    texts: [
      `This software is licensed under the MIT License.

Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.`,
    ],
  },
];

/** Returns the folder of the package that an input of esbuild belongs to; undefined for code of ours. */
const packageFolder = (input: string): string | undefined =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll("\\", "/"))?.[1];

/**
 * Returns the text of ThirdPartyNotices.txt: name, version and license of each package with code in a bundle, those inside other
 * packages included.
 * @param metafiles of esbuild
 * @throws Error that names the packages without a license text
 */
export async function thirdPartyNotices(metafiles: readonly Bundles[], root = "."): Promise<string> {
  const bundled = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    ),
  );
  const folders = new Set(bundled.map(packageFolder).filter((folder) => folder !== undefined));
  const packages: BundledPackage[] = await Promise.all([...folders].map((folder) => read(path.join(root, folder))));
  packages.push(...vendored.filter(({ inside }) => bundled.some((input) => inside.test(input))));
  const without = packages.filter(({ texts }) => texts.length === 0).map(({ title }) => title);
  if (without.length > 0) throw new Error(`Bundled without a license text: ${without.sort().join(", ")}`);
  const sections = new Map(
    packages.map(({ title, license, texts }) => [title, [`${title} (${license})`, ...texts].join("\n\n")]),
  );
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  return `${["Forgeline contains code of these packages, under their licenses.", ...sorted].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

async function read(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]es?|copying|notice)\b/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return {
    title: `${name} ${version}`,
    license: license ?? "see below",
    texts: texts.map((text) => text.replaceAll("\r\n", "\n").trim()).filter((text) => text !== ""),
  };
}
