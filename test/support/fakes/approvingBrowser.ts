/** Fetches pages with cookies as a browser does and answers the hosting service's forms. */
export class ApprovingBrowser {
  private cookies = "";

  /**
   * Opens an approval page, signs in there if asked, and decides.
   * @returns the address that the service sends the person to, or undefined when it shows an error instead
   */
  async approve(
    address: string,
    user: { readonly username: string; readonly password: string },
    decision: "allow" | "deny" = "allow",
  ): Promise<string | undefined> {
    let page = await this.get(address);
    if (page.includes('type="password"')) {
      const target = new URL(formAction(page), address);
      await this.post(target, { ...hiddenFields(page), username: user.username, password: user.password });
      page = await this.get(address);
    }
    if (!page.includes("authenticity_token")) return undefined;
    const { headers } = await this.post(new URL(formAction(page), address), { ...hiddenFields(page), decision });
    return headers.get("location") ?? undefined;
  }

  private async get(address: string): Promise<string> {
    const response = await fetch(address, { headers: { cookie: this.cookies }, redirect: "manual" });
    const location = response.headers.get("location");
    // An error that belongs to the application goes straight back, without any page.
    return location === null ? response.text() : `<form action="${location}">`;
  }

  private async post(target: URL, fields: Record<string, string>): Promise<Response> {
    const response = await fetch(target, {
      method: "POST",
      headers: { cookie: this.cookies, origin: target.origin },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    const cookie = response.headers.get("set-cookie")?.split(";", 1)[0];
    if (cookie !== undefined) this.cookies = cookie;
    return response;
  }
}

/** Characters in place of the entities of HTML. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]+|amp|quot|lt|gt|nbsp);/gi, (_entity, name: string) => {
    const named: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">", nbsp: " " };
    return (
      named[name] ??
      String.fromCodePoint(
        name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10),
      )
    );
  });
const formAction = (page: string): string => decodeEntities(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? "");
const hiddenFields = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      decodeEntities(value),
    ]),
  );
