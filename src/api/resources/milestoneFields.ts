/** Fields of a milestone in any record that are checked in responses. */
export const requiredMilestoneFields = { id: "id", title: "text", state: "text?", description: "text?" } as const;
