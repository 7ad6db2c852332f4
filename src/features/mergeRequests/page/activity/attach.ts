import { l10n } from "vscode";
import { uploadBytes } from "../../../../api/upload.ts";
import { UserError } from "../../../../core/base/errors.ts";
import type { Context } from "../../../../core/context.ts";
import { attachAt } from "../../../../core/ui/attachFiles.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import { type FilesForBox, type InsertMessage, mostFileBytes } from "../../../../core/webview/fileMessages.ts";
import { commentTarget } from "../../review/attachments.ts";
import type { ActivityReader } from "./reader.ts";

/**
 * Uploads files to the project, and inserts links to them in the text of a box.
 * @param show inserts in the box as it is shown; returns whether it is
 * @throws ApiError, UserError
 */
export async function attachToBox(
  context: Pick<Context, "connections">,
  { boxes, place }: Pick<ActivityReader, "boxes" | "place">,
  { box, id, text, start, end, files }: FilesForBox,
  show: (message: InsertMessage) => Promise<boolean>,
): Promise<void> {
  boxes.typed({ box, id, text });
  const tracked = boxes.track(box, { start, end }, show);
  if (!tracked) return;
  const isTooMuch = files.length > 1 && files.some(({ bytes }) => bytes === undefined);
  if (isTooMuch) {
    tracked.dispose();
    throw new UserError(
      l10n.t("The files are larger than {0} together and were not uploaded.", sizeText(mostFileBytes)),
    );
  }
  await attachAt(
    commentTarget(context, place),
    tracked,
    files.map(({ name, type, size, bytes = new ArrayBuffer(0) }) => ({
      name,
      // A single file without bytes is too large, and refused for its size.
      open: () => Promise.resolve({ ...uploadBytes(name, new Uint8Array(bytes), type), size }),
    })),
  );
}
