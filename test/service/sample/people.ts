import type { Hosting } from "../hosting.ts";
import type { People } from "../users/people.ts";

const SSH_KEYS: Readonly<Record<string, readonly string[]>> = { alice: ["Workstation", "Laptop"], bob: ["Laptop"] };

/** Gives the sample's people faces, statuses and keys, and what an administrator keeps about them. */
export function describeSamplePeople(hosting: Pick<Hosting, "keys" | "customAttributes" | "systemHooks" | "url">, people: People): void {
  const { alice, bob, max, rita, admin } = people;
  alice.user.profile = { ...alice.user.profile, bio: "Looks after the weather station", location: "Kiruna", websiteUrl: "https://weather.example.com", organization: "Weather Society" };
  bob.user.profile = { ...bob.user.profile, bio: "Humidity is everything", location: "Trieste" };
  max.user.profile = { ...max.user.profile, bio: "Merges", location: "Pretoria" };
  alice.user.status = { emoji: "partly_sunny", message: "Calibrating sensors" };
  bob.user.status = { emoji: "umbrella", message: "Out in the rain :droplet:" };
  for (const { user } of [alice, bob, max, rita, admin]) user.avatar = "avatar.png";
  for (const { user } of [alice, bob]) {
    for (const title of SSH_KEYS[user.username] ?? []) hosting.keys.add(user.id, title, publicKey(`${user.username} ${title}`));
  }
  hosting.customAttributes.set("users", bob.user.id, "desk", "Window, left");
  hosting.customAttributes.set("projects", 1, "cost_centre", "W-17");
  // Nobody listens there: it shows what a hook looks like, and calls no one until somebody pushes.
  hosting.systemHooks.add({ url: "http://127.0.0.1:9/weather", token: undefined, pushEvents: false, tagPushEvents: true, mergeRequestsEvents: false, repositoryUpdateEvents: false, enableSslVerification: true });
}

/** A key of the right form that no private key belongs to. */
function publicKey(comment: string): string {
  const type = Buffer.from("ssh-ed25519");
  const data = Buffer.alloc(32);
  data.write(comment);
  const lengthOf = (bytes: Buffer): Buffer => Buffer.from([0, 0, 0, bytes.length]);
  return `ssh-ed25519 ${Buffer.concat([lengthOf(type), type, lengthOf(data), data]).toString("base64")} ${comment.toLowerCase().replaceAll(" ", "@")}`;
}
