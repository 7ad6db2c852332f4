import { randomUUID } from "node:crypto";
import type { MarkdownString } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { textPlaceOf, withProjectLinks } from "../../../core/ui/projectLinks.ts";
import { commentMarkdown } from "../../../core/ui/unsentComment.ts";

/** Returns the data URL of a picture by its address in a text; undefined if it is not shown. */
export type ShownPicture = (href: string) => string | undefined;

/** Limit in bytes of a picture; VS Code cuts Markdown after 100,000 characters. */
const maxBytes = 60_000;
/** Limit in characters of all pictures of a text. */
const maxPictures = 82_000;
/** Limit in characters of a text with pictures: those of longer ones would be cut. */
const maxText = 10_000;
/** Limit of pictures kept. */
const maxKept = 100;

/** Returns the text of a comment as VS Code shows it. @param shortened says where a text that is too long can be read */
export function commentBody(
  place: MergeRequestPlace,
  text: string,
  picture: ShownPicture,
  shortened?: string,
): MarkdownString {
  // Written in place of pictures, as the text itself may show none; nobody can guess it.
  const mark = randomUUID().replaceAll("-", "");
  const pictures: string[] = [];
  let size = 0;
  const linked = withProjectLinks(text, textPlaceOf(place), (href, words) => {
    const address = text.length > maxText ? undefined : picture(href);
    if (address === undefined || size + address.length > maxPictures) return undefined;
    size += address.length;
    return `${mark}x${pictures.push(`![${words}](${address})`) - 1}x`;
  });
  const body = commentMarkdown(linked, shortened);
  body.value = body.value.replace(new RegExp(`${mark}x(\\d+)x`, "g"), (_, at: string) => pictures[Number(at)] ?? "");
  return body;
}

/** Reads the pictures in comments that were uploaded to the project, with the account in use: VS Code would ask without. */
export class UploadedPictures implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "connections" | "polling" | "report" | "views">;
  private readonly known = new Map<string, string | undefined>();
  /** Where pictures could not be read, by what they are known as. */
  private readonly failed = new Map<string, MergeRequestPlace>();
  private readonly changed = this.owned.add(new Emitter<MergeRequestPlace>());
  /** Fires when a picture was read, or is to be read again. */
  readonly onDidRead = this.changed.event;
  private reads = 0;

  constructor(context: Pick<Context, "connections" | "polling" | "report" | "views">) {
    this.context = context;
    // Another account may see less.
    this.owned.add(
      context.connections.onDidChange(() => {
        this.known.clear();
        this.failed.clear();
      }),
    );
    this.owned.add(
      context.views.onDidRefresh(() => {
        for (const place of new Map([...this.failed.values()].map((one) => [keyOf(one, ""), one])).values())
          if (this.retry(place)) this.changed.fire(place);
      }),
    );
  }

  /** Changes with each picture that was read, or is to be read again. */
  get version(): number {
    return this.reads;
  }

  /** Returns what shows the pictures of a project; those that are not known yet are read. */
  of(place: MergeRequestPlace): ShownPicture {
    return (href) => {
      const [, secret, name] = /^\/uploads\/([\da-f]{32})\/([^/?#]{1,255})$/.exec(href) ?? [];
      if (secret === undefined || name === undefined) return undefined;
      const key = keyOf(place, href);
      if (this.known.has(key)) return this.known.get(key);
      if (this.context.polling.silentUntil(place.instance) !== undefined) this.failed.set(key, place);
      else {
        this.known.set(key, undefined);
        for (const oldest of this.known.keys()) if (this.known.size > maxKept) this.known.delete(oldest);
        void this.read(place, key, { secret, filename: decoded(name) });
      }
      return undefined;
    };
  }

  /** Lets pictures of a project that could not be read be requested again when they are next shown. Returns whether there are any. */
  retry(place: MergeRequestPlace): boolean {
    const prefix = keyOf(place, "");
    const failed = [...this.failed.keys()].filter((key) => key.startsWith(prefix));
    for (const key of failed) {
      this.failed.delete(key);
      this.known.delete(key);
    }
    if (failed.length > 0) this.reads += 1;
    return failed.length > 0;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async read(
    place: MergeRequestPlace,
    key: string,
    file: { readonly secret: string; readonly filename: string },
  ): Promise<void> {
    const connection = this.context.connections.get(place.instance);
    const { extras } = connection.client;
    if (extras.available("readUpload") === false) return;
    try {
      const bytes = await extras.readUpload(place.project, file, maxBytes);
      const type = bytes && typeOf(bytes);
      if (type === undefined || connection !== this.context.connections.get(place.instance) || !this.known.has(key))
        return;
      this.known.set(key, `data:${type};base64,${Buffer.from(bytes ?? []).toString("base64")}`);
      this.reads += 1;
      this.changed.fire(place);
    } catch (error) {
      // What is not there does not come back.
      if (this.known.has(key) && !(error instanceof ApiError && error.kind === "notFound")) this.failed.set(key, place);
      this.context.report.background(error, "Read a picture in a comment");
    }
  }
}

const keyOf = ({ instance, project }: MergeRequestPlace, href: string): string => `${instance} ${project} ${href}`;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the type of a picture by how it begins; undefined for what is not shown, as SVG, which may hold anything. */
function typeOf(bytes: Uint8Array): string | undefined {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (begin.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (begin.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(begin)) return "image/gif";
  return begin.startsWith("RIFF") && begin.slice(8) === "WEBP" ? "image/webp" : undefined;
}
