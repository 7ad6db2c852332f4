/** Fields of a user in other records that are checked in responses. */
export const personFields = { id: "id?", username: "text?", name: "text?" } as const;
