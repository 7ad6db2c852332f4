/** Fields of a user in any record that are checked in responses: without a username there is nobody to show. */
export const personFields = { id: "id", username: "text", name: "text?" } as const;
