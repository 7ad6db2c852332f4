import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { editDraft } from "../../../core/base/draft.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { asText, recordOf } from "../../../core/base/stored.ts";
import { inputText, runForm } from "../../../core/ui/form.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
import { saveAs } from "../../../core/ui/saveAs.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, shownFeed } from "../feed.ts";
import { filenameOfAddress } from "../nuget/feedAddress.ts";
import { packageFilename } from "../nuget/names.ts";
import { isSignature, isSymbolFileName, symbolChecksum, type SymbolFileKey } from "../nuget/symbolFile.ts";
import type { PackageRef } from "../refs.ts";
import { ensureSignedIn } from "./feed.ts";
import { pickVersion, feedOfRow, holderFeed, shownFilter } from "./pickPackage.ts";

/** Downloads the package file of one version. */
export async function download(context: PackagesContext, given?: PackageRef): Promise<void> {
  const ref = await pickVersion(context, given, l10n.t("Download Package"));
  const { instance, packageName, version } = ref;
  await ensureSignedIn(context, instance);
  const { v3 } = context.connections.get(instance).client.packages;
  const name = plainText(`${packageName} ${version}`, 200);
  try {
    const { feed, filename } = await withProgress(l10n.t("Loading {0}…", name), async (signal) => {
      const metadata = await v3.versionMetadata(await feedOfRow(context, ref, signal), packageName, version, {
        signal,
      });
      const address =
        filenameOfAddress(metadata.packageContent) ?? filenameOfAddress(metadata.catalogEntry.packageContent);
      return {
        feed: await holderFeed(context, ref, signal, metadata),
        filename: address ?? packageFilename(packageName, version),
      };
    });
    await saveAs(context, l10n.t("Download Package"), filename, (signal, onProgress) =>
      v3.download(feed.project, packageName, version, filename, { signal, onProgress }),
    );
  } catch (error) {
    throw feedError(error, instance);
  }
}

/** Downloads a symbol file by the key that debuggers use: file name, build signature and checksum. */
export async function downloadSymbols(context: PackagesContext): Promise<void> {
  const { project, connection } = context.current.require();
  const filter = await shownFilter(context);
  const title = l10n.t("Download Symbol File");
  const key = await askKey(context, title);
  const { symbols } = connection.client.packages;
  try {
    await saveAs(context, title, key.file_name, async (signal, onProgress) =>
      symbols.download(await shownFeed(connection, project, filter, signal), key, { signal, onProgress }),
    );
  } catch (error) {
    const host = instanceHost(project.instance);
    const refused = refusalOf(error, {
      notFound: () =>
        l10n.t("{0} has no symbol file {1} with this signature and checksum.", host, plainText(key.file_name, 100)),
      forbidden: () => l10n.t("The symbol server of {0} is turned off. An administrator can turn it on.", host),
    });
    throw error instanceof ApiError ? feedError(refused, project.instance) : error;
  }
  await context.drafts.keepQuietly(symbolFiles, "", undefined);
}

const symbolFiles: DraftKind<Partial<SymbolFileKey>> = {
  name: "symbolFile",
  parse: recordOf({}, { file_name: asText, signature: asText, checksum: asText }),
};

/** Asks for the key of a symbol file; the input is kept as a draft until a download succeeds. */
async function askKey(context: PackagesContext, title: string): Promise<SymbolFileKey> {
  const draft = editDraft<Partial<SymbolFileKey>>(context.drafts, symbolFiles, "", (kept) => kept ?? {});
  const ask = async (
    place: Place,
    part: keyof SymbolFileKey,
    prompt: string,
    wrong: (text: string) => string | undefined,
  ): Promise<string> => {
    place.draft ??= draft.now[part];
    const onType = (text: string): void => void draft.change({ [part]: text });
    const text = await inputText({ title, place, prompt, validate: wrong, onType });
    onType(text.trim());
    return text.trim();
  };
  return runForm<SymbolFileKey>(title, { file_name: "", signature: "", checksum: "" }, [
    {
      ask: async (place, key) => ({
        ...key,
        file_name: await ask(
          place,
          "file_name",
          l10n.t("Enter the name of the symbol file, for example Weather.Core.pdb"),
          (text) => (isSymbolFileName(text) ? undefined : l10n.t("The name of a symbol file must end with .pdb")),
        ),
      }),
    },
    {
      ask: async (place, key) => ({
        ...key,
        signature: (
          await ask(
            place,
            "signature",
            l10n.t("Enter the signature: 32 hexadecimal digits and the age, often FFFFFFFF"),
            (text) => (isSignature(text) ? undefined : l10n.t("Enter 33 to 40 hexadecimal digits")),
          )
        ).replaceAll("-", ""),
      }),
    },
    {
      ask: async (place, key) => ({
        ...key,
        checksum:
          symbolChecksum(
            await ask(place, "checksum", l10n.t("Enter the SHA-256 checksum of the symbol file"), (text) =>
              symbolChecksum(text) === undefined
                ? l10n.t("Enter 64 hexadecimal digits, with or without SHA256: at the beginning")
                : undefined,
            ),
          ) ?? "",
      }),
    },
  ]);
}
