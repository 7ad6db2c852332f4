import { type CallsOf, first, firstTwo } from "../call.ts";

export const milestones = {
  "milestones.group.list": {
    minimal: async (client, on) => {
      await on.milestones.group.milestone();
      return first(client.milestones.group.list(on.milestones.group.owner));
    },
    maximal: async (client, on) => {
      const [exact, wide] = await on.milestones.group.filters();
      await first(client.milestones.group.list(on.milestones.group.sameOwner, exact));
      return firstTwo(
        client.milestones.group.list(
          on.milestones.group.sameOwner,
          { ...wide, include_descendants: true },
          { perPage: 1 },
        ),
      );
    },
  },
  "milestones.group.get": {
    minimal: async (client, on) =>
      client.milestones.group.get(on.milestones.group.owner, await on.milestones.group.milestone()),
    maximal: async (client, on) =>
      client.milestones.group.get(on.milestones.group.sameOwner, await on.milestones.group.milestone()),
  },
  "milestones.group.create": {
    minimal: async (client, on) =>
      on.milestones.group.passing(
        client.milestones.group.create(on.milestones.group.owner, { title: on.milestones.group.newTitle() }),
      ),
    maximal: async (client, on) => {
      const { newTitle, sameOwner, terms, passing } = on.milestones.group;
      return passing(
        client.milestones.group.create(sameOwner, { title: newTitle(), description: "Ä *good* one", ...terms }),
      );
    },
  },
  "milestones.group.update": {
    minimal: async (client, on) =>
      on.milestones.group.passing(
        client.milestones.group.update(on.milestones.group.owner, await on.milestones.group.spare(), {
          description: "",
        }),
      ),
    maximal: async (client, on) => {
      const { newTitle, sameOwner, spare, terms, passing } = on.milestones.group;
      return passing(
        client.milestones.group.update(sameOwner, await spare(), {
          title: newTitle(),
          description: "Over",
          ...terms,
          state_event: "close",
        }),
      );
    },
  },
  "milestones.group.delete": {
    minimal: async (client, on) =>
      client.milestones.group.delete(on.milestones.group.owner, await on.milestones.group.spare()),
    maximal: async (client, on) =>
      client.milestones.group.delete(on.milestones.group.sameOwner, await on.milestones.group.spare()),
  },
  "milestones.group.issues": {
    minimal: async (client, on) => {
      const { owner, id } = await on.milestones.group.withIssues();
      return first(client.milestones.group.issues(owner, id));
    },
    maximal: async (client, on) => {
      const { sameOwner, id } = await on.milestones.group.withIssues();
      return firstTwo(client.milestones.group.issues(sameOwner, id, { perPage: 1 }));
    },
  },
  "milestones.group.mergeRequests": {
    minimal: async (client, on) =>
      first(
        client.milestones.group.mergeRequests(on.milestones.group.owner, await on.milestones.group.withMergeRequests()),
      ),
    maximal: async (client, on) =>
      firstTwo(
        client.milestones.group.mergeRequests(
          on.milestones.group.sameOwner,
          await on.milestones.group.withMergeRequests(),
          {
            perPage: 1,
          },
        ),
      ),
  },
  "milestones.group.burndownEvents": {
    minimal: async (client, on) => {
      const { owner, id } = await on.milestones.group.withIssues();
      return client.milestones.group.burndownEvents(owner, id);
    },
    maximal: async (client, on) => {
      const { sameOwner, id } = await on.milestones.group.withIssues();
      return client.milestones.group.burndownEvents(sameOwner, id);
    },
  },
  "milestones.project.list": {
    minimal: async (client, on) => {
      await on.milestones.project.milestone();
      return first(client.milestones.project.list(on.milestones.project.owner));
    },
    maximal: async (client, on) => {
      const [exact, wide] = await on.milestones.project.filters();
      await first(client.milestones.project.list(on.milestones.project.sameOwner, exact));
      return firstTwo(client.milestones.project.list(on.milestones.project.sameOwner, wide, { perPage: 1 }));
    },
  },
  "milestones.project.get": {
    minimal: async (client, on) =>
      client.milestones.project.get(on.milestones.project.owner, await on.milestones.project.milestone()),
    maximal: async (client, on) =>
      client.milestones.project.get(on.milestones.project.sameOwner, await on.milestones.project.milestone()),
  },
  "milestones.project.create": {
    minimal: async (client, on) =>
      on.milestones.project.passing(
        client.milestones.project.create(on.milestones.project.owner, { title: on.milestones.project.newTitle() }),
      ),
    maximal: async (client, on) => {
      const { newTitle, sameOwner, terms, passing } = on.milestones.project;
      return passing(
        client.milestones.project.create(sameOwner, { title: newTitle(), description: "Ä *good* one", ...terms }),
      );
    },
  },
  "milestones.project.update": {
    minimal: async (client, on) =>
      on.milestones.project.passing(
        client.milestones.project.update(on.milestones.project.owner, await on.milestones.project.spare(), {
          due_date: "",
        }),
      ),
    maximal: async (client, on) => {
      const { newTitle, sameOwner, spare, terms, passing } = on.milestones.project;
      return passing(
        client.milestones.project.update(sameOwner, await spare(), {
          title: newTitle(),
          description: "Over",
          ...terms,
          state_event: "close",
        }),
      );
    },
  },
  "milestones.project.delete": {
    minimal: async (client, on) =>
      client.milestones.project.delete(on.milestones.project.owner, await on.milestones.project.spare()),
    maximal: async (client, on) =>
      client.milestones.project.delete(on.milestones.project.sameOwner, await on.milestones.project.spare()),
  },
  "milestones.project.issues": {
    minimal: async (client, on) => {
      const { owner, id } = await on.milestones.project.withIssues();
      return first(client.milestones.project.issues(owner, id));
    },
    maximal: async (client, on) => {
      const { sameOwner, id } = await on.milestones.project.withIssues();
      return firstTwo(client.milestones.project.issues(sameOwner, id, { perPage: 1 }));
    },
  },
  "milestones.project.mergeRequests": {
    minimal: async (client, on) =>
      first(
        client.milestones.project.mergeRequests(
          on.milestones.project.owner,
          await on.milestones.project.withMergeRequests(),
        ),
      ),
    maximal: async (client, on) =>
      firstTwo(
        client.milestones.project.mergeRequests(
          on.milestones.project.sameOwner,
          await on.milestones.project.withMergeRequests(),
          { perPage: 1 },
        ),
      ),
  },
  "milestones.project.burndownEvents": {
    minimal: async (client, on) => {
      const { owner, id } = await on.milestones.project.withIssues();
      return client.milestones.project.burndownEvents(owner, id);
    },
    maximal: async (client, on) => {
      const { sameOwner, id } = await on.milestones.project.withIssues();
      return client.milestones.project.burndownEvents(sameOwner, id);
    },
  },
  "milestones.project.promote": {
    minimal: async (client, on) =>
      client.milestones.project.promote(on.milestones.project.owner, await on.milestones.project.promotable()),
    maximal: async (client, on) =>
      client.milestones.project.promote(on.milestones.project.sameOwner, await on.milestones.project.promotable()),
  },
} satisfies CallsOf<"milestones">;
