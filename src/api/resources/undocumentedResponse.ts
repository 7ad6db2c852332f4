import type { Http } from "../http.ts";
import { checkObject, looksLikeHtml, parseBody, UnexpectedBody } from "../json.ts";
import type { CheckedRequest } from "../request.ts";

/**
 * Sends a request whose response is not documented, and returns the record if the host sends one, else undefined: the status alone says
 * that it succeeded.
 * @throws ApiError; `invalidResponse` only for the web page of a proxy
 */
export async function undocumentedResponse<T extends object>(
  http: Pick<Http, "read">,
  call: CheckedRequest<T>,
): Promise<T | undefined> {
  return http.read(call, ({ text, header }) => {
    const type = header("content-type") ?? "";
    if (looksLikeHtml(text, type)) throw new UnexpectedBody("is a web page: is the instance's address right?");
    try {
      return checkObject<T>(parseBody(text, type, call.rawIds), call.requiredFields);
    } catch (error) {
      if (error instanceof UnexpectedBody) return undefined;
      throw error;
    }
  });
}
