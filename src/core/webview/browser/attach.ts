import { spanAfter } from "../../ui/shiftSpan.ts";
import { type FilesMessage, type InsertMessage, mostFileBytes, TAKES_FILES } from "../fileMessages.ts";
import { isTextBox, replaceText, type TextBox } from "./textBoxes.ts";

/** Takes files that are pasted or dropped into the boxes that take them. */
export function takeFiles(page: Element, tell: (message: FilesMessage) => void): void {
  const boxAt = (event: Event): TextBox | undefined => {
    const { target } = event;
    return isTextBox(target) && target.classList.contains(TAKES_FILES) && !target.readOnly ? target : undefined;
  };
  const take = async (box: TextBox, files: readonly File[]): Promise<void> => {
    const { id, value, selectionStart, selectionEnd } = box;
    const place = { start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
    const isTooMuch = files.reduce((sum, { size }) => sum + size, 0) > mostFileBytes;
    const read = await Promise.all(
      files.map(async (file) => ({
        name: file.name,
        type: file.type,
        size: file.size,
        ...(!isTooMuch && { bytes: await file.arrayBuffer() }),
      })),
    );
    // The text may have changed meanwhile, and so may the page.
    const now = document.getElementById(id);
    if (!isTextBox(now)) return;
    tell({ type: "files", box: now.name, id, text: now.value, ...spanAfter(place, value, now.value), files: read });
  };

  const takeFrom = (event: Event, files: readonly File[]): void => {
    const box = boxAt(event);
    if (!box || files.length === 0) return;
    event.preventDefault();
    box.focus();
    void take(box, files);
  };

  page.addEventListener("paste", (event) => {
    if (event instanceof ClipboardEvent) takeFrom(event, filesIn(event.clipboardData));
  });
  page.addEventListener("dragover", (event) => {
    const hasFiles = event instanceof DragEvent && event.dataTransfer?.types.includes("Files") === true;
    if (hasFiles && boxAt(event)) event.preventDefault();
  });
  page.addEventListener("drop", (event) => {
    if (event instanceof DragEvent) takeFrom(event, [...(event.dataTransfer?.files ?? [])]);
  });
}

/** Returns the files that are pasted; none if there is a text, to which office programs add an image. */
function filesIn(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const words = data?.getData("text/plain").trim() ?? "";
  const isText =
    words !== "" && !words.split("\n").every((line) => files.some(({ name }) => line.trim().endsWith(name)));
  return isText ? [] : files;
}

/** Returns what inserts texts in boxes, but not while characters are composed, which a change of the text would end. */
export function insertBetween(page: Element): (message: InsertMessage) => void {
  let isComposing = false;
  const waiting: InsertMessage[] = [];
  page.addEventListener("compositionstart", () => (isComposing = true));
  page.addEventListener("compositionend", () => {
    isComposing = false;
    // After all that listens to this event.
    queueMicrotask(() => {
      for (const message of waiting.splice(0)) insertInBox(message);
    });
  });
  return (message) => {
    if (isComposing) waiting.push(message);
    else insertInBox(message);
  };
}

/** Inserts a text in a box that may have changed meanwhile, as typing does, but leaves the cursor where it is. */
function insertInBox({ id, before, start, end, text }: InsertMessage): void {
  const box = document.getElementById(id);
  if (!isTextBox(box)) return;
  const place = spanAfter({ start, end }, before, box.value);
  const by = text.length - (place.end - place.start);
  const moved = (at: number | null): number =>
    at === null || at >= place.end ? (at ?? box.value.length) + by : Math.min(at, place.start);
  const [from, to] = [moved(box.selectionStart), moved(box.selectionEnd)];
  replaceText(box, place.start, place.end, text);
  box.setSelectionRange(from, to);
}
